/**
 * All writes of wallets and transactions: load, decide, audit, save. The posting comes last,
 * because it blocks other writers of the wallet until the commit.
 */

import { findActiveMemberIds } from '#features/members/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import {
  type Claim,
  keyReused,
  requestInFlight,
  type StoredReply,
} from '#server/database/idempotency.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { VersionedWork } from '#server/work.ts';
import type { NewWallet, Transaction, TransactionInput, WalletDetail } from '../contract.ts';
import { maySeeWalletsOf } from '../read-permission.ts';
import { checkChangeable, newTransaction, reviseTransaction } from '../transaction.ts';
import {
  checkBooked,
  checkCredit,
  checkWriter,
  getOnlyWritableOwner,
  treasurerNeeded,
} from '../write-permission.ts';
import type { AdditionOutcome, AddToWallet } from './additions.ts';
import { wasEverOf } from './transaction-history.ts';
import {
  lockTransaction,
  markDeleted,
  saveTransaction,
  type Writing,
} from './transaction-store.ts';
import { findWallet, findWalletOwner, insertWallet } from './wallet-store.ts';

export type Work = VersionedWork<'role' | 'policy' | 'seesAllWallets'>;

export async function createWallet(work: Work, entered: NewWallet): Promise<Result<WalletDetail>> {
  const { tx, caller, now, newId } = work;
  const refused =
    checkWriter(caller, entered.ownerId) ?? (await checkMember(work, 'ownerId', entered));
  if (refused) return refused;
  const id = newId<'wallet'>();
  await insertWallet(tx, caller.chapterId, { ...entered, id, createdAt: now });
  const wallet = await findWallet(tx, caller.chapterId, id);
  if (!wallet) throw new Error('the new wallet was not found');
  await auditWork(work, { action: 'wallet.create', kind: 'wallet', id, after: wallet });
  return ok(wallet);
}

/** Additions run as a single statement, which claims the idempotency key itself. */
export type AdditionContext = Omit<Work, 'tx' | 'ifMatch'> & {
  readonly add: AddToWallet;
  readonly claim: Claim | undefined;
  readonly replyOf: (transaction: Transaction) => StoredReply;
};

export async function addTransaction(
  { add, caller, claim, replyOf, now, newId }: AdditionContext,
  walletId: Id<'wallet'>,
  input: TransactionInput,
): Promise<Result<StoredReply>> {
  const refused = checkCredit(caller, input.transactionType);
  if (refused) return refused;
  const transaction = newTransaction(newId(), walletId, input, now);
  const reply = replyOf(transaction);
  const done = await add({
    chapterId: caller.chapterId,
    actorId: caller.memberId,
    claim,
    onlyOwnerId: getOnlyWritableOwner(caller),
    transaction,
    journalId: newId(),
    auditId: newId(),
    reply,
  });
  if (done.ok && done.value.outcome === 'not_allowed' && !caller.seesAllWallets) {
    return notFound('Wallet');
  }
  return done.ok ? toReply(done.value, reply) : done;
}

function toReply(done: AdditionOutcome, reply: StoredReply): Result<StoredReply> {
  switch (done.outcome) {
    case 'added':
      return ok(reply);
    case 'seen':
      return ok({ status: done.status, etag: done.etag, reply: done.reply });
    case 'key_reused':
      return keyReused;
    case 'in_flight':
      return requestInFlight;
    case 'no_wallet':
      return notFound('Wallet');
    case 'not_allowed':
      return treasurerNeeded;
    case 'unknown_member':
      return unknownMember('userId');
    default:
      return done satisfies never;
  }
}

export type TransactionKey = {
  readonly walletId: Id<'wallet'>;
  readonly transactionId: Id<'transaction'>;
};

export async function updateTransaction(
  work: Work,
  address: TransactionKey,
  input: TransactionInput,
): Promise<Result<Transaction>> {
  const loaded = await loadChangeable(work, address);
  if (!loaded.ok) return loaded;
  const before = loaded.value.transaction;
  const revised = reviseTransaction(before, input, work.now);
  if (!revised.ok || revised.value === before) return revised;
  const refusedCredit = checkCredit(work.caller, input.transactionType);
  if (refusedCredit) return refusedCredit;
  const after = revised.value;
  // A person whom the transaction names or named may stay or come back, even after leaving the chapter.
  const isKnown =
    after.userId === before.userId ||
    (await wasEverOf(work.tx, work.caller.chapterId, before.id, after.userId));
  const refused = isKnown ? undefined : await checkMember(work, 'userId', after);
  if (refused) return refused;
  await auditWork(work, { action: 'transaction.update', ...toSubject(after), before, after });
  const saved = await saveTransaction(toWriting(work), loaded.value, after);
  return saved.ok ? ok(after) : saved;
}

export async function deleteTransaction(
  work: Work,
  address: TransactionKey,
): Promise<Result<undefined>> {
  const loaded = await loadChangeable(work, address);
  if (!loaded.ok) return loaded;
  const before = loaded.value.transaction;
  await auditWork(work, { action: 'transaction.delete', ...toSubject(before), before });
  return markDeleted(toWriting(work), loaded.value);
}

/** Locks the transaction, if the caller may change it and has seen its latest version. */
async function loadChangeable(work: Work, { walletId, transactionId }: TransactionKey) {
  const { tx, caller, ifMatch } = work;
  const refused = await checkWallet(work, walletId);
  if (refused) return refused;
  const found = await lockTransaction(tx, caller.chapterId, walletId, transactionId);
  if (!found) return notFound('Transaction');
  const final =
    checkChangeable(found.transaction) ??
    checkBooked(caller, { amount: found.transaction.amount, bookedBy: found.bookedBy });
  if (final) return final;
  const stale = checkVersion(found.transaction, ifMatch, 'this transaction');
  if (stale) return stale;
  return ok(found);
}

async function checkWallet(
  { tx, caller }: Work,
  walletId: Id<'wallet'>,
): Promise<Refused | undefined> {
  const ownerId = await findWalletOwner(tx, caller.chapterId, walletId);
  if (ownerId === undefined || !maySeeWalletsOf(caller, ownerId)) return notFound('Wallet');
  return checkWriter(caller, ownerId);
}

async function checkMember<Field extends string>(
  { tx, caller }: Work,
  field: Field,
  entered: Readonly<Record<Field, Id<'member'>>>,
): Promise<Refused | undefined> {
  const active = await findActiveMemberIds(tx, caller.chapterId, [entered[field]]);
  if (active.has(entered[field])) return undefined;
  return unknownMember(field);
}

function unknownMember(field: string): Refused {
  return refuse('invalid', 'unknown_member', 'This person is not an active member', { field });
}

function toWriting({ tx, caller, now, newId }: Work): Writing {
  return { tx, chapterId: caller.chapterId, memberId: caller.memberId, now, newId };
}

function toSubject({ id }: Transaction) {
  return { kind: 'transaction', id };
}

type WithReceipts = Transaction & { readonly receiptIds: readonly Id<'file'>[] };

/** Of a change beside the transaction, whose version stays. */
export async function recordReceipts(
  work: Work,
  what: Pick<AuditRecord, 'action'> & {
    readonly before: WithReceipts;
    readonly after: WithReceipts;
  },
): Promise<void> {
  await auditWork(work, { ...toSubject(what.after), ...what });
}
