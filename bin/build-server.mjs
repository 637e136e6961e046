/**
 * Bundles the server and its packages: loading a thousand single files takes a third more memory
 * and, on a busy machine, more than twice the time to start. `npm start`, the bench and every
 * test that starts a server run this build; decision 3 has the figures.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  failOfBuild,
  hashFiles,
  isBuiltFrom,
  listFiles,
  replaceFolder,
  scratchFolderFor,
} from './built-folder.mjs';
import { projectNode, root, tool } from './install.mjs';
import { run } from './run.mjs';

const folder = join(root, 'build', 'server');

/** The script that Node runs as `hub`. */
export const serverProgram = join(folder, 'main.js');

/** Whether the build is up to date with its sources. */
export const isServerBuilt = () => isBuiltFrom(folder, sourceHash());

export async function buildServer() {
  const hash = sourceHash();
  const scratch = scratchFolderFor(folder);
  const vite = [tool('vite/bin/vite.js'), 'build', '--config', 'vite.server.config.ts'];
  const { code, output } = await run(
    projectNode(),
    [...vite, '--outDir', scratch, '--emptyOutDir', '--logLevel', 'warn'],
    { isQuiet: true, cwd: root, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    rmSync(scratch, { recursive: true, force: true });
    failOfBuild(output, 'The server');
  }
  replaceFolder(scratch, folder, hash);
}

/** Also if nothing had to be built: the sources are those of this commit, too. */
export async function noteCommit() {
  const path = join(root, 'build', 'commit');
  // Not asked elsewhere: git would name the commit of a checkout that this folder happens to be in.
  const { output } = existsSync(join(root, '.git'))
    ? await run('git', describeCommit, { cwd: root, isQuiet: true })
    : { output: '' };
  if (/^[0-9a-f]{40}(-dirty)?\n$/.test(output)) writeFileSync(path, output);
  else rmSync(path, { force: true });
}

const describeCommit = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];

/** Vitest calls this before the tests that start servers (vitest.config.ts). */
export const setup = async () => {
  if (!isServerBuilt()) await buildServer();
  await noteCommit();
};

function sourceHash() {
  const isServerSource = (path) =>
    path.endsWith('.ts') && !/[/\\](web|testing)[/\\]|\.test\.ts$/.test(path);
  const sources = listFiles(join(root, 'src')).filter(isServerSource);
  const inputs = ['package-lock.json', 'vite.server.config.ts'].map((name) => join(root, name));
  return hashFiles([...inputs, ...sources]);
}
