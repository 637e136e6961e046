import { expect, test } from 'vitest';
import { bankBalanceFromKept, bankBalanceFromTyped } from './bank-balance.ts';

test('what is typed counts to the cent; what is no number counts as zero', () => {
  expect(bankBalanceFromTyped('6200')).toBe(620_000);
  expect(bankBalanceFromTyped('$1,234.5')).toBe(123_450);
  expect(bankBalanceFromTyped('-12.34')).toBe(-1234);
  expect(bankBalanceFromTyped('1.239')).toBe(124);
  for (const text of ['', 'abc', '12abc', 'NaN', 'Infinity', '1e300']) {
    expect(bankBalanceFromTyped(text)).toBe(0);
  }
});

test('a browser that was never told shows five thousand', () => {
  expect(bankBalanceFromKept(undefined)).toBe(500_000);
  expect(bankBalanceFromKept('{}')).toBe(500_000);
  expect(bankBalanceFromKept('-1234')).toBe(-1234);
});
