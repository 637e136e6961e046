/** Writes the contents of a release as an archive, whose bytes depend on them alone, or as a folder. */
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import type { Entry } from './contents.ts';

// oxlint-disable-next-line no-restricted-globals -- tar-stream wants a date
const mtime = new Date(0);

/** Everything is below a folder called `name`. */
export async function writeArchive(
  entries: readonly Entry[],
  name: string,
  path: string,
): Promise<void> {
  const archive = pack();
  const written = pipeline(Readable.from(archive), createGzip(), createWriteStream(path));
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime };
  const add = (header: Pick<Header, 'name' | 'mode'> & Partial<Header>, body?: Readable) =>
    new Promise<void>((resolve, reject) => {
      const entry = archive.entry(
        { ...header, ...owner, name: `${name}/${header.name}` },
        (error) => (error ? reject(error) : resolve()),
      );
      if (body) pipeline(body, entry).catch(reject);
    });
  const packed = (async () => {
    // Otherwise the umask of whoever unpacks it decides who may pass.
    for (const folder of listFolders(entries)) {
      await add({ name: `${folder}/`, type: 'directory', mode: 0o755 });
    }
    for (const entry of entries) {
      const about = { name: entry.path, mode: modeOf(entry) };
      if ('link' in entry) await add({ ...about, type: 'symlink', linkname: entry.link });
      else if ('content' in entry) {
        const bytes = Buffer.from(entry.content);
        await add({ ...about, size: bytes.length }, Readable.from([bytes]));
      } else {
        const { size } = statSync(entry.source);
        await add({ ...about, size }, createReadStream(entry.source));
      }
    }
    archive.finalize();
  })();
  await Promise.all([written, packed]);
}

export function writeTree(entries: readonly Entry[], folder: string): void {
  for (const entry of entries) {
    const path = join(folder, entry.path);
    mkdirSync(dirname(path), { recursive: true });
    if ('link' in entry) symlinkSync(entry.link, path);
    else if ('content' in entry) writeFileSync(path, entry.content);
    else {
      copyFileSync(entry.source, path);
      chmodSync(path, modeOf(entry));
    }
  }
}

/** Not as strict as the umask of whoever built it. */
function modeOf(entry: Entry): number {
  if ('link' in entry) return 0o777;
  const isProgram = 'source' in entry && (statSync(entry.source).mode & 0o100) !== 0;
  return isProgram ? 0o755 : 0o644;
}

/** Each after the one that it is in. */
function listFolders(entries: readonly Entry[]): string[] {
  const folders = new Set<string>();
  for (const { path } of entries) {
    for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
  }
  return [...folders].toSorted();
}
