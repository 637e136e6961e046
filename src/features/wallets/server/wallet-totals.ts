import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, cents, maxTotalCents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import type { WalletTotal } from '../contract.ts';
import { getOnlyVisibleOwner, type Reader } from '../read-permission.ts';

/**
 * What the wallets that the reader may see hold together, per currency, and how many members owe money: as for
 * `readOpenDebits`, by what a member's wallets in US dollars hold together, and by each in another currency.
 */
export async function sumWallets(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
): Promise<{ items: WalletTotal[]; debtorCount: number }> {
  const onlyOwner = getOnlyVisibleOwner(reader) ?? null;
  const { rows } = await sql<{
    currency_code: Currency;
    wallet_count: number;
    debtor_count: number;
    balance_cents: Cents | null;
  }>`
    with seen as (
      select owner_id, wallet.id, wallet.currency_code, balance_cents
      from wallet
      join ledger_account on ledger_account.chapter_id = wallet.chapter_id
        and ledger_account.wallet_id = wallet.id
      where wallet.chapter_id = ${reader.chapterId}
        and (${onlyOwner}::uuid is null or owner_id = ${onlyOwner}::uuid)
    )
    select currency_code, count(*) as wallet_count,
      (
        select count(distinct owner_id)
        from (
          select owner_id from seen
          group by owner_id, case when currency_code <> 'USD' then id end
          having sum(balance_cents) < 0
        ) short
      ) as debtor_count,
      case when abs(sum(balance_cents)) <= ${maxTotalCents}::bigint then sum(balance_cents) end
        as balance_cents
    from seen
    group by currency_code
    order by wallet_count desc, currency_code`.execute(db);
  const items = rows.map((row) => ({
    currencyCode: row.currency_code,
    walletCount: row.wallet_count,
    balance: row.balance_cents === null ? null : cents(row.balance_cents),
  }));
  return { items, debtorCount: rows[0]?.debtor_count ?? 0 };
}
