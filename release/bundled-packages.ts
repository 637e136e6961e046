/** The packages whose code is in the bundles of the server and of the browser app. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationRoot } from '#server/config/paths.ts';

/** As Vite lists it (`build.license`). */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  readonly identifier?: string;
  readonly text?: string;
};

/** Each once, by name. */
export function listBundled(): BundledPackage[] {
  const lists = ['build/server', 'dist'].map((folder): BundledPackage[] =>
    JSON.parse(readFileSync(join(installationRoot, folder, '.licenses.json'), 'utf8')),
  );
  const all = [...lists.flat(), ...listStyles()];
  const byName = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byName.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Vite lists modules of JavaScript alone. */
function listStyles(): BundledPackage[] {
  const styles = readFileSync(join(installationRoot, 'src/web/styles.css'), 'utf8');
  return [...styles.matchAll(/^@import "((?:@[^/"]+\/)?[^./"][^/"]*)/gm)].map(([, name = '']) => {
    const folder = join(installationRoot, 'node_modules', name);
    const file = readdirSync(folder).find((path) => /^licen[cs]e/i.test(path));
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = file && readFileSync(join(folder, file), 'utf8').trim();
    return { name, version, identifier: license, ...(text && { text }) };
  });
}

/** Their licenses ask for it. */
export function describeLicenses(bundled: readonly BundledPackage[]): string {
  const parts = bundled.map(
    ({ name, version, identifier = 'no license named', text = '' }) =>
      `## ${name} ${version} (${identifier})\n\n${text}`,
  );
  return `# Licenses of bundled packages\n\n${parts.join('\n\n')}\n`;
}
