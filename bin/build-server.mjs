/**
 * The server in a dozen files instead of nine hundred, with what it needs of its packages: loading
 * those files one by one is most of a start. The sources stay what is tested and developed.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, hashOf, isMadeFrom, putInPlace, scratchFor } from './built-folder.mjs';
import { projectNode, root, tool } from './install.mjs';
import { run } from './run.mjs';
import { giveUp, say } from './say.mjs';

const folder = join(root, 'build', 'server');

/** A start makes few objects that die young; the default of 1 MB has them collected six times. */
const nodeOptions = ['--min-semi-space-size=16'];

/** What Node is to be given to run the server or a command: as built where that is up to date. */
export function serverProgram() {
  const built = join(folder, 'main.cjs');
  const main = isMadeFrom(folder, sourceHash()) ? built : join(root, 'src', 'server', 'main.ts');
  return [...nodeOptions, main];
}

export async function buildServer({ isForced = false } = {}) {
  const hash = sourceHash();
  if (!isForced && isMadeFrom(folder, hash)) return;
  say('Building the server …');
  const scratch = scratchFor(folder);
  const vite = [tool('vite/bin/vite.js'), 'build', '--config', 'vite.server.config.ts'];
  const { code, output } = await run(
    projectNode(),
    [...vite, '--outDir', scratch, '--emptyOutDir', '--logLevel', 'warn'],
    { isQuiet: true, cwd: root, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    rmSync(scratch, { recursive: true, force: true });
    giveUp(`${output}\nThe server could not be built.`);
  }
  putInPlace(scratch, folder, hash);
}

function sourceHash() {
  const isOurs = (path) =>
    path.endsWith('.ts') && !/[/\\](web|testing|crash)[/\\]|\.test\.ts$/.test(path);
  const sources = filesBelow(join(root, 'src')).filter(isOurs);
  const others = ['package-lock.json', 'vite.server.config.ts'].map((name) => join(root, name));
  return hashOf([...others, ...sources]);
}
