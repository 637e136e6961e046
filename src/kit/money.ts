/**
 * Money inside the hub: whole minor units ("cents"), never a float of dollars.
 * Dollars exist in two places only: the wire codec below and what a person reads or types.
 */
import * as z from 'zod/mini';

declare const centsBrand: unique symbol;

/** A whole number of minor units (1/100 of the currency's unit); may be negative. */
export type Cents = number & { readonly [centsBrand]: 'Cents' };

export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
export type Currency = (typeof currencies)[number];

/** 9,999,999,999.99: the largest amount a person may state. */
export const maxCents = 999_999_999_999 as Cents;

export const zeroCents = 0 as Cents;

/** 9,999,999,999,999.99: the largest balance or total; dollars of this size are still exact. */
export const maxTotalCents = 999_999_999_999_999 as Cents;

/** Brands a whole number of minor units. Throws on a fraction: that is a bug, not an input error. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new Error('cents must be a safe whole number');
  return (amount === 0 ? 0 : amount) as Cents;
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return cents(total);
}

const decimalText = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/;
const totalText = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/;

/**
 * Reads decimal text such as `1234.5` into cents; `undefined` for anything else: a third
 * decimal, an exponent, grouping, more than 9,999,999,999.99. From text and never by arithmetic:
 * `Math.trunc(x * 100)` is wrong for one amount in seventeen, `Math.round` accepts 1.005.
 */
export function centsFromText(text: string): Cents | undefined {
  return centsFromDecimal(text, decimalText);
}

function centsFromDecimal(text: string, pattern: RegExp): Cents | undefined {
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return cents(sign === '-' ? -amount : amount);
}

/** Reads what a person types: like `centsFromText`, but `$`, spaces and correct grouping may stay. */
export function centsFromTyped(text: string): Cents | undefined {
  const bare = text.trim().replace(/^(-?)\s*\$\s*/, '$1');
  const grouped = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  const padded = grouped.replace(/^(-?)\./, '$10.').replace(/\.$/, '');
  return centsFromText(padded);
}

/** Decimal text without grouping, two decimals: what goes into an input field. */
export function centsToText(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The dollars of the wire, a JSON number with at most two decimals. */
export function centsToDollars(amount: Cents): number {
  return Number(centsToText(amount));
}

const isDollars = (value: number) =>
  !Object.is(value, -0) && centsFromText(String(value)) !== undefined;

/** The one translation between the wire's dollars (JSON number) and cents. */
export const money = z.codec(
  z.number().check(
    z.refine(isDollars, 'Must be an amount of at most 9,999,999,999.99 with at most two decimals'),
    z.meta({
      description: "US dollars (or the wallet's currency), at most two decimals",
      multipleOf: 0.01,
    }),
  ),
  z.custom<Cents>((value) => Number.isSafeInteger(value)),
  {
    decode: (dollars) => centsFromText(String(dollars)) as Cents,
    encode: centsToDollars,
  },
);

const totalFromDollars = (dollars: number) => centsFromDecimal(String(dollars), totalText);

/** As `money`, for what replies state as a sum: balances and totals, up to `maxTotalCents`. */
export const moneyTotal = z.codec(
  z.number().check(
    z.refine((dollars) => totalFromDollars(dollars) !== undefined),
    z.meta({ description: 'A sum, at most two decimals', multipleOf: 0.01 }),
  ),
  z.custom<Cents>((value) => Number.isSafeInteger(value)),
  { decode: (dollars) => totalFromDollars(dollars) as Cents, encode: centsToDollars },
);

/** As en-US has them. */
const symbols: Record<Currency, string> = { USD: '$', EUR: '€', GBP: '£', CAD: 'CA$', AUD: 'A$' };

/**
 * `$1,234.50`, `-€5.00`: en-US with grouping; exact, because it is made of decimal text. Not by
 * `Intl`, whose tables a phone takes long to load before the first figure is seen.
 */
export function formatMoney(amount: Cents, currency: Currency = 'USD'): string {
  const [whole = '', fraction = ''] = centsToText(Math.abs(amount) as Cents).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${amount < 0 ? '-' : ''}${symbols[currency]}${grouped}.${fraction}`;
}

/** As `formatMoney`, with a plus for zero or more: the sign a credit carries in a history. */
export function formatSignedMoney(amount: Cents, currency: Currency = 'USD'): string {
  return `${amount >= 0 ? '+' : ''}${formatMoney(amount, currency)}`;
}
