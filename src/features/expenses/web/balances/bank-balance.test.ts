import { expect, test } from 'vitest';
import { parseEnteredBankBalance } from './bank-balance.ts';

test.each([
  ['6200', 620_000],
  ['$1,234.5', 123_450],
  ['-12.34', -1234],
])('%j is read', (text, amount) => {
  expect(parseEnteredBankBalance(text)).toBe(amount);
});

test.each(['12,50', '1.234,56', '1,2345', '1.239', '12abc', '1e300', '€5'])(
  '%j can be read in more than one way, or not at all, and is asked for again',
  (text) => {
    expect(parseEnteredBankBalance(text)).toBeUndefined();
  },
);

test('what is no number at all is zero, as the specification says', () => {
  for (const text of ['abc', 'NaN', 'Infinity', '-']) expect(parseEnteredBankBalance(text)).toBe(0);
});

test('nothing entered is no balance, and not zero', () => {
  for (const text of ['', '  ', '$']) expect(parseEnteredBankBalance(text)).toBeNull();
});
