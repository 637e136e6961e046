import { cents, centsFromTyped, centsToText } from '#kit/money.ts';

/** Adds or subtracts one cent, never below zero; undefined if the text is not an amount. */
export function stepAmount(text: string, step: 1 | -1): string | undefined {
  const amount = text.trim() === '' ? 0 : centsFromTyped(text);
  if (amount === undefined || amount < 0) return undefined;
  return centsToText(cents(Math.max(0, amount + step)));
}
