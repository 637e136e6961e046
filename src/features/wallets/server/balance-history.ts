import { sql } from 'kysely';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents, Currency } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import { type BalancePoint, buildBalancePoints, thinBalancePoints } from '../balance-points.ts';

/** Bounds what is read of a long history, from one index alone. */
const maxTransactionsOfHistory = 5_000;

type Row = {
  currency_code: Currency;
  balance_cents: Cents;
  total: number;
  /** Null for a wallet without transactions. */
  day: Day | null;
  amount_cents: Cents | null;
};

/**
 * The course of a wallet's balance by effective date over its newest transactions, backward from the
 * stored balance; undefined if there is no such wallet.
 */
export async function findBalanceHistory(
  db: Db,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  { timeZone, most = maxTransactionsOfHistory }: { timeZone: string; most?: number },
): Promise<{ currencyCode: Currency; points: BalancePoint[]; isComplete: boolean } | undefined> {
  const { rows } = await sql<Row>`
    select account.currency_code, account.balance_cents,
      account.head_seq - 2 * account.reversal_count as total, moved.day, moved.amount_cents
    from ledger_account account
    left join (
      select to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        sum(amount_cents) as amount_cents
      from (
        select occurred_at, amount_cents
        from wallet_transaction
        where chapter_id = ${chapterId} and wallet_id = ${walletId} and deleted_at is null
        order by occurred_at desc, id desc
        limit ${most}
      ) newest
      group by 1
    ) moved on true
    where account.chapter_id = ${chapterId} and account.wallet_id = ${walletId}
    order by moved.day`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const movements = rows.flatMap(({ day, amount_cents: amount }) =>
    day !== null && amount !== null ? [{ day, amount }] : [],
  );
  return {
    currencyCode: first.currency_code,
    points: thinBalancePoints(buildBalancePoints(first.balance_cents, movements)),
    isComplete: first.total <= most,
  };
}
