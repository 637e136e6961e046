import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildServer } from './build-server.mjs';
import {
  hashFiles,
  isBuiltFrom,
  listFiles,
  replaceFolder,
  scratchFolderFor,
} from './built-folder.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { fail, print } from './print.mjs';
import { isMainModule, run } from './run.mjs';

const dist = join(root, 'dist');

/** Builds what is out of date, or everything with `isForced`. */
export async function build({ isForced = false } = {}) {
  await Promise.all([buildBrowserApp({ isForced }), buildServer({ isForced })]);
}

/** Vitest calls this before the tests that run the program as an operator does (vitest.config.ts). */
export const setup = () => build();

async function buildBrowserApp({ isForced }) {
  const hash = sourceHash();
  if (!isForced && isBuiltFrom(dist, hash)) return;
  print('Building the browser app …');
  const scratch = scratchFolderFor(dist);
  const { code, output } = await run(
    projectNode(),
    [tool('vite/bin/vite.js'), 'build', '--outDir', scratch, '--emptyOutDir', '--logLevel', 'warn'],
    { isQuiet: true, cwd: root, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    rmSync(scratch, { recursive: true, force: true });
    fail(`${output}\nThe browser app could not be built.`);
  }
  await compress(scratch);
  replaceFolder(scratch, dist, hash);
}

/** Covers everything the browser app may include: all but the server's files and tests. */
function sourceHash() {
  const files = ['index.html', 'package.json', 'package-lock.json', 'vite.config.ts'];
  const sources = ['src', 'public'].flatMap((name) => listFiles(join(root, name)));
  const isBrowserSource = (path) => !/[/\\](server|testing)[/\\]|\.test\.tsx?$/.test(path);
  return hashFiles([...files.map((name) => join(root, name)), ...sources.filter(isBrowserSource)]);
}

/** Compresses once at build time; the server sends these files as they are. */
async function compress(folder) {
  const texts = listFiles(folder).filter((path) => /\.(html|js|css|svg|json|txt)$/.test(path));
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

if (isMainModule(import.meta.url)) {
  await install();
  await build({ isForced: process.argv.includes('--force') });
}
