/** The chapter's wallets, page by page. */
import { type RawBuilder, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { isDescending, type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/matching.ts';
import type { Wallet, WalletSort } from '../contract.ts';
import { changedAt, walletsWithAccounts, withOwners } from './wallet-store.ts';

export type WalletRequest = PageRequest &
  SortRequest<WalletSort> & {
    readonly searchTerm?: string | undefined;
    readonly ownerId?: Id<'member'> | undefined;
  };

/** The chapter's wallets, newest first unless sorted; the search looks into their names. */
export async function listWallets(
  db: Db,
  chapterId: Id<'chapter'>,
  request: WalletRequest,
): Promise<Page<Wallet>> {
  const match = matching(request.searchTerm, ['wallet.name']);
  let found = db.selectFrom('wallet').where('wallet.chapter_id', '=', chapterId);
  if (request.ownerId) found = found.where('wallet.owner_id', '=', request.ownerId);
  if (match) found = found.where(match);
  const order = orderOf(request);
  // The page's ids first, read from an index where there is one for the order: what is skipped is
  // never joined, nor is what the order does not look at.
  const ids = found
    .leftJoin('ledger_account', (join) =>
      join
        .onRef('ledger_account.chapter_id', '=', 'wallet.chapter_id')
        .onRef('ledger_account.wallet_id', '=', 'wallet.id'),
    )
    .leftJoin('member', (join) =>
      join
        .onRef('member.chapter_id', '=', 'wallet.chapter_id')
        .onRef('member.id', '=', 'wallet.owner_id'),
    )
    .select('wallet.id')
    .orderBy(order)
    .offset(request.skip)
    .limit(request.take);
  const [rows, total] = await Promise.all([
    walletsWithAccounts(db, chapterId)
      .innerJoin('member', (join) =>
        join
          .onRef('member.chapter_id', '=', 'wallet.chapter_id')
          .onRef('member.id', '=', 'wallet.owner_id'),
      )
      .where('wallet.id', '=', sql<Id<'wallet'>>`any (array(${ids}))`)
      .orderBy(order)
      .execute(),
    found.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return page(await withOwners(db, chapterId, rows), total.count, request);
}

/** Ties come newest first, whatever the direction, so that the order of a list is always one. */
function orderOf(request: SortRequest<WalletSort>): RawBuilder<unknown> {
  const { sort } = request;
  const way = isDescending(request) ? sql`desc` : sql`asc`;
  if (sort === undefined || sort === 'created') {
    return sql`wallet.created_at ${way}, wallet.id ${way}`;
  }
  return sql`${sortKeys[sort]} ${way}, wallet.created_at desc, wallet.id desc`;
}

/** Texts as people sort them; an owner by the name that the list shows. */
const sortKeys = {
  name: sql`wallet.name collate "und-x-icu"`,
  owner: sql`(case when btrim(member.first_name) <> '' and btrim(member.last_name) <> ''
    then btrim(member.first_name) || ' ' || btrim(member.last_name)
    else member.display_name end) collate "und-x-icu"`,
  currency: sql`wallet.currency_code`,
  balance: sql`ledger_account.balance_cents`,
  updated: changedAt,
} satisfies Record<Exclude<WalletSort, 'created'>, RawBuilder<unknown>>;
