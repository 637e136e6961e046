import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, cents, maxTotalCents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import type { WalletTotal } from '../contract.ts';
import { getOnlyVisibleOwner, type Reader } from '../read-permission.ts';

/** What the wallets that the reader may see hold together, per currency, from stored balances. */
export async function sumWallets(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
): Promise<WalletTotal[]> {
  const onlyOwner = getOnlyVisibleOwner(reader) ?? null;
  const { rows } = await sql<{
    currency_code: Currency;
    wallet_count: number;
    below_zero_count: number;
    balance_cents: Cents | null;
  }>`
    select currency_code, count(*) as wallet_count,
      count(*) filter (where balance_cents < 0) as below_zero_count,
      case when abs(sum(balance_cents)) <= ${maxTotalCents}::bigint then sum(balance_cents) end
        as balance_cents
    from wallet
    join ledger_account using (chapter_id, currency_code)
    where chapter_id = ${reader.chapterId} and ledger_account.wallet_id = wallet.id
      and (${onlyOwner}::uuid is null or owner_id = ${onlyOwner}::uuid)
    group by currency_code
    order by wallet_count desc, currency_code`.execute(db);
  return rows.map((row) => ({
    currencyCode: row.currency_code,
    walletCount: row.wallet_count,
    belowZeroCount: row.below_zero_count,
    balance: row.balance_cents === null ? null : cents(row.balance_cents),
  }));
}
