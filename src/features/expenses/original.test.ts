import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, maxCents } from '#kit/money.ts';
import { convertToDollars, original, type Rate, rateFromText } from './original.ts';

const at = (amount: number, rate: string) =>
  convertToDollars({ amount: cents(amount), rate: rateFromText(rate) as Rate });

test('a rate is decimal text with at most eight decimals, kept without needless zeros', () => {
  expect(['1.0834', '01.50', '2', '0.00000001', '9999.99999999', ' 1 '].map(rateFromText)).toEqual([
    '1.0834',
    '1.5',
    '2',
    '0.00000001',
    '9999.99999999',
    '1',
  ]);
});

test.each([
  '',
  '0',
  '0.000',
  '-1',
  '+1',
  '1e3',
  '1,5',
  '.5',
  '1.',
  '10000',
  '1.123456789',
  'NaN',
  '１',
])('the rate %j is refused', (text) => {
  expect(rateFromText(text)).toBeUndefined();
  const value = { currency: 'EUR', amount: 1, rate: text };
  expect(original.safeParse(value).success).toBe(false);
});

test('dollars are rounded half up to the cent', () => {
  expect(at(200_00, '1.0834')).toBe(216_68);
  expect(at(1, '0.5')).toBe(1);
  expect(at(1, '0.49999999')).toBe(0);
  expect(at(3, '1.5')).toBe(5);
  expect(at(maxCents, '1')).toBe(maxCents);
  expect(at(maxCents, '1.00000001')).toBeUndefined();
});

test('dollars are the whole number nearest to the exact product', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      (amount, whole, fraction) => {
        const dollars = at(amount, `${whole}.${String(fraction).padStart(8, '0')}`);
        const scaled = BigInt(amount) * (BigInt(whole) * 100_000_000n + BigInt(fraction));
        if (dollars === undefined) return scaled > BigInt(maxCents) * 100_000_000n;
        const distance = 2n * (BigInt(dollars) * 100_000_000n - scaled);
        return -100_000_000n < distance && distance <= 100_000_000n;
      },
    ),
  );
});
