import { type Cents, cents, formatMoney } from '#kit/money.ts';

/** The specification's badge: `Even`, `Owed $12.00` (to the member) or `Owes $12.00`. */
export function formatBalance(balance: Cents): string {
  if (balance === 0) return 'Even';
  return balance > 0 ? `Owed ${formatMoney(balance)}` : `Owes ${formatMoney(cents(-balance))}`;
}
