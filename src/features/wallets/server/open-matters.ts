import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, formatMoney } from '#kit/money.ts';
import type { Tx } from '#server/database/db.ts';

/** Named in a refusal; a member has a wallet or two. */
const maxWallets = 5;

/** Locks the member's balances, so that nothing is posted until the transaction ends. */
export async function findOpenMatters(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<string[]> {
  const { rows } = await sql<{ currency: Currency; balance: Cents }>`
    select currency_code as currency, balance_cents as balance
    from hub.lock_balances(${chapterId}, ${memberId})
  `.execute(tx);
  const amounts = rows
    .filter(({ balance }) => balance !== 0)
    .slice(0, maxWallets)
    .map(({ balance, currency }) => formatMoney(balance, currency));
  return amounts.length === 0 ? [] : [`wallets with ${amounts.join(', ')}`];
}
