import { type Cents, cents, centsFromText, centsFromTyped, zeroCents } from '#kit/money.ts';

/** $5,000.00, as the specification requires. */
export const defaultBankBalance = cents(500_000);

/**
 * Any number, rounded to the cent; zero for anything else, as the specification requires.
 */
export function parseEnteredBankBalance(entered: string): Cents {
  const exact = centsFromTyped(entered);
  if (exact !== undefined) return exact;
  const bare = entered.replace(/[$,\s]/g, '');
  const number = bare === '' ? Number.NaN : Number(bare);
  return (Number.isFinite(number) ? centsFromText(number.toFixed(2)) : undefined) ?? zeroCents;
}

/** Parses stored cents; returns the default if they are missing or invalid. */
export function parseStoredBankBalance(stored: string | undefined): Cents {
  if (stored === undefined || !/^-?\d{1,15}$/.test(stored)) return defaultBankBalance;
  return cents(Number(stored));
}
