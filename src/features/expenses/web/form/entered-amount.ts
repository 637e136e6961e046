/** The amount of the expense form, in dollars or in another currency with its rate. */
import { type Cents, type Currency, centsFromTyped, centsToText, maxCents } from '#kit/money.ts';
import type { ExpenseDraft } from '../../draft.ts';
import { convertToDollars, type Original, rateFromText } from '../../original.ts';

/** The fields of the form, as entered. */
export type EnteredAmount = { amount: string; currency: Currency; rate: string };

/** Undefined for dollars, and while the amount or the rate cannot be read. */
function readOriginal({
  amount: entered,
  currency,
  rate: text,
}: EnteredAmount): Original | undefined {
  const amount = centsFromTyped(entered, currency);
  const rate = rateFromText(text);
  if (currency === 'USD' || amount === undefined || rate === undefined) return undefined;
  return { currency, amount, rate };
}

/** What the entered amount comes to in dollars, if it can be read. */
export function readDollars(entered: EnteredAmount): Cents | undefined {
  if (entered.currency === 'USD') return centsFromTyped(entered.amount);
  const original = readOriginal(entered);
  return original && convertToDollars(original);
}

/** As `readDollars`, as text; what is entered in dollars stays as it is. */
export function toDollarText(entered: EnteredAmount): string {
  if (entered.currency === 'USD') return entered.amount;
  const dollars = readDollars(entered);
  return dollars === undefined ? '' : centsToText(dollars);
}

/** The fields of the draft. What comes to too much is refused as an original amount. */
export function readAmount(entered: EnteredAmount): Pick<ExpenseDraft, 'amount' | 'original'> {
  const original = readOriginal(entered) ?? null;
  return { amount: readDollars(entered) ?? (original && maxCents), original };
}

export function isRateMissing({ amount, currency, rate }: EnteredAmount): boolean {
  const isAmount = centsFromTyped(amount, currency) !== undefined;
  return currency !== 'USD' && isAmount && rateFromText(rate) === undefined;
}
