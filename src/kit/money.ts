/**
 * Money is handled in whole minor units ("cents"), never as a float of dollars. Dollars only exist
 * in the wire codec below and in what people read and type.
 */
import * as z from 'zod/mini';
import { toHalfWidth } from './text.ts';

declare const centsBrand: unique symbol;

/** A whole number of minor units (1/100 of the currency's unit); may be negative. */
export type Cents = number & { readonly [centsBrand]: 'Cents' };

export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const;
export type Currency = (typeof currencies)[number];

/** 9,999,999,999.99: the largest amount a person may enter. */
export const maxCents = 999_999_999_999 as Cents;

export const zeroCents = 0 as Cents;

/** 9,999,999,999,999.99: the largest balance or total; dollars of this size are still exact. */
export const maxTotalCents = 999_999_999_999_999 as Cents;

/** Brands a whole number as cents; throws on a fraction, which is a bug and not an input error. */
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
 * Parses decimal text such as `1234.5` to cents; undefined for anything else: a third decimal, an
 * exponent, grouping, more than 9,999,999,999.99. Avoids floating-point arithmetic: `Math.trunc(x *
 * 100)` is wrong for one amount in seventeen, and `Math.round` accepts 1.005.
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

/**
 * Parses what a person types: like `centsFromText`, but also accepts the currency's symbol, a plus, spaces and
 * correct grouping, by the apostrophes of the Swiss and the spaces of others, too.
 */
export function centsFromTyped(text: string, currency: Currency = 'USD'): Cents | undefined {
  return centsFromText(toDecimalText(text, currency));
}

export type Amount = { readonly currency: Currency; readonly amount: Cents };

/**
 * An amount as a screen shows it, such as `$7,713.29` or `+€5.00`, without its sign: in every currency that it
 * may be in. Empty for whole numbers without a symbol, which are more often a year or a number of something.
 */
export function readShownAmounts(text: string): Amount[] {
  const bare = cleanTyped(text).replace(/^-/, '');
  if (!/[$€£]|\d\.\d\d$/.test(bare)) return [];
  return currencies.flatMap((currency) => {
    const amount = centsFromTyped(bare, currency);
    return amount === undefined ? [] : [{ currency, amount: cents(Math.abs(amount)) }];
  });
}

function toDecimalText(text: string, currency: Currency): string {
  const bare = stripSymbol(text, currency);
  const isGrouped = /^-?\d{1,3}(?=([,'’\s]))(?:\1\d{3})+(?:\.\d*)?$/.test(bare);
  const ungrouped = isGrouped ? bare.replaceAll(/[,'’\s]/g, '') : bare;
  return ungrouped.replace(/^(-?)\./, '$10.').replace(/\.$/, '');
}

/** Why `centsFromTyped` cannot read what was typed: the same words in every form. */
export function explainAmount(text: string, currency: Currency = 'USD'): string {
  const decimal = toDecimalText(text, currency);
  if (decimal === '') return 'Enter an amount';
  return /^-?\d{11,}(\.\d{1,2})?$/.test(decimal)
    ? 'Amount must be at most 9,999,999,999.99'
    : 'Enter an amount like 1,234.56, with at most two decimals';
}

/** As people write them: who pays in Canadian or Australian dollars also writes `$`. */
const typedSymbols: Record<Currency, string> = {
  USD: String.raw`(?:US ?)?\$`,
  EUR: '€',
  GBP: '£',
  CAD: String.raw`(?:CA? ?)?\$`,
  AUD: String.raw`(?:AU? ?)?\$`,
};

/** Keeps another currency's symbol, so that $200 does not count as €200. Europeans write it behind, and PayPal `$5.00 USD`. */
function stripSymbol(text: string, currency: Currency): string {
  const symbol = String.raw`(?:${typedSymbols[currency]}|${currency})`;
  const before = new RegExp(String.raw`^(-?)\s*${symbol}\s*`, 'i');
  const behind = new RegExp(String.raw`(?<=[\d.])\s*${symbol}$`, 'i');
  return cleanTyped(text).replace(before, '$1').replace(behind, '');
}

/** As pages and banks write amounts: marks that nobody sees come along, and a sign stands apart or is longer. */
function cleanTyped(text: string): string {
  return toHalfWidth(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^([-−–+])\s*/, (_, sign: string) => (sign === '+' ? '' : '-'));
}

/** Decimal text with two decimals and no grouping, for input fields. */
export function centsToText(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Dollars for the wire, a JSON number with at most two decimals. */
export function centsToDollars(amount: Cents): number {
  return Number(centsToText(amount));
}

const isDollars = (value: number) =>
  !Object.is(value, -0) && centsFromText(String(value)) !== undefined;

/** The only conversion between dollars on the wire (JSON numbers) and cents. */
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

/** As `money`, for sums in replies: balances and totals up to `maxTotalCents`. */
export const moneyTotal = z.codec(
  z.number().check(
    z.refine((dollars) => totalFromDollars(dollars) !== undefined),
    z.meta({ description: 'A sum, at most two decimals', multipleOf: 0.01 }),
  ),
  z.custom<Cents>((value) => Number.isSafeInteger(value)),
  { decode: (dollars) => totalFromDollars(dollars) as Cents, encode: centsToDollars },
);

/** en-US currency symbols. */
export const symbols: Record<Currency, string> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  CAD: 'CA$',
  AUD: 'A$',
};

/**
 * `$1,234.50`, `-€5.00`: en-US with grouping, built from exact decimal text. Not by `Intl`, whose
 * tables load slowly on phones.
 */
export function formatMoney(amount: Cents, currency: Currency = 'USD'): string {
  const [whole = '', fraction = ''] = centsToText(Math.abs(amount) as Cents).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${amount < 0 ? '-' : ''}${symbols[currency]}${grouped}.${fraction}`;
}

/** As `formatMoney`, with a plus for zero or more, as for credits in a list. */
export function formatSignedMoney(amount: Cents, currency: Currency = 'USD'): string {
  return `${amount >= 0 ? '+' : ''}${formatMoney(amount, currency)}`;
}
