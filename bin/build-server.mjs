/**
 * The server and its packages, bundled: a thousand files loaded one by one take a third more memory
 * and, on a busy machine, more than twice the time to start. `npm start`, the bench and every
 * test that starts a server run this build; decision 11 has the figures.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, hashOf, isMadeFrom, putInPlace, scratchFor } from './built-folder.mjs';
import { projectNode, root, tool } from './install.mjs';
import { run } from './run.mjs';
import { giveUp, say } from './say.mjs';

const folder = join(root, 'build', 'server');

/** What Node is given to run `hub`. */
export const serverProgram = join(folder, 'main.js');

/** Whether the build is of the sources as they are now. */
export const isServerBuilt = () => isMadeFrom(folder, sourceHash());

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

/** Vitest calls this before the tests that start servers (vitest.config.ts). */
export const setup = () => buildServer();

function sourceHash() {
  const isOurs = (path) =>
    path.endsWith('.ts') && !/[/\\](web|testing)[/\\]|\.test\.ts$/.test(path);
  const sources = filesBelow(join(root, 'src')).filter(isOurs);
  const others = ['package-lock.json', 'vite.server.config.ts'].map((name) => join(root, name));
  return hashOf([...others, ...sources]);
}
