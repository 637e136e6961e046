import { expect, test } from 'vitest';
import { stepAmount } from './step-amount.ts';

test('a step is one cent in every format of amount', () => {
  expect(stepAmount('1,234.56', 1)).toBe('1234.57');
  expect(stepAmount('0.1', 1)).toBe('0.11');
  expect(stepAmount('7.', -1)).toBe('6.99');
  expect(stepAmount('', 1)).toBe('0.01');
  expect(stepAmount('9999999999.98', 1)).toBe('9999999999.99');
});

test('an amount never steps below zero', () => {
  expect(stepAmount('0.00', -1)).toBe('0.00');
});

test('text that is not an amount is not changed', () => {
  for (const text of ['abc', '1.234', '-5', '1e3', '12345678901', '12,50', '1.234,56', '1,2']) {
    expect(stepAmount(text, 1)).toBeUndefined();
  }
});
