/**
 * Adds the other platforms' packages that npm left out of package-lock.json. npm writes only those
 * it saw while installing, and then refuses its own lock everywhere (`npm ci`: "Missing: … from
 * lock file"). The packages that depend on them name exact versions, so nothing is guessed. Their hashes
 * come from the registry, as those of all others: an entry without one would be installed unchecked.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { print } from './print.mjs';
import { isMainModule } from './run.mjs';

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPUS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** The entries the lock lacks, by path. */
export function findMissingLockEntries(lock) {
  const missing = {};
  for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const entryPath = `node_modules/${name}`;
      if (lock.packages[entryPath] || lock.packages[`${parent}/${entryPath}`]) continue;
      missing[entryPath] = {
        version,
        ...parsePlatform(name),
        ...(dev ? { dev } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

/** The paths of packages whose content `npm ci` could not check. */
export function findUncheckedEntries(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link && !entry.integrity)
    .map(([path]) => path);
}

function readIntegrity(entryPath, version) {
  const name = entryPath.slice(entryPath.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const output = execFileSync('npm', ['view', `${name}@${version}`, 'dist.integrity', '--json'], {
    encoding: 'utf8',
  });
  const integrity = JSON.parse(output);
  if (/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) return integrity;
  throw new Error(`The registry names no hash of ${name}@${version}: ${output}`);
}

/** The entry with its hash after its version, where npm writes it. */
function withIntegrity({ version, ...rest }, integrity) {
  return { version, integrity, ...rest };
}

function parsePlatform(name) {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.filter((word) => words.includes(word));
  const cpu = CPUS.filter((word) => words.includes(word));
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGnu = words.some((word) => word.startsWith('gnu'));
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(isMusl || isGnu ? { libc: [isMusl ? 'musl' : 'glibc'] } : {}),
    ...(os.length > 0 ? { os } : {}),
  };
}

if (isMainModule(import.meta.url)) {
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const missing = findMissingLockEntries(lock);
  const all = { ...lock.packages, ...missing };
  lock.packages = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  const unchecked = findUncheckedEntries(lock);
  for (const entryPath of unchecked) {
    const entry = lock.packages[entryPath];
    lock.packages[entryPath] = withIntegrity(entry, readIntegrity(entryPath, entry.version));
  }
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  print(
    `${Object.keys(missing).length} packages and ${unchecked.length} hashes added to package-lock.json`,
  );
}
