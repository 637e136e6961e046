/** The list of an archive's contents, in CycloneDX: what npm knows of the packages that are in it. */
import { execFileSync } from 'node:child_process';
import { installationRoot, readHubVersion } from '#server/config/paths.ts';

type Component = { readonly 'bom-ref': string; readonly name: string; readonly version: string };
type Sbom = {
  readonly metadata: { readonly component: Component; readonly tools: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

export function describeContents(
  packages: readonly { readonly name: string; readonly version: string }[],
  sha256: string,
): string {
  // All packages: with --omit=dev, npm leaves out those that a tool needs as well as the hub.
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const said = execFileSync('npm', args, { cwd: installationRoot, maxBuffer: 64 * 1024 * 1024 });
  // Not its serial number and its time, by which two lists of the same archive would differ.
  const { metadata, components, dependencies, ...rest } = JSON.parse(String(said)) as Sbom & {
    serialNumber?: string;
  };
  delete rest.serialNumber;
  const refOf = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;
  const wanted = new Set(packages.map(refOf));
  const found = components.filter((component) => wanted.has(refOf(component)));
  if (found.length !== wanted.size) {
    const known = new Set(found.map(refOf));
    const missing = [...wanted].filter((ref) => !known.has(ref));
    throw new Error(`npm lists no ${missing.join(', ')} in package-lock.json.`);
  }
  const component = {
    ...metadata.component,
    name: 'chapter-hub',
    type: 'application',
    version: readHubVersion(),
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  };
  const refs = new Set([component['bom-ref'], ...found.map((one) => one['bom-ref'])]);
  const sbom = {
    ...rest,
    metadata: { lifecycles: [{ phase: 'build' }], tools: metadata.tools, component },
    components: found,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
