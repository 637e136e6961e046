import { expect, test } from 'vitest';
import { toId } from '#kit/id.ts';
import { formatSize, listFolderChoices, listPath } from './document-words.ts';
import type { Folder } from './folder-contract.ts';

test.each([
  [1, '1 byte'],
  [820, '820 bytes'],
  [1_000, '1 KB'],
  [12_300, '12 KB'],
  [1_023_600, '1.0 MB'],
  [25 * 1024 * 1024, '25.0 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

const id = (digit: number) => toId<'folder'>(`00000000-0000-4000-8000-00000000000${digit}`);
const folder = (digit: number, name: string, parent?: number): Folder => ({
  id: id(digit),
  name,
  parentId: parent === undefined ? null : id(parent),
  audience: 'member',
  version: 1,
});
const folders = [folder(1, 'Board'), folder(2, 'Forms'), folder(3, 'Minutes', 1)];

test('a folder has a path from the top', () => {
  expect(listPath(folders, id(3)).map(({ name }) => name)).toEqual(['Board', 'Minutes']);
  expect(listPath(folders, null)).toEqual([]);
  expect(listPath(folders, id(9))).toEqual([]);
});

test('folders are offered as a tree', () => {
  const labels = listFolderChoices(folders).map(({ label }) => label);
  expect(labels).toEqual(['Board', 'Board / Minutes', 'Forms']);
});
