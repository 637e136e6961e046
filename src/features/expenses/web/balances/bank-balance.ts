import { type Cents, centsFromTyped, zeroCents } from '#kit/money.ts';

/**
 * Null for nothing, which says that the balance is not known; zero for what is no number at all, as the
 * specification requires; undefined for figures that can be read in more than one way.
 */
export function parseEnteredBankBalance(entered: string): Cents | null | undefined {
  if (entered.replace(/[$\s]/g, '') === '') return null;
  return centsFromTyped(entered) ?? (/\d/.test(entered) ? undefined : zeroCents);
}
