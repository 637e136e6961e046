/**
 * `npm run bench -- --against <commit> [--only visits|presses|memory|<group>] [--visits 7]`: this build and another commit's by turns,
 * with the ratio of their medians. The measuring is this checkout's on both sides.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hubProgram, removeDataDir, startHub, stop } from '#app/testing/hub-process.ts';
import { installationRoot } from '#server/config/paths.ts';
import { removeLeftovers, scratchFolder } from '#server/postgres/scratch-folder.ts';
import { residentMegabytes } from '../memory.ts';
import { comparePresses, compareVisits } from './pages.ts';
import { byTurns, type Figures, formatFigures, merge, type Side, type Sides } from './turns.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    /** The folder of the other checkout, built. */
    other: { type: 'string', default: '' },
    /** Fewer than seven are directions, no figures. */
    visits: { type: 'string', default: '7' },
  },
});
const { other } = values;
const chosen = values.only ?? [
  'visits',
  'presses',
  'memory',
  'wallet-posting',
  'expenses',
  'payments',
];
const roots: Sides<string> = { this: installationRoot, other };
const programs: Sides<string> = {
  this: hubProgram,
  other: join(other, 'build', 'server', 'main.js'),
};

/** The claims of a group, which each side's own code measures: ratios to a limit on the same machine. */
async function compareGroup(group: string, turns: number): Promise<Figures> {
  const figures: Figures = new Map();
  await byTurns(roots, turns, async (root, side) => {
    merge(figures, side, await runGroup(root, group));
  });
  return figures;
}

async function runGroup(root: string, group: string): Promise<[string, number][]> {
  const script = join(root, 'bench', 'main.ts');
  const child = spawn(process.execPath, [script, '--json', '--only', group], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(child, 'close');
  const claims = JSON.parse(text) as { name: string; ratio: number }[];
  if (claims.length === 0) throw new Error(`${group} measured nothing in ${root}`);
  return claims.map(({ name, ratio }) => [name, ratio]);
}

async function withDemos<T>(act: (folders: Sides<string>) => Promise<T>): Promise<T> {
  const home = join(tmpdir(), 'chapter-hub-bench-against');
  await removeLeftovers(home);
  const create = async (side: Side) => {
    const folder = scratchFolder(home);
    await mkdir(folder, { mode: 0o755, recursive: true });
    await stop(await start(folder, side));
    return folder;
  };
  const folders = { this: await create('this'), other: await create('other') };
  try {
    return await act(folders);
  } finally {
    await Promise.all(Object.values(folders).map((folder) => removeDataDir(folder, [])));
  }
}

const start = (folder: string, side: Side, env = {}) =>
  startHub(folder, ['--demo'], env, { program: programs[side] });

const measurePages = (compare: typeof compareVisits) =>
  withDemos(async (folders) => {
    const hubs = {
      this: await start(folders.this, 'this'),
      other: await start(folders.other, 'other'),
    };
    try {
      return await compare(hubs, Number(values.visits));
    } finally {
      await Promise.all([stop(hubs.this), stop(hubs.other)]);
    }
  });

const measureMemory = () =>
  withDemos(async (folders) => {
    const figures: Figures = new Map();
    await byTurns(folders, 5, async (folder, side) => {
      const hub = await start(folder, side, { RATE_LIMIT: 'on' });
      await sleep(3_000);
      merge(figures, side, [['memory of the idle server, MB', residentMegabytes(hub.pid)]]);
      await stop(hub);
    });
    return figures;
  });

const comparisons: Record<string, () => Promise<Figures>> = {
  visits: () => measurePages(compareVisits),
  presses: () => measurePages(comparePresses),
  memory: measureMemory,
};

for (const name of chosen) {
  process.stderr.write(`Measuring both: ${name} …\n`);
  const figures = await (comparisons[name]?.() ?? compareGroup(name, 3));
  process.stdout.write(`\n${name}\n${formatFigures(figures)}`);
}
