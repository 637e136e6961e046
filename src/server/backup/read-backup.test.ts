import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { readEntries, verifyBackup } from './read-backup.ts';
import { addEntry, packInto } from './write-backup.ts';

/** As backups of 0.2.0's first builds, whose tar another library wrote: with a long name, and content of one byte more. */
const earlier =
  'KLUv/WAAGV0FAHLGFRhwqw7wEglWg1ilkP//b2xrpWK6VRHzRwaPQ7Q6p6hMBNH5jCO2hCGSSurNmhfrN+OTzEOuwg0c0PbfpdFZ98KqtZi/37Pu78++jVQKxB+WR2WDBXIVBh8gIFHZefxBBfgJrIrHBqyqyqwdIH2OgpZeXkrLzJ7a/evgp94YlRFEyQB4oMIUOFWl3rFVZPiylg6g1JmkslT68zx1wMkTXDqwFMASbiv9Ag==';

async function save(content: Uint8Array): Promise<string> {
  const path = join(await temporaryFolder(), 'backup');
  await writeFile(path, content);
  return path;
}

async function readAll(path: string): Promise<[string, string][]> {
  const entries: [string, string][] = [];
  for await (const { name, body } of readEntries(path)) {
    entries.push([name, String(await buffer(body))]);
  }
  return entries;
}

const packAll = async (entries: readonly (readonly [string, Buffer])[]): Promise<Buffer> => {
  let packed: Promise<Buffer> | undefined;
  await packInto(
    async (archive) => {
      packed = buffer(archive);
      await packed;
    },
    async (archive) => {
      for (const [name, content] of entries) await addEntry(archive, name, content);
      archive.finalize();
    },
  );
  return packed ?? Buffer.of();
};

test('a backup of an earlier version is read', async () => {
  expect(await readAll(await save(Buffer.from(earlier, 'base64')))).toEqual([
    ['hub.chapter/000001.copy', 'a\tb\n'.repeat(300)],
    ['hub.expense/000001.copy', '1\n'],
    ['hub.expense/000002.copy', '2\n'],
    [`${'x'.repeat(120)}/000001.copy`, ''],
    ['manifest.json', '{}\n'],
  ]);
});

test('what is written is read, of any size and name', async () => {
  const sizes = [0, 1, 511, 512, 513, 4 * 1024 * 1024 + 1];
  const entries = sizes.map((size, at) => {
    const name = at % 2 ? `${'ä'.repeat(60)}/${at}.copy` : `hub.expense/${at}.copy`;
    return [name, Buffer.alloc(size, `content ${at}`)] as const;
  });
  const path = await save(zstdCompressSync(await packAll(entries)));
  const read = await readAll(path);
  expect(read.map(([name]) => name)).toEqual(entries.map(([name]) => name));
  expect(read.every(([, text], at) => entries[at]?.[1].equals(Buffer.from(text)))).toBe(true);
});

test('entries that are not read are passed over, and a reader that stops is not held up', async () => {
  const large = Buffer.alloc(300_000, 'x');
  const path = await save(
    zstdCompressSync(await packAll(['a', 'b', 'c'].map((name) => [name, large]))),
  );
  const names: string[] = [];
  for await (const { name } of readEntries(path)) names.push(name);
  expect(names).toEqual(['a', 'b', 'c']);
  for await (const { name, body } of readEntries(path)) {
    for await (const chunk of body) {
      expect([name, chunk.length > 0]).toEqual(['a', true]);
      break;
    }
    break;
  }
});

test('what is no whole archive is refused wherever it ends or changes', async () => {
  const tar = zstdDecompressSync(Buffer.from(earlier, 'base64'));
  // Before the two blocks at the end, which say nothing.
  for (let end = 1; end < tar.length - 1_024; end += 97) {
    await expect(verifyBackup(await save(zstdCompressSync(tar.subarray(0, end))))).rejects.toThrow(
      /damaged|ends before its manifest|something follows/,
    );
  }
  const changed = Buffer.from(tar);
  changed[1] = 0x7a;
  const text = Buffer.alloc(2_048, 'This is no archive. ');
  for (const content of [changed, text]) {
    await expect(verifyBackup(await save(zstdCompressSync(content)))).rejects.toThrow(
      /is damaged, incomplete or no backup: Invalid tar header/,
    );
  }
});

test('names that would fill the memory are refused', async () => {
  const archive = pack();
  archive.entry({ name: 'a', pax: { comment: 'x'.repeat(8 * 1024 * 1024) } }, 'b');
  archive.finalize();
  const tar = await buffer(Readable.from(archive));
  await expect(verifyBackup(await save(zstdCompressSync(tar)))).rejects.toThrow(
    /no backup: Header/,
  );
});
