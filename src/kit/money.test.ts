import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { scaleRuns } from '#app/testing/amounts.ts';
import {
  cents,
  centsFromText,
  centsFromTyped,
  centsToDollars,
  centsToText,
  currencies,
  explainAmount,
  formatMoney,
  formatSignedMoney,
  maxCents,
  money,
  readShownAmounts,
  sumCents,
} from './money.ts';

const anyCents = fc.integer({ min: -maxCents, max: maxCents }).map(cents);

describe('the wire', () => {
  test('every amount survives dollars and JSON exactly', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        const wire: unknown = JSON.parse(JSON.stringify(z.encode(money, amount)));
        expect(z.decode(money, wire as number)).toBe(amount);
      }),
      { numRuns: scaleRuns(5_000) },
    );
  });

  test('amounts that floating-point arithmetic gets wrong are exact', () => {
    for (const [dollars, expected] of [
      [1.1, 110],
      [4.35, 435],
      [8.41, 841],
      [1.15, 115],
      [0.29, 29],
      [9_999_999_999.99, 999_999_999_999],
    ] as const) {
      expect(z.decode(money, dollars)).toBe(expected);
    }
  });

  test.each([
    1.005,
    0.001,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e10,
    1e21,
    1e-7,
    10_000_000_000,
  ])('%d is refused', (value) => {
    expect(money.safeParse(value).success).toBe(false);
  });

  test.each(['12', true, null, [5], {}, undefined])('%j is refused', (value) => {
    expect(money.safeParse(value).success).toBe(false);
  });
});

describe('text', () => {
  test('every amount survives text', () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(centsFromText(centsToText(amount))).toBe(amount);
        expect(String(centsToDollars(amount))).not.toContain('e');
      }),
      { numRuns: scaleRuns(5_000) },
    );
  });

  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['-0.01', -1],
  ])('%s is %d cents', (text, amount) => {
    expect(centsFromText(text)).toBe(amount);
  });

  test.each(['', ' ', '1.', '.5', '1e2', '1,000', '0x10', '１２', '1.234', '99999999999'])(
    '%j is not an amount',
    (text) => {
      expect(centsFromText(text)).toBeUndefined();
    },
  );

  test.each([
    ['$1,234.5', 123_450],
    [' 1,234 ', 123_400],
    ['.5', 50],
    ['5.', 500],
    ['-$3', -300],
  ])('%j is accepted as typed input', (text, amount) => {
    expect(centsFromTyped(text)).toBe(amount);
  });

  test.each([
    ['€200.00', 'EUR', 200_00],
    ['-€ 7', 'EUR', -7_00],
    [' £1,234.5', 'GBP', 1_234_50],
    ['CA$7', 'CAD', 7_00],
    ['a$7', 'AUD', 7_00],
    ['US$5', 'USD', 5_00],
    ['AU$5', 'AUD', 5_00],
    ['C$5', 'CAD', 5_00],
    ['US$5', 'CAD', undefined],
    ['\u200e$1,234.50\u200b', 'USD', 1_234_50],
    ['\u202a−€12.50\u202c\u00a0', 'EUR', -12_50],
    ['A$5', 'USD', undefined],
    ['12.50 €', 'EUR', 12_50],
    ['EUR 1,234.50', 'EUR', 1_234_50],
    ['-12.50 usd', 'USD', -12_50],
    ['USD12', 'USD', 12_00],
    ['12 $', 'CAD', 12_00],
    ['12.50 EUR', 'USD', undefined],
    ['$12.50 USD', 'USD', 12_50],
    ['$12.50 CAD', 'USD', undefined],
    ['US $12.50', 'USD', 12_50],
    ['+ $40.00', 'USD', 40_00],
    ['- 12.50', 'USD', -12_50],
    ["1'234.50", 'USD', 1_234_50],
    ['1’234’567.5', 'EUR', 1_234_567_50],
    ['1\u00a0234.50 €', 'EUR', 1_234_50],
    ["1'234,567", 'USD', undefined],
    ['12 50', 'USD', undefined],
    ['1 2345', 'USD', undefined],
    ['USD', 'USD', undefined],
    ['–$12.50', 'USD', -12_50],
    ['＄１２．５０', 'USD', 12_50],
    ['12½', 'USD', undefined],
    ['12²', 'USD', undefined],
    ['200', 'EUR', 200_00],
    ['$200', 'EUR', undefined],
    ['$7', 'CAD', 7_00],
    ['A$7', 'CAD', undefined],
    ['€7', 'USD', undefined],
  ] as const)('%j typed in %s', (text, currency, amount) => {
    expect(centsFromTyped(text, currency)).toBe(amount);
  });

  test.each(['12,34', '1,2345', '1,234,5', 'abc', '', '1.234', '$'])(
    'what a person types as %j is not an amount',
    (text) => {
      expect(centsFromTyped(text)).toBeUndefined();
    },
  );
});

describe('what cannot be read gets the same words in every form', () => {
  const example = 'Enter an amount like 1,234.56, with at most two decimals';
  test.each([
    ['', 'Enter an amount'],
    [' $ ', 'Enter an amount'],
    ['12,50', example],
    ['1.234,56', example],
    ['1.234', example],
    ['€5', example],
    ['abc', example],
    ['1,234,567,8901', example],
    ['10000000000', 'Amount must be at most 9,999,999,999.99'],
    ['12,345,678,901.00', 'Amount must be at most 9,999,999,999.99'],
  ])('%j', (text, words) => {
    expect(centsFromTyped(text)).toBeUndefined();
    expect(explainAmount(text)).toBe(words);
  });
});

test.each([
  ['$7,713.29', 771_329, ['USD', 'CAD', 'AUD']],
  ['+€5.00', 500, ['EUR']],
  ['-CA$7', 700, ['CAD']],
  ['12.50', 1_250, ['USD', 'EUR', 'GBP', 'CAD', 'AUD']],
  ['−€5.00', 500, ['EUR']],
  ['€-5.00', 500, ['EUR']],
  ['\u200b€5.00', 500, ['EUR']],
] as const)('a search for %j looks for an amount', (text, amount, inCurrencies) => {
  expect(readShownAmounts(text)).toEqual(inCurrencies.map((currency) => ({ currency, amount })));
});

test.each(['2026', '12,50', 'Gala', '', '$', '1.5'])('a search for %j looks for words', (text) => {
  expect(readShownAmounts(text)).toEqual([]);
});

describe('formats', () => {
  test('amounts are grouped, exact and signed', () => {
    expect(formatMoney(cents(123_456_789))).toBe('$1,234,567.89');
    expect(formatMoney(cents(-500), 'EUR')).toBe('-€5.00');
    expect(formatMoney(maxCents)).toBe('$9,999,999,999.99');
    expect(formatSignedMoney(cents(0))).toBe('+$0.00');
    expect(formatSignedMoney(cents(-1))).toBe('-$0.01');
  });

  test('the formats match en-US', () => {
    fc.assert(
      fc.property(anyCents, fc.constantFrom(...currencies), (amount, currency) => {
        const outside = new Intl.NumberFormat('en-US', { style: 'currency', currency });
        const text = centsToText(amount) as Intl.StringNumericLiteral;
        expect(formatMoney(amount, currency)).toBe(outside.format(text));
      }),
    );
  });
});

test('a fraction of a cent throws', () => {
  expect(() => cents(0.5)).toThrow();
  expect(() => sumCents([cents(Number.MAX_SAFE_INTEGER), cents(1)])).toThrow();
});
