import { expect, test } from 'vitest';
import { readAmount } from './entered-amount.ts';

test("an amount in another currency may have that currency's symbol, and no other", () => {
  const read = (amount: string) => readAmount({ amount, currency: 'EUR', rate: '1.1' });
  const original = { currency: 'EUR', amount: 200_00, rate: '1.1' };
  expect(read('€200.00')).toEqual({ amount: 220_00, original });
  expect(read('200')).toEqual({ amount: 220_00, original });
  expect(read('$200')).toEqual({ amount: null, original: null });
});
