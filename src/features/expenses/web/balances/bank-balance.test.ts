import { expect, test } from 'vitest';
import { parseEnteredBankBalance } from './bank-balance.ts';

test('an entered balance is rounded to the cent, and anything that is not a number is zero', () => {
  expect(parseEnteredBankBalance('6200')).toBe(620_000);
  expect(parseEnteredBankBalance('$1,234.5')).toBe(123_450);
  expect(parseEnteredBankBalance('-12.34')).toBe(-1234);
  expect(parseEnteredBankBalance('1.239')).toBe(124);
  for (const text of ['abc', '12abc', 'NaN', 'Infinity', '1e300']) {
    expect(parseEnteredBankBalance(text)).toBe(0);
  }
});

test('nothing entered is no balance, and not zero', () => {
  for (const text of ['', '  ', '$']) expect(parseEnteredBankBalance(text)).toBeNull();
});
