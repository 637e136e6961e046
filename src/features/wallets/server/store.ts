/** Moves members' wallets on behalf of other features. */
import { type RawBuilder, sql } from 'kysely';
import { listMemberNames } from '#features/members/server/store.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { ok, type Result } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { audit } from '#server/audit/audit.ts';
import { catchRefusal } from '#server/database/constraints.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { maxDescriptionLength, type Transaction } from '../contract.ts';
import { rangeRefusal } from './balance-range.ts';
import { toTransactionRow } from './transaction-row.ts';
import { insertWallet } from './wallet-store.ts';

export { rangeRefusal } from './balance-range.ts';
export { readCoverOfCharges } from './cover-of-charges.ts';
export { compareFirstDueFirst, readDollars, readOpenDebits } from './open-debits.ts';

/** Movements per member: positive for a credit, never 0; a member may occur twice. */
type Legs = readonly {
  /** Of the transaction that shows it; a new one if missing. */
  readonly id?: Id<'transaction'>;
  readonly memberId: Id<'member'>;
  /** In place of the member's settlement wallet. */
  readonly walletId?: Id<'wallet'>;
  readonly amountCents: Cents;
  readonly description: string;
}[];

/** What a feature posts, by a kind of journal that a migration of its own has added (`ledger_kind`). */
export type Posting = {
  readonly kind: string;
  /** What the journal is about, if its kind is about anything. */
  readonly subjectId: Id | null;
  readonly actorId: Id<'member'>;
  readonly effectiveAt: Instant;
  readonly legs: Legs;
  /** What each transaction says of where it comes from; its origin is that of the kind. */
  readonly source: Pick<Transaction, 'origin'> &
    Partial<Pick<Transaction, 'expenseId' | 'paymentId' | 'referenceId'>>;
  /** The settled expense whose wallets are moved, in place of the members' settlement wallets. */
  readonly reversesId?: Id<'expense'> | undefined;
};

/**
 * Posts one journal that moves every leg on its member's settlement wallet and leaves the difference to the
 * chapter's account, and a visible transaction for each leg. A reversal moves the wallets that its original
 * did: a member's oldest may be another one by now, because a wallet is as old as the request that opened it
 * and appears at its commit. The database refuses a second journal of the same kind about the same, and at
 * the commit one that is not as its kind says. The caller holds the lock of what it is about, and saves that in
 * the same transaction. Refuses balances beyond the exact range; the caller then rolls back.
 */
export async function postJournal(
  tx: Tx,
  chapterId: Id<'chapter'>,
  posting: Posting,
  now: Instant,
  newId: NewId,
): Promise<Result<undefined>> {
  const { kind, subjectId, legs, actorId, effectiveAt, source, reversesId } = posting;
  if (legs.length === 0) return ok(undefined);
  const unknown = legs.filter((leg) => leg.walletId === undefined);
  const members = [...new Set(unknown.map((leg) => leg.memberId))];
  const walletIds = reversesId
    ? await findMovedWallets(tx, chapterId, reversesId)
    : await openSettlementWallets(tx, chapterId, members, { actorId, now, newId });
  const journalId = newId<'journal'>();
  const rows = legs.map((leg, index) => {
    const { id = newId(), memberId, amountCents, description } = leg;
    const walletId = leg.walletId ?? walletIds.get(memberId);
    if (!walletId) throw new Error(`no wallet of ${memberId} to move`);
    const transaction: Transaction = {
      expenseId: null,
      paymentId: null,
      ...source,
      id,
      walletId,
      userId: memberId,
      amount: amountCents,
      description: cut(description, maxDescriptionLength),
      metadataJson: '',
      date: effectiveAt,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    const posted = { journal_id: journalId, leg: index + 1, updated_by: actorId };
    return toTransactionRow(chapterId, transaction, posted);
  });
  const wallets = rows.map((row) => row.wallet_id);
  const amounts = rows.map((row) => row.amount_cents);
  return catchRefusal(rangeRefusal, async () => {
    await sql`
      insert into wallet_transaction
      select shown.*
      from ledger_record(${chapterId}, ${journalId}, ${kind}, ${subjectId}, ${actorId},
          ${wallets}::uuid[], ${amounts}::bigint[], ${effectiveAt}, ${now}),
        jsonb_populate_recordset(null::wallet_transaction, ${JSON.stringify(rows)}) shown
    `.execute(tx);
  });
}

/**
 * Locks the wallets that a reversal and what replaces it move, before the first of them is posted, and
 * opens missing ones: each posting locks its own in order, but the second may need an earlier one.
 */
export async function lockCorrectedWallets(
  tx: Tx,
  chapterId: Id<'chapter'>,
  reversesId: Id<'expense'>,
  replacedBy: readonly Id<'member'>[],
  opening: Opening,
): Promise<void> {
  const moved = await findMovedWallets(tx, chapterId, reversesId);
  const members = [...new Set(replacedBy)];
  const wallets = await openSettlementWallets(tx, chapterId, members, opening);
  const all = [...new Set([...moved.values(), ...wallets.values()])];
  if (all.length === 0) return;
  await sql`select ledger_lock(${chapterId}, ${all}::uuid[])`.execute(tx);
}

/** Each member's wallet that the settlement of an expense moved. */
async function findMovedWallets(
  tx: Tx,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
): Promise<ReadonlyMap<Id<'member'>, Id<'wallet'>>> {
  const moved = await listSettlementTransactions(tx, chapterId, expenseId);
  return new Map(moved.map(({ memberId, walletId }) => [memberId, walletId]));
}

export type SettlementTransaction = {
  readonly transactionId: Id<'transaction'>;
  readonly walletId: Id<'wallet'>;
  readonly memberId: Id<'member'>;
  readonly amount: Cents;
};

/** The transactions of an expense's settlement, in the order of its legs. */
export async function listSettlementTransactions(
  db: Db,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
): Promise<SettlementTransaction[]> {
  return db
    .selectFrom('ledger_journal as j')
    .innerJoin('wallet_transaction as t', (join) =>
      join.onRef('t.chapter_id', '=', 'j.chapter_id').onRef('t.journal_id', '=', 'j.id'),
    )
    .select([
      't.id as transactionId',
      't.wallet_id as walletId',
      't.user_id as memberId',
      't.amount_cents as amount',
    ])
    .where('j.chapter_id', '=', chapterId)
    .where('j.expense_id', '=', expenseId)
    .orderBy('t.leg')
    .execute();
}

/** The wallets that transactions moved. */
export async function listWalletsOf(
  tx: Tx,
  chapterId: Id<'chapter'>,
  transactionIds: readonly Id[],
): Promise<ReadonlyMap<Id, Id<'wallet'>>> {
  const rows = await tx
    .selectFrom('wallet_transaction')
    .select(['id', 'wallet_id'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id<'transaction'>>`any(${transactionIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.wallet_id]));
}

type Opening = { readonly actorId: Id<'member'>; readonly now: Instant; readonly newId: NewId };

export type PaymentTransaction = SettlementTransaction & { readonly date: Instant };

/** The transactions of a payment and of its counter-entry, oldest first. */
export async function listPaymentTransactions(
  db: Db,
  chapterId: Id<'chapter'>,
  paymentId: Id<'payment'>,
): Promise<PaymentTransaction[]> {
  return db
    .selectFrom('wallet_transaction')
    .select([
      'id as transactionId',
      'wallet_id as walletId',
      'user_id as memberId',
      'amount_cents as amount',
      'occurred_at as date',
    ])
    .where('chapter_id', '=', chapterId)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('leg')
    .execute();
}

/**
 * Finds each member's settlement wallet, their oldest in US dollars, and opens missing ones. Locks
 * those members first, so that a concurrent settlement waits and finds the new wallet.
 */
export async function openSettlementWallets(
  tx: Tx,
  chapterId: Id<'chapter'>,
  members: readonly Id<'member'>[],
  opening: Opening,
): Promise<Map<Id<'member'>, Id<'wallet'>>> {
  if (members.length === 0) return new Map();
  const found = await findSettlementWallets(tx, chapterId, members);
  const without = members.filter((member) => !found.has(member));
  if (without.length === 0) return found;
  await sql`
    select from member
    where chapter_id = ${chapterId} and id = any (${without}::uuid[])
    order by id
    for no key update
  `.execute(tx);
  const foundNow = await findSettlementWallets(tx, chapterId, members);
  const names = await listMemberNames(tx, chapterId, without);
  for (const { id, firstName } of names.filter((name) => !foundNow.has(name.id))) {
    foundNow.set(id, await openSettlementWallet(tx, chapterId, id, firstName, opening));
  }
  return foundNow;
}

async function findSettlementWallets(
  tx: Tx,
  chapterId: Id<'chapter'>,
  members: readonly Id<'member'>[],
): Promise<Map<Id<'member'>, Id<'wallet'>>> {
  const { rows } = await sql<{ owner_id: Id<'member'>; wallet_id: Id<'wallet'> }>`
    select owner_id, wallet_id
    from unnest(${members}::uuid[]) owner_id
    cross join lateral settlement_wallet(${chapterId}, owner_id)
  `.execute(tx);
  return new Map(rows.map((row) => [row.owner_id, row.wallet_id]));
}

async function openSettlementWallet(
  tx: Tx,
  chapterId: Id<'chapter'>,
  ownerId: Id<'member'>,
  firstName: string,
  { actorId, now, newId }: Opening,
): Promise<Id<'wallet'>> {
  const id = newId<'wallet'>();
  const wallet = { id, name: `${firstName} – USD`, ownerId, currencyCode: 'USD' } as const;
  await insertWallet(tx, chapterId, { ...wallet, createdAt: now });
  await audit(
    tx,
    { chapterId, memberId: actorId, now, newId },
    { action: 'wallet.create', kind: 'wallet', id: wallet.id, after: wallet },
  );
  return wallet.id;
}

/**
 * For a statement that adds up what a member has: `at` and `amount` of the newest transactions of their
 * wallets in US dollars from an instant on, at most so many.
 */
export function movementsOfOwner(
  chapterId: Id<'chapter'>,
  ownerId: Id<'member'>,
  { from, most }: { readonly from: Instant; readonly most: number },
): RawBuilder<{ at: Instant; amount: Cents }> {
  return sql`
    select newest.occurred_at as at, newest.amount_cents as amount
    from wallet w
    cross join lateral (
      select t.occurred_at, t.amount_cents
      from wallet_transaction t
      where t.chapter_id = w.chapter_id and t.wallet_id = w.id and t.deleted_at is null
        and t.occurred_at >= ${from}
      order by t.occurred_at desc, t.id desc limit ${most}
    ) newest
    where w.chapter_id = ${chapterId} and w.owner_id = ${ownerId} and w.currency_code = 'USD'
    order by newest.occurred_at desc limit ${most}`;
}
