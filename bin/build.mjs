import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildServer, isServerBuilt, noteCommit } from './build-server.mjs';
import {
  failOfBuild,
  hashFiles,
  isBuiltFrom,
  listFiles,
  replaceFolder,
  scratchFolderFor,
} from './built-folder.mjs';
import { spaceOfBuild, withDisk } from './disk.mjs';
import { install, projectNode, root, tool } from './install.mjs';
import { withProgress } from './print.mjs';
import { isMainModule, run } from './run.mjs';

const dist = join(root, 'dist');

/** On two cores that do nothing else. */
const usualSeconds = 15;

/** Builds what is out of date, or everything with `isForced`. */
export async function build({ isForced = false } = {}) {
  const builds = [];
  if (isForced || !isBuiltFrom(dist, sourceHash())) builds.push(buildBrowserApp);
  if (isForced || !isServerBuilt()) builds.push(buildServer);
  if (builds.length > 0) await buildTogether(builds);
  await noteCommit();
}

async function buildTogether(builds) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  await withProgress(
    `Building (about ${usualSeconds} s)`,
    () => ({ share: seconds() / usualSeconds, text: `${Math.trunc(seconds())} s` }),
    () => withDisk(spaceOfBuild, () => Promise.all(builds.map((make) => make()))),
  );
}

/** Vitest calls this before the tests that run the program as an operator does (vitest.config.ts). */
export const setup = () => build();

async function buildBrowserApp() {
  const hash = sourceHash();
  const scratch = scratchFolderFor(dist);
  const { code, output } = await run(
    projectNode(),
    [tool('vite/bin/vite.js'), 'build', '--outDir', scratch, '--emptyOutDir', '--logLevel', 'warn'],
    { isQuiet: true, cwd: root, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    rmSync(scratch, { recursive: true, force: true });
    failOfBuild(output, 'The browser app');
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
  const texts = listFiles(folder).filter((path) =>
    /^[^.].*\.(html|js|css|svg|json|txt)$/.test(basename(path)),
  );
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
