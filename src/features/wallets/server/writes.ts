/**
 * Every write of wallets and transactions: load, decide, record, save. The posting comes last,
 * because from it until the commit everybody else who writes to the wallet waits.
 */

import { findActiveMemberIds } from '#features/members/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import {
  type Claim,
  type KeptReply,
  keyReused,
  requestInFlight,
} from '#server/database/idempotency.ts';
import type { NewId } from '#server/database/ids.ts';
import type { NewWallet, Transaction, TransactionInput, WalletDetail } from '../contract.ts';
import { onlyOwnerFor, refusalOfWriter, treasurerNeeded } from '../may-write.ts';
import { newTransaction, refusalOfChange, revisedTransaction } from '../transaction.ts';
import type { AddToWallet, Outcome } from './additions.ts';
import {
  lockTransaction,
  markDeleted,
  saveTransaction,
  type Writing,
} from './transaction-store.ts';
import { findWallet, insertWallet, ownerOfWallet } from './wallet-store.ts';

/** The transaction a write happens in, and who, when and with which ids. */
export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId' | 'role' | 'policy'>;
  readonly now: Instant;
  readonly newId: NewId;
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
};

export async function createWallet(work: Work, stated: NewWallet): Promise<Result<WalletDetail>> {
  const { tx, caller, now, newId } = work;
  const refused =
    refusalOfWriter(caller, stated.ownerId) ?? (await refusalOfMember(work, 'ownerId', stated));
  if (refused) return refused;
  const id = newId<'wallet'>();
  await insertWallet(tx, caller.chapterId, { ...stated, id, createdAt: now });
  const wallet = await findWallet(tx, caller.chapterId, id);
  if (!wallet) throw new Error('the wallet just made is not there');
  await record(work, { action: 'wallet.create', kind: 'wallet', id, after: wallet });
  return ok(wallet);
}

/** An addition is the one write that is done in a single statement: it brings its own claim. */
export type Adding = Omit<Work, 'tx' | 'ifMatch'> & {
  readonly add: AddToWallet;
  readonly claim: Claim | undefined;
  readonly replyOf: (transaction: Transaction) => KeptReply;
};

export async function addTransaction(
  { add, caller, claim, replyOf, now, newId }: Adding,
  walletId: Id<'wallet'>,
  input: TransactionInput,
): Promise<Result<KeptReply>> {
  const transaction = newTransaction(newId(), walletId, input, now);
  const reply = replyOf(transaction);
  const done = await add({
    chapterId: caller.chapterId,
    actorId: caller.memberId,
    claim,
    onlyOwnerId: onlyOwnerFor(caller),
    transaction,
    journalId: newId(),
    auditId: newId(),
    reply,
  });
  return done.ok ? answerTo(done.value, reply) : done;
}

function answerTo(done: Outcome, reply: KeptReply): Result<KeptReply> {
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

type Address = { readonly walletId: Id<'wallet'>; readonly transactionId: Id<'transaction'> };

export async function updateTransaction(
  work: Work,
  address: Address,
  input: TransactionInput,
): Promise<Result<Transaction>> {
  const loaded = await changeable(work, address);
  if (!loaded.ok) return loaded;
  const before = loaded.value.transaction;
  const revised = revisedTransaction(before, input, work.now);
  if (!revised.ok || revised.value === before) return revised;
  const after = revised.value;
  // Who the transaction names already may stay, even after leaving the chapter.
  const refused =
    after.userId === before.userId ? undefined : await refusalOfMember(work, 'userId', after);
  if (refused) return refused;
  await record(work, { action: 'transaction.update', ...subject(after), before, after });
  const saved = await saveTransaction(writingOf(work), loaded.value, after);
  return saved.ok ? ok(after) : saved;
}

export async function deleteTransaction(work: Work, address: Address): Promise<Result<undefined>> {
  const loaded = await changeable(work, address);
  if (!loaded.ok) return loaded;
  const before = loaded.value.transaction;
  await record(work, { action: 'transaction.delete', ...subject(before), before });
  return markDeleted(writingOf(work), loaded.value);
}

/** The transaction under its lock, if this person may change it and has seen its latest version. */
async function changeable(work: Work, { walletId, transactionId }: Address) {
  const { tx, caller, ifMatch } = work;
  const refused = await refusalOfWallet(work, walletId);
  if (refused) return refused;
  const found = await lockTransaction(tx, caller.chapterId, walletId, transactionId);
  if (!found) return notFound('Transaction');
  const final = refusalOfChange(found.transaction);
  if (final) return final;
  if (ifMatch !== undefined && ifMatch !== found.transaction.version) {
    return refuse(
      'changed',
      'changed_meanwhile',
      'Someone else changed this transaction while you were editing',
    );
  }
  return ok(found);
}

async function refusalOfWallet(
  { tx, caller }: Work,
  walletId: Id<'wallet'>,
): Promise<Refused | undefined> {
  const ownerId = await ownerOfWallet(tx, caller.chapterId, walletId);
  return ownerId === undefined ? notFound('Wallet') : refusalOfWriter(caller, ownerId);
}

async function refusalOfMember<Field extends string>(
  { tx, caller }: Work,
  field: Field,
  stated: Readonly<Record<Field, Id<'member'>>>,
): Promise<Refused | undefined> {
  const active = await findActiveMemberIds(tx, caller.chapterId, [stated[field]]);
  if (active.has(stated[field])) return undefined;
  return unknownMember(field);
}

function unknownMember(field: string): Refused {
  return refuse('invalid', 'unknown_member', 'This person is not an active member', { field });
}

function writingOf({ tx, caller, now, newId }: Work): Writing {
  return { tx, chapterId: caller.chapterId, memberId: caller.memberId, now, newId };
}

function subject({ id }: Transaction) {
  return { kind: 'transaction', id };
}

async function record({ tx, caller, now, newId }: Work, what: AuditRecord): Promise<void> {
  const { chapterId, memberId } = caller;
  await audit(tx, { chapterId, memberId, now, newId }, what);
}
