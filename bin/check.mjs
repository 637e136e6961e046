/** `npm run check`: what can be told without running the hub. All at once; failures are shown. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingFromLock } from './complete-lock.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { isStarted, run } from './run.mjs';
import { say } from './say.mjs';

const checks = [
  ...['core', 'server', 'web', 'web-tests', 'e2e'].map((name) => ({
    name: `types (${name})`,
    args: [tool('typescript/bin/tsc'), '-p', `tsconfig.${name}.json`],
  })),
  { name: 'formatting', args: [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '.'] },
  { name: 'lint', args: [tool('oxlint/bin/oxlint'), '--quiet'] },
];
const importLaw = {
  name: 'import law',
  args: [tool('vitest/vitest.mjs'), 'run', 'src/boundaries.test.ts'],
};

/** Runs them; the names of those that failed. */
export async function check({ withImportLaw = true } = {}) {
  const all = withImportLaw ? [...checks, importLaw] : checks;
  const results = [lockFile(), ...(await Promise.all(all.map(runOne)))];
  return results.filter((name) => name !== undefined);
}

/** A lock that lacks another platform's packages is refused by `npm ci` on every bare machine. */
function lockFile() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = Object.keys(missingFromLock(lock));
  if (missing.length === 0) return undefined;
  say(`  ✗ lock file\n${missing.join('\n')}\nnode bin/complete-lock.mjs adds them.\n`);
  return 'lock file';
}

async function runOne({ name, args }) {
  const begun = performance.now();
  const { code, output } = await run(projectNode(), args, { isQuiet: true, cwd: root });
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  if (code === 0) say(`  ✓ ${name} (${seconds} s)`);
  else say(`  ✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`);
  return code === 0 ? undefined : name;
}

if (isStarted(import.meta.url)) {
  await install({ withTools: true });
  const failed = await check();
  if (failed.length > 0) process.exitCode = 1;
}
