/**
 * Receipts of transactions: files beside the transaction, whose versions do not change. A member who sees the
 * wallet sees and adds them.
 */
import type { AttachedFile } from '#features/files/contract.ts';
import { maxReceipts } from '#features/files/receipt.ts';
import {
  addFiles,
  type ContentStore,
  type FileOwner,
  type FileReader,
  listFileIds,
  listFiles,
  removeFile,
} from '#features/files/server/store.ts';
import type { ChapterScope, MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Content } from '#server/http/content.ts';
import type { Transaction } from '../contract.ts';
import { checkChangeable } from '../transaction.ts';
import { checkBooked, checkWriter } from '../write-permission.ts';
import { lockTransaction } from './transaction-store.ts';
import { findWalletOwner, isHiddenWallet } from './wallet-store.ts';
import { recordReceipts, type TransactionKey, type Work } from './writes.ts';

type Reader = Pick<MemberCaller, 'chapterId' | 'memberId' | 'seesAllWallets'>;
type ReceiptKey = TransactionKey & { readonly receiptId: Id<'file'> };
type Receipts = { items: AttachedFile[] };

function ownerOf({ chapterId }: Pick<ChapterScope, 'chapterId'>, key: TransactionKey): FileOwner {
  return { chapterId, kind: 'transaction', entityId: key.transactionId };
}

/** What someone may read of a deleted transaction, whose receipts stay with its history. */
async function checkReader(
  db: Db | Tx,
  reader: Reader,
  { walletId, transactionId }: TransactionKey,
): Promise<Refused | undefined> {
  if (await isHiddenWallet(db, reader, walletId)) return notFound('Transaction');
  const found = await db
    .selectFrom('wallet_transaction')
    .select('id')
    .where('chapter_id', '=', reader.chapterId)
    .where('wallet_id', '=', walletId)
    .where('id', '=', transactionId)
    .executeTakeFirst();
  return found ? undefined : notFound('Transaction');
}

export async function listTransactionReceipts(
  db: Db | Tx,
  reader: Reader,
  key: TransactionKey,
): Promise<Result<Receipts>> {
  const refused = await checkReader(db, reader, key);
  return refused ?? ok({ items: await listFiles(db, ownerOf(reader, key)) });
}

export async function readTransactionReceipt(
  store: ContentStore,
  reader: Reader,
  key: ReceiptKey,
  read: FileReader,
): Promise<Result<Content>> {
  const refused = await checkReader(store.db, reader, key);
  return refused ?? read(store, ownerOf(reader, key), key.receiptId);
}

export async function addTransactionReceipts(
  work: Work,
  key: TransactionKey,
  fileIds: readonly Id<'file'>[],
): Promise<Result<Receipts>> {
  const { tx, caller } = work;
  const found = await lockVisible(work, key);
  if (!found) return notFound('Transaction');
  const owner = ownerOf(caller, key);
  const before = await listFileIds(tx, owner);
  const limits = { maxFiles: maxReceipts, field: 'receiptIds' };
  const added = await addFiles(work, owner, fileIds, limits);
  if (!added.ok) return added;
  await recordChange(work, 'transaction.receipt.create', found.transaction, before);
  return ok({ items: await listFiles(tx, owner) });
}

/**
 * Transactions of settlements and payments lose no evidence. Of others, who may change them removes any,
 * and everyone what they added.
 */
export async function removeTransactionReceipt(
  work: Work,
  key: ReceiptKey,
): Promise<Result<undefined>> {
  const { tx, caller } = work;
  const found = await lockVisible(work, key);
  if (!found) return notFound('Transaction');
  const owner = ownerOf(caller, key);
  const receipt = (await listFiles(tx, owner)).find(({ id }) => id === key.receiptId);
  if (!receipt) return notFound('Receipt');
  const refused = checkChangeable(found.transaction);
  if (refused) return refused;
  if (receipt.by.id !== caller.memberId) {
    const walletOwner = await findWalletOwner(tx, caller.chapterId, key.walletId);
    const { amount } = found.transaction;
    const notTheirs =
      (walletOwner && checkWriter(caller, walletOwner)) ??
      checkBooked(caller, { amount, bookedBy: found.bookedBy });
    if (notTheirs) return notTheirs;
  }
  const before = await listFileIds(tx, owner);
  const removed = await removeFile(work, owner, key.receiptId);
  if (!removed.ok) return removed;
  await recordChange(work, 'transaction.receipt.delete', found.transaction, before);
  return ok(undefined);
}

/** Locks a transaction that is not deleted, so that its receipts change one after another. */
async function lockVisible({ tx, caller }: Work, { walletId, transactionId }: TransactionKey) {
  if (await isHiddenWallet(tx, caller, walletId)) return undefined;
  return lockTransaction(tx, caller.chapterId, walletId, transactionId);
}

/** Unless nothing changed: what is added again is there already. */
async function recordChange(
  work: Work,
  action: 'transaction.receipt.create' | 'transaction.receipt.delete',
  transaction: Transaction,
  receiptIds: readonly Id<'file'>[],
): Promise<void> {
  const owner = ownerOf(work.caller, { ...transaction, transactionId: transaction.id });
  const now = await listFileIds(work.tx, owner);
  if (now.join() === receiptIds.join()) return;
  const before = { ...transaction, receiptIds };
  await recordReceipts(work, { action, before, after: { ...transaction, receiptIds: now } });
}
