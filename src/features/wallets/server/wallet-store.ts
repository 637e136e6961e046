/** Wallets, their owners and their balances. */
import { type ExpressionBuilder, sql } from 'kysely';
import { listMemberNames } from '#features/members/server/store.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents, Currency } from '#kit/money.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Tables } from '#server/database/tables.ts';
import type { NewWallet, Wallet, WalletDetail } from '../contract.ts';
import { maySeeWalletsOf, type Reader } from '../read-permission.ts';

export async function findWallet(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
): Promise<WalletDetail | undefined> {
  const row = await selectWallets(db, chapterId)
    .where('wallet.id', '=', walletId)
    .select((row) => unsettledReimbursement(row).as('unsettled_cents'))
    .executeTakeFirst();
  if (!row) return undefined;
  const [wallet] = await addOwners(db, chapterId, [row]);
  return wallet && { ...wallet, unsettledReimbursementTotal: row.unsettled_cents };
}

/** Selects the chapter's wallets with their balances. */
export function selectWallets(db: Db | Tx, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('wallet')
    .innerJoin('ledger_account', (join) =>
      join
        .onRef('ledger_account.chapter_id', '=', 'wallet.chapter_id')
        .onRef('ledger_account.wallet_id', '=', 'wallet.id'),
    )
    .where('wallet.chapter_id', '=', chapterId)
    .select(walletColumns);
}

export const changedAt = sql<Instant>`greatest(wallet.updated_at, ledger_account.updated_at)`;

const walletColumns = [
  'wallet.id',
  'wallet.name',
  'wallet.owner_id',
  'wallet.currency_code',
  'wallet.created_at',
  'ledger_account.balance_cents',
  changedAt.as('changed_at'),
] as const;

type WalletRow = {
  id: Id<'wallet'>;
  name: string;
  owner_id: Id<'member'>;
  currency_code: Currency;
  created_at: Instant;
  balance_cents: Cents;
  changed_at: Instant;
};

/** Adds current owner names, in the given order. */
export async function addOwners(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  rows: readonly WalletRow[],
): Promise<Wallet[]> {
  const names = await listMemberNames(db, chapterId, [...new Set(rows.map((row) => row.owner_id))]);
  const byId = new Map(names.map((name) => [name.id, name]));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ownerId: row.owner_id,
    user: {
      id: row.owner_id,
      firstName: byId.get(row.owner_id)?.firstName ?? '',
      lastName: byId.get(row.owner_id)?.lastName ?? '',
    },
    currencyCode: row.currency_code,
    currentBalance: row.balance_cents,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
  }));
}

/**
 * Open reimbursements of the owner: the credit of their open expenses with wallet transactions. 0
 * unless this is their settlement wallet.
 */
function unsettledReimbursement(row: ExpressionBuilder<Tables, 'wallet'>) {
  return sql<Cents>`coalesce((
    select sum(open_credit.credit_cents)
    from open_credit
    where open_credit.chapter_id = ${row.ref('wallet.chapter_id')}
      and open_credit.member_id = ${row.ref('wallet.owner_id')}
      and open_credit.use_wallet_transactions
      and ${row.ref('wallet.id')} = (
        select wallet_id
        from settlement_wallet(${row.ref('wallet.chapter_id')}, ${row.ref('wallet.owner_id')}))
  ), 0)`;
}

/** Inserts a wallet; the database opens its ledger account. */
export async function insertWallet(
  tx: Tx,
  chapterId: Id<'chapter'>,
  wallet: NewWallet & { readonly id: Id<'wallet'>; readonly createdAt: Instant },
): Promise<void> {
  await tx
    .insertInto('wallet')
    .values({
      chapter_id: chapterId,
      id: wallet.id,
      name: wallet.name,
      owner_id: wallet.ownerId,
      currency_code: wallet.currencyCode,
      created_at: wallet.createdAt,
      updated_at: wallet.createdAt,
    })
    .execute();
}

/** The owner; undefined if the chapter has no such wallet. */
export async function findWalletOwner(
  tx: Db | Tx,
  chapterId: Id<'chapter'>,
  walletId: Id<'wallet'>,
): Promise<Id<'member'> | undefined> {
  const row = await tx
    .selectFrom('wallet')
    .select('owner_id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', walletId)
    .executeTakeFirst();
  return row?.owner_id;
}

/** Whether the reader may not know of the wallet. Costs a query only where something is hidden. */
export async function isHiddenWallet(
  db: Db | Tx,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
  walletId: Id<'wallet'>,
): Promise<boolean> {
  if (reader.seesAllWallets) return false;
  const ownerId = await findWalletOwner(db, reader.chapterId, walletId);
  return ownerId === undefined || !maySeeWalletsOf(reader, ownerId);
}
