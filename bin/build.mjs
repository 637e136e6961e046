import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { install, projectNode, root, tool } from './install.mjs';
import { isStarted, run } from './run.mjs';
import { giveUp, say } from './say.mjs';

const dist = join(root, 'dist');
const stamp = join(dist, '.stamp');

/** Builds the browser app when what it is made of has changed since; always with `isForced`. */
export async function build({ isForced = false } = {}) {
  const hash = sourceHash();
  if (!isForced && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('Building the browser app …');
  // Made elsewhere and put in place when complete: a server that runs never sees half of it.
  const fresh = join(root, 'node_modules', '.cache', `build-${process.pid}`);
  const { code, output } = await run(
    projectNode(),
    [tool('vite/bin/vite.js'), 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'],
    { isQuiet: true, cwd: root, env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    giveUp(`${output}\nThe browser app could not be built.`);
  }
  await compress(fresh);
  writeFileSync(join(fresh, '.stamp'), hash);
  putInPlace(fresh);
}

/** Everything the browser app can be made of; the server's files and tests are not. */
function sourceHash() {
  const hash = createHash('sha256');
  const files = ['index.html', 'package-lock.json', 'vite.config.ts'];
  const sources = ['src', 'public'].flatMap((folder) => filesBelow(join(root, folder)));
  for (const path of [...files.map((name) => join(root, name)), ...sources.sort()]) {
    if (!existsSync(path) || /[/\\](server|testing)[/\\]|\.test\.tsx?$/.test(path)) continue;
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Once here instead of at every request: the server sends these files as they are. */
async function compress(folder) {
  const texts = filesBelow(folder).filter((path) => /\.(html|js|css|svg|json|txt)$/.test(path));
  await Promise.all(
    texts.map(async (path) => {
      const text = readFileSync(path);
      if (text.length < 1_024) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }));
      writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}

function putInPlace(fresh) {
  const old = `${fresh}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

if (isStarted(import.meta.url)) {
  await install();
  await build({ isForced: process.argv.includes('--force') });
}
