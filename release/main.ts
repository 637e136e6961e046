/** Makes the archives that operators install; bin/release.mjs says how it is called. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { installationRoot, readHubVersion } from '#server/config/paths.ts';
import { listContents } from './contents.ts';
import { platforms } from './platforms.ts';
import { describeContents } from './sbom.ts';
import { writeArchive, writeTree } from './write-contents.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    to: { type: 'string', default: join(installationRoot, 'build', 'release') },
    tree: { type: 'string' },
  },
});

if (values.tree === undefined) {
  for (const platform of values.only ?? platforms) await release(platform, values.to);
} else {
  const { entries } = listContents(`${process.platform}-${process.arch}`);
  writeTree(entries, values.tree);
}

async function release(platform: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const name = `chapter-hub-${readHubVersion()}-${platform}`;
  const path = join(folder, `${name}.tar.gz`);
  const { entries, packages } = listContents(platform);
  try {
    await writeArchive(entries, name, path);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    writeFileSync(`${path}.sha256`, `${sha256}  ${basename(path)}\n`);
    writeFileSync(join(folder, `${name}.cdx.json`), describeContents(packages, sha256));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
  process.stdout.write(`${path}\n`);
}
