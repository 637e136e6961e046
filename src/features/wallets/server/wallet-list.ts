/** Pages of the chapter's wallets. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { isDescending, type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { matching } from '#server/database/text-search.ts';
import type { Wallet, WalletSort } from '../contract.ts';
import { getOnlyVisibleOwner, type Reader } from '../read-permission.ts';
import { addOwners, changedAt, selectWallets } from './wallet-store.ts';

export type WalletRequest = PageRequest &
  SortRequest<WalletSort> & {
    readonly searchTerm?: string | undefined;
    readonly ownerId?: Id<'member'> | undefined;
    readonly belowZero?: boolean | undefined;
    readonly ownFirst?: boolean | undefined;
  };

/** The chapter's wallets that the reader may see, newest first by default; the search covers names. */
export async function listWallets(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
  request: WalletRequest,
): Promise<Page<Wallet>> {
  const { chapterId } = reader;
  const onlyOwner = getOnlyVisibleOwner(reader);
  const match = matching(request.searchTerm, ['wallet.name']);
  let query = db.selectFrom('wallet').where('wallet.chapter_id', '=', chapterId);
  if (onlyOwner) query = query.where('wallet.owner_id', '=', onlyOwner);
  if (request.ownerId) query = query.where('wallet.owner_id', '=', request.ownerId);
  if (match) query = query.where(match);
  if (request.belowZero) query = query.where(isBelowZero);
  const order = request.ownFirst
    ? sql`(wallet.owner_id = ${reader.memberId}) desc, ${buildOrder(request)}`
    : buildOrder(request);
  // Selects the page's ids first, from an index where possible, so that skipped rows
  // and unneeded columns are never joined.
  const ids = query
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
    selectWallets(db, chapterId)
      .innerJoin('member', (join) =>
        join
          .onRef('member.chapter_id', '=', 'wallet.chapter_id')
          .onRef('member.id', '=', 'wallet.owner_id'),
      )
      .where('wallet.id', '=', sql<Id<'wallet'>>`any (array(${ids}))`)
      .orderBy(order)
      .execute(),
    query.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return page(await addOwners(db, chapterId, rows), total.count, request);
}

const isBelowZero = sql<SqlBool>`exists (
  select from ledger_account
  where ledger_account.chapter_id = wallet.chapter_id and ledger_account.wallet_id = wallet.id
    and ledger_account.balance_cents < 0)`;

/** Ties are always newest first, so that the order is total. */
function buildOrder(request: SortRequest<WalletSort>): RawBuilder<unknown> {
  const { sort } = request;
  const direction = isDescending(request) ? sql`desc` : sql`asc`;
  if (sort === undefined || sort === 'created') {
    return sql`wallet.created_at ${direction}, wallet.id ${direction}`;
  }
  return sql`${sortKeys[sort]} ${direction}, wallet.created_at desc, wallet.id desc`;
}

/** Locale-aware text order; owners by their displayed name. */
const sortKeys = {
  name: sql`wallet.name collate "und-x-icu"`,
  owner: sql`(case when btrim(member.first_name) <> '' and btrim(member.last_name) <> ''
    then btrim(member.first_name) || ' ' || btrim(member.last_name)
    else member.display_name end) collate "und-x-icu"`,
  currency: sql`wallet.currency_code`,
  balance: sql`ledger_account.balance_cents`,
  updated: changedAt,
} satisfies Record<Exclude<WalletSort, 'created'>, RawBuilder<unknown>>;
