import { type Cents, centsFromText, centsFromTyped, zeroCents } from '#kit/money.ts';

/**
 * Any number, rounded to the cent; zero for anything else, as the specification requires, and null for
 * nothing, which says that the balance is not known.
 */
export function parseEnteredBankBalance(entered: string): Cents | null {
  const exact = centsFromTyped(entered);
  if (exact !== undefined) return exact;
  const bare = entered.replace(/[$,\s]/g, '');
  if (bare === '') return null;
  const number = Number(bare);
  return (Number.isFinite(number) ? centsFromText(number.toFixed(2)) : undefined) ?? zeroCents;
}
