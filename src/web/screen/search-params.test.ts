import { expect, test } from 'vitest';
import { readAddress, writeAddress } from './search-params.ts';

test.each([
  ['12.50', '12.50'],
  ['007', '007'],
  ['1e3', '1e3'],
  ['9007199254740993', '9007199254740993'],
  ['true', 'true'],
  ['null', 'null'],
  ['%22x%22', '"x"'],
  ['%5B1%5D', '[1]'],
  ['{}', '{}'],
  ['x&q=y', 'y'],
  ['100%', '100%'],
  ['a+b%2Bc', 'a b+c'],
  ['a%00b', 'ab'],
  ['', ''],
])('?q=%s is read as it is written, and so when it is written again', (typed, text) => {
  const read = readAddress(`?q=${typed}`);
  expect(read).toEqual({ q: text });
  expect(readAddress(writeAddress(read))).toEqual(read);
});

test('what is missing is not written', () => {
  expect(writeAddress({ page: 2, search: undefined, belowZero: true })).toBe(
    '?page=2&belowZero=true',
  );
  expect(writeAddress({ search: undefined })).toBe('');
});
