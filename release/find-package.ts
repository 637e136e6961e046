/** Finds a locked package, which npm has left out of node_modules if it is of another platform. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installationRoot } from '#server/config/paths.ts';

type Locked = { readonly version: string; readonly integrity: string };

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(installationRoot, 'package-lock.json'), 'utf8'),
);

export function findPackage(name: string): { folder: string; version: string } {
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in package-lock.json.`);
  const { version } = locked;
  const installed = join(installationRoot, 'node_modules', name);
  return { version, folder: existsSync(installed) ? installed : fetchPackage(name, locked) };
}

/** Unpacked once; later releases find it. */
function fetchPackage(name: string, { version, integrity }: Locked): string {
  const cache = join(installationRoot, 'node_modules', '.cache', 'release');
  const key = `${name.replaceAll('/', '-')}-${version}`;
  const folder = join(cache, key, 'package');
  if (existsSync(join(cache, key, 'done'))) return folder;
  rmSync(join(cache, key), { recursive: true, force: true });
  mkdirSync(join(cache, key), { recursive: true });
  const npm = (...args: string[]) => execFileSync('npm', args, { encoding: 'utf8' });
  const packed = npm('pack', `${name}@${version}`, '--json', '--pack-destination', cache);
  const tarball = join(cache, JSON.parse(packed)[0].filename);
  const found = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (`sha512-${found}` !== integrity) {
    rmSync(tarball);
    throw new Error(`${name}@${version} is not the one in package-lock.json.`);
  }
  execFileSync('tar', ['-xzf', tarball, '-C', join(cache, key)]);
  rmSync(tarball);
  mkdirSync(join(cache, key, 'done'));
  return folder;
}
