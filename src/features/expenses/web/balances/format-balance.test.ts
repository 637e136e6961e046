import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { formatBalance } from './format-balance.ts';

test('balances are formatted as badges', () => {
  expect(formatBalance(cents(0))).toBe('Even');
  expect(formatBalance(cents(1_234_50))).toBe('Owed $1,234.50');
  expect(formatBalance(cents(-1))).toBe('Owes $0.01');
});
