import { type Cents, cents, centsFromText, centsFromTyped, zeroCents } from '#kit/money.ts';

/** $5,000.00: what a browser shows that was never told another balance. */
export const defaultBankBalance = cents(500_000);

/**
 * The balance a person typed: anything that is a number, rounded to the cent; zero for anything
 * else, as the specification has it.
 */
export function bankBalanceFromTyped(typed: string): Cents {
  const exact = centsFromTyped(typed);
  if (exact !== undefined) return exact;
  const bare = typed.replace(/[$,\s]/g, '');
  const number = bare === '' ? Number.NaN : Number(bare);
  return (Number.isFinite(number) ? centsFromText(number.toFixed(2)) : undefined) ?? zeroCents;
}

/** What was kept, in cents; the default when nothing, or nothing sensible, was. */
export function bankBalanceFromKept(kept: string | undefined): Cents {
  if (kept === undefined || !/^-?\d{1,15}$/.test(kept)) return defaultBankBalance;
  return cents(Number(kept));
}
