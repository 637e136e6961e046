import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { describeMoney } from './describe-money.ts';

const even = { standing: cents(0), otherCurrencies: [] };

test.each([
  [even, 'Nothing to pay.'],
  [{ ...even, standing: cents(-250_00) }, '$250.00 to pay.'],
  [{ ...even, standing: cents(2_046_57) }, "You're owed $2,046.57."],
  [
    { ...even, otherCurrencies: [{ currency: 'EUR' as const, balance: cents(-40_00) }] },
    '€40.00 to pay.',
  ],
  [
    {
      standing: cents(-250_00),
      otherCurrencies: [
        { currency: 'EUR' as const, balance: cents(-40_00) },
        { currency: 'GBP' as const, balance: cents(5_00) },
      ],
    },
    "$250.00 and €40.00 to pay. You're owed £5.00.",
  ],
])('%# is described in words', (standing, words) => {
  expect(describeMoney(standing)).toBe(words);
});
