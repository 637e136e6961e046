import { sql } from 'kysely';
import type { OpenMatters } from '#features/members/erasure.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, formatMoney } from '#kit/money.ts';
import type { Tx } from '#server/database/db.ts';

/** Named in a refusal; a member has a wallet or two. */
const maxWallets = 5;

/**
 * What is open between a member and the chapter. Waits for what is just being added to their wallets, whose
 * accounts stay locked until the commit.
 */
export async function findOpenMatters(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<OpenMatters> {
  const wallets = await sql<{ currency: Currency; balance: Cents }>`
    select currency_code as currency, balance_cents as balance
    from hub.lock_balances(${chapterId}, ${memberId})
  `.execute(tx);
  const open = await sql<{ balance: Cents; expenses: number; payments: number }>`
    select
      (select s.open_cents from hub.member_standing s
        where s.chapter_id = ${chapterId} and s.member_id = ${memberId}) as balance,
      (select count(*)::integer from hub.expense e
        where e.chapter_id = ${chapterId} and e.status = 'open' and e.deleted_at is null
          and (e.paid_by = ${memberId}
            or exists (select from hub.expense_participant p
              where p.chapter_id = e.chapter_id and p.expense_id = e.id and p.member_id = ${memberId})
            or exists (select from hub.expense_payer y
              where y.chapter_id = e.chapter_id and y.expense_id = e.id
                and y.member_id = ${memberId}))) as expenses,
      (select count(*)::integer from hub.payment p
        where p.chapter_id = ${chapterId} and p.status = 'waiting'
          and ${memberId} in (p.from_member_id, p.to_member_id)) as payments
  `.execute(tx);
  const { balance = 0, expenses = 0, payments = 0 } = open.rows[0] ?? {};
  return {
    balance: balance === 0 ? null : formatMoney(balance as Cents),
    wallets: wallets.rows
      .filter((wallet) => wallet.balance !== 0)
      .slice(0, maxWallets)
      .map((wallet) => formatMoney(wallet.balance, wallet.currency)),
    openExpenses: expenses,
    waitingPayments: payments,
  };
}
