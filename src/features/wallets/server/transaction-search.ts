/** Finds transactions in all wallets at once. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { centsFromTyped, readShownAmounts } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import { canUseIndex, matching } from '#server/database/text-search.ts';
import type { FoundTransaction } from '../contract.ts';
import { getOnlyVisibleOwner, type Reader } from '../read-permission.ts';

const defaultTake = 10;

/** Whatever matches more often is also among the newest of a wallet, which are then looked through. */
const maxMatches = 1_000;
/** Of each wallet, from the table. */
const maxNewest = 100;
const texts = 't.description, t.reference_id';
/** Of each wallet, from an index alone. */
const maxAmounts = 1_000;

/**
 * The newest transactions with this description, reference or amount in wallets the reader may see. What
 * is read is bounded, however many there are.
 */
export async function searchTransactions(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
  { searchTerm, take = defaultTake }: { searchTerm: string; take?: number | undefined },
): Promise<FoundTransaction[]> {
  const { chapterId } = reader;
  const onlyOwner = getOnlyVisibleOwner(reader);
  const match = matching(searchTerm, ['t.description', 't.reference_id']);
  // As a wallet of any currency shows it, or a whole number.
  const [shown] = readShownAmounts(searchTerm);
  const amount = shown?.amount ?? centsFromTyped(searchTerm.replace(/^[-+−]/, ''));
  const isMine = onlyOwner === undefined ? sql`true` : sql`w.owner_id = ${onlyOwner}`;
  const newest = (most: number, columns: string, condition: RawBuilder<SqlBool>) => sql`
    select t.id, t.occurred_at
    from visible w
    cross join lateral (
      select t.id, t.occurred_at, ${sql.raw(columns)} from wallet_transaction t
      where t.chapter_id = ${chapterId} and t.wallet_id = w.id and t.deleted_at is null
      order by t.occurred_at desc, t.id desc limit ${most}
    ) t
    where ${condition}`;
  const parts: RawBuilder<unknown>[] = [];
  if (match) {
    const isIndexed = canUseIndex(searchTerm.trim());
    if (isIndexed) parts.push(sql`select id, occurred_at from matched`);
    parts.push(
      isIndexed
        ? sql`${newest(maxNewest, texts, match)} and (select count(*) from matched) = ${maxMatches}`
        : newest(maxNewest, texts, match),
    );
  }
  if (amount) {
    const isAmount = sql<SqlBool>`abs(t.amount_cents) = ${Math.abs(amount)}`;
    parts.push(newest(maxAmounts, 't.amount_cents', isAmount));
  }
  if (parts.length === 0) return [];
  const { rows } = await sql<FoundTransaction>`
    with visible as materialized (
      select w.id from wallet w where w.chapter_id = ${chapterId} and ${isMine}
    ), matched as materialized (
      select t.id, t.occurred_at
      from wallet_transaction t
      where t.chapter_id = ${chapterId} and t.deleted_at is null and ${match ?? sql`false`}
        ${onlyOwner === undefined ? sql`` : sql`and t.wallet_id in (select id from visible)`}
      limit ${maxMatches}
    ), found as (
      select id, occurred_at from (${sql.join(parts, sql` union `)}) each
      order by occurred_at desc, id desc limit ${take}
    )
    select t.id, t.wallet_id as "walletId", w.name as "walletName",
      w.currency_code as "currencyCode", t.amount_cents as amount, t.description,
      t.reference_id as "referenceId", t.occurred_at as date
    from found
    join wallet_transaction t on t.chapter_id = ${chapterId} and t.id = found.id
    join wallet w on w.chapter_id = t.chapter_id and w.id = t.wallet_id
    order by t.occurred_at desc, t.id desc`.execute(db);
  return rows;
}
