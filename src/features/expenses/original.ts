/** What an expense came to in the currency it was paid in. Its shares and figures stay in US dollars. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { type Cents, cents, currencies, formatMoney, maxCents, money } from '#kit/money.ts';
import { type Refused, refuse } from '#kit/result.ts';

/** The currencies of wallets other than US dollars. All of them have cents. */
export const foreignCurrencies = currencies.filter((currency) => currency !== 'USD');
export type ForeignCurrency = (typeof foreignCurrencies)[number];

const rateDecimals = 8;
const rateText = /^(\d{1,4})(?:\.(\d{1,8}))?$/;

declare const rateBrand: unique symbol;
/** US dollars for one unit of another currency, as decimal text without needless zeros: `1.0834`. */
export type Rate = string & { readonly [rateBrand]: 'Rate' };

/** Parses decimal text; undefined unless more than 0, below 10,000, with at most eight decimals. */
export function rateFromText(text: string): Rate | undefined {
  const match = rateText.exec(text.trim());
  if (!match) return undefined;
  const whole = String(Number(match[1]));
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (whole === '0' && fraction === '') return undefined;
  return (fraction === '' ? whole : `${whole}.${fraction}`) as Rate;
}

const rate = z.codec(
  z.string().check(
    z.refine(
      (text) => rateFromText(text) !== undefined,
      'Must be decimal text above 0 and below 10000, with at most eight decimals',
    ),
    z.meta({ description: 'US dollars for one unit of the currency', examples: ['1.0834'] }),
  ),
  z.custom<Rate>((value) => typeof value === 'string'),
  { decode: (text) => rateFromText(text) as Rate, encode: (value) => value },
);

export const original = z.strictObject({
  currency: z.enum(foreignCurrencies),
  amount: money,
  rate,
});
export type Original = z.output<typeof original>;

/** The rate that an expense in a currency was last logged with. */
export const latestRate = z.object({
  currency: z.enum(foreignCurrencies),
  rate,
  expenseDate: instant,
});
export type LatestRate = z.output<typeof latestRate>;

/**
 * The dollars that an amount in another currency comes to: amount times rate, exactly, rounded half
 * up to the cent. Expects a positive amount; undefined above the largest amount. The database computes
 * the same by `round`.
 */
export function convertToDollars({
  amount,
  rate,
}: Pick<Original, 'amount' | 'rate'>): Cents | undefined {
  const [whole = '', fraction = ''] = rate.split('.');
  const scale = 10n ** BigInt(rateDecimals);
  const product = BigInt(amount) * BigInt(whole + fraction.padEnd(rateDecimals, '0'));
  const dollars = (product + scale / 2n) / scale;
  return dollars > BigInt(maxCents) ? undefined : cents(Number(dollars));
}

/** `€200.00 at 1.0834` */
export function describeOriginal({ currency, amount, rate }: Original): string {
  return `${formatMoney(amount, currency)} at ${rate}`;
}

/** Refuses an amount in another currency that does not come to the expense's amount in dollars. */
export function checkOriginal(original: Original | null, amount: Cents): Refused | undefined {
  if (original === null) return undefined;
  const field = { field: 'original' };
  if (original.amount <= 0) {
    return refuse('invalid', 'original_not_positive', 'Amount must be greater than 0', field);
  }
  const dollars = convertToDollars(original);
  if (dollars === undefined) {
    const message = `${describeOriginal(original)} is more than ${formatMoney(maxCents)}`;
    return refuse('invalid', 'original_too_large', message, field);
  }
  if (dollars !== amount) {
    const message = `${describeOriginal(original)} is ${formatMoney(dollars)}, not ${formatMoney(amount)}`;
    return refuse('invalid', 'original_mismatch', message, field);
  }
  return undefined;
}
