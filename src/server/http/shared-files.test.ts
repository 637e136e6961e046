import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { listSharedFiles, toSharedDocument } from './shared-files.ts';

test('all replies share the bytes of a file', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'app.js'), 'hello');
  await writeFile(join(folder, 'app.js.br'), 'compressed');
  const file = listSharedFiles(folder).get('app.js');
  const [first, second] = await Promise.all([file?.plain(), file?.plain()]);
  expect(String(first)).toBe('hello');
  expect(second).toBe(first);
  expect(await file?.plain()).toBe(first);
  expect(await file?.forms.br?.()).toBe(await file?.forms.br?.());
});

test('a document is made and compressed once, and what failed is tried again', async () => {
  let count = 0;
  const document = toSharedDocument('text/plain', async () => {
    count += 1;
    if (count === 1) throw new Error('not yet');
    return Buffer.from('hello');
  });
  await expect(document.plain()).rejects.toThrow('not yet');
  const many = await Promise.all(Array.from({ length: 100 }, async () => document.forms.gzip?.()));
  expect(new Set(many).size).toBe(1);
  expect(count).toBe(2);
});
