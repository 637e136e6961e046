import { createWriteStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { addEntry, packInto } from './write-backup.ts';

const toNoFile = (archive: Readable) =>
  pipeline(archive, createZstdCompress(), createWriteStream('/dev/null/none'));

test('a file that cannot be written is what is reported, however much is packed meanwhile', async () => {
  for (const size of [10, 8_000_000]) {
    const packed = packInto(toNoFile, async (archive) => {
      for (let count = 1; ; count += 1) {
        await addEntry(archive, `entry ${count}`, Buffer.alloc(size));
      }
    });
    await expect(packed).rejects.toMatchObject({ code: 'ENOTDIR' });
  }
});

test('so is what kept it from being packed', async () => {
  const drain = (archive: Readable) => pipeline(archive, new PassThrough().resume());
  const packed = packInto(drain, async () => {
    throw new Error('connection lost');
  });
  await expect(packed).rejects.toThrow('connection lost');
});
