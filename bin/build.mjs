import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildServer } from './build-server.mjs';
import { filesBelow, hashOf, isMadeFrom, putInPlace, scratchFor } from './built-folder.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { isStarted, run } from './run.mjs';
import { giveUp, say } from './say.mjs';

const dist = join(root, 'dist');

/** Builds what is made of sources that have changed since; everything with `isForced`. */
export async function build({ isForced = false } = {}) {
  await Promise.all([buildBrowserApp({ isForced }), buildServer({ isForced })]);
}

/** Vitest calls this before the tests that run the program as an operator does (vitest.config.ts). */
export const setup = () => build();

async function buildBrowserApp({ isForced }) {
  const hash = sourceHash();
  if (!isForced && isMadeFrom(dist, hash)) return;
  say('Building the browser app …');
  const scratch = scratchFor(dist);
  const { code, output } = await run(
    projectNode(),
    [tool('vite/bin/vite.js'), 'build', '--outDir', scratch, '--emptyOutDir', '--logLevel', 'warn'],
    { isQuiet: true, cwd: root, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    rmSync(scratch, { recursive: true, force: true });
    giveUp(`${output}\nThe browser app could not be built.`);
  }
  await compress(scratch);
  putInPlace(scratch, dist, hash);
}

/** Everything the browser app can be made of; the server's files and tests are not. */
function sourceHash() {
  const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts'];
  const sources = ['src', 'public'].flatMap((name) => filesBelow(join(root, name)));
  const isOurs = (path) => !/[/\\](server|testing)[/\\]|\.test\.tsx?$/.test(path);
  return hashOf([...files.map((name) => join(root, name)), ...sources.filter(isOurs)]);
}

/** Once here instead of at every request: the server sends these files as they are. */
async function compress(folder) {
  const texts = filesBelow(folder).filter((path) => /\.(html|js|css|svg|json|txt)$/.test(path));
  await Promise.all(
    texts.map(async (path) => {
      const text = readFileSync(path);
      if (text.length < 512) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }));
      writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}

if (isStarted(import.meta.url)) {
  await install();
  await build({ isForced: process.argv.includes('--force') });
}
