import { expect, test } from 'vitest';
import { steppedAmount } from './stepped-amount.ts';

test('a step is one cent, whatever was typed', () => {
  expect(steppedAmount('1,234.56', 1)).toBe('1234.57');
  expect(steppedAmount('0.1', 1)).toBe('0.11');
  expect(steppedAmount('7.', -1)).toBe('6.99');
  expect(steppedAmount('', 1)).toBe('0.01');
  expect(steppedAmount('9999999999.98', 1)).toBe('9999999999.99');
});

test('an amount never steps below zero', () => {
  expect(steppedAmount('0.00', -1)).toBe('0.00');
});

test('what is no amount is left alone', () => {
  for (const text of ['abc', '1.234', '-5', '1e3', '12345678901']) {
    expect(steppedAmount(text, 1)).toBeUndefined();
  }
});
