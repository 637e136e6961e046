import { sql } from 'kysely';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents, Currency } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';

/**
 * A wallet's balance at the end of a day in a time zone, by effective date; undefined if there is
 * no such wallet. Reversals keep the date of what they reverse, so it equals today's balance minus
 * the later visible transactions.
 */
export async function findBalanceAsOf(
  db: Db,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
  { day, timeZone }: { readonly day: Day; readonly timeZone: string },
): Promise<{ currencyCode: Currency; balance: Cents } | undefined> {
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone);
  const { rows } = await sql<{ currency_code: Currency; balance: Cents }>`
    select currency_code, balance_cents - (
      select coalesce(sum(amount_cents), 0)
      from wallet_transaction
      where chapter_id = ${chapterId} and wallet_id = ${walletId} and deleted_at is null
        and occurred_at >= to_timestamp(${end.epochMilliseconds / 1_000}::float8)
    ) as balance
    from ledger_account
    where chapter_id = ${chapterId} and wallet_id = ${walletId}`.execute(db);
  return rows[0] && { currencyCode: rows[0].currency_code, balance: rows[0].balance };
}
