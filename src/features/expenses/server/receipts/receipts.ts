/** Receipts of expenses: files that are added to them, kept beside the expense, which does not change. */
import type { AttachedFile } from '#features/files/contract.ts';
import { maxReceipts } from '#features/files/receipt.ts';
import {
  addFiles,
  type ContentStore,
  copyFiles,
  type FileOwner,
  type FileReader,
  listFileIds,
  listFiles,
  removeFile,
} from '#features/files/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Content } from '#server/http/content.ts';
import type { Expense } from '../../expense.ts';
import { checkWriter } from '../../may-write.ts';
import { lockDeletedExpense, lockExpense, readStatus } from '../store.ts';
import { record, type Work } from '../writes.ts';

function ownerOf(chapterId: Id<'chapter'>, expenseId: Id<'expense'>): FileOwner {
  return { chapterId, kind: 'expense', entityId: expenseId };
}

/** Adds files to an expense that the transaction has locked or inserted. */
export function attachReceipts(
  work: Pick<Work, 'tx' | 'caller' | 'now'>,
  expenseId: Id<'expense'>,
  fileIds: readonly Id<'file'>[],
): Promise<Result<undefined>> {
  const owner = ownerOf(work.caller.chapterId, expenseId);
  return addFiles(work, owner, fileIds, { maxFiles: maxReceipts, field: 'receiptIds' });
}

/** Adds the receipts of a corrected expense to what replaces it. Returns their ids. */
export async function keepReceipts(
  { tx, caller }: Pick<Work, 'tx' | 'caller'>,
  correctedId: Id<'expense'>,
  replacementId: Id<'expense'>,
): Promise<Id<'file'>[]> {
  await copyFiles(tx, ownerOf(caller.chapterId, correctedId), replacementId);
  return listFileIds(tx, ownerOf(caller.chapterId, replacementId));
}

type Receipts = { items: AttachedFile[] };

export async function listReceipts(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
): Promise<Result<Receipts>> {
  if (!(await isThere(db, chapterId, expenseId))) return notFound('Expense');
  return ok({ items: await listFiles(db, ownerOf(chapterId, expenseId)) });
}

/** Receipts of a deleted expense are not seen until it is restored. */
async function isThere(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
): Promise<boolean> {
  const status = await readStatus(db, chapterId, expenseId);
  return status !== undefined && status !== 'deleted';
}

/** A settled expense takes more receipts, too: evidence only grows. */
export async function addReceipts(
  work: Work,
  expenseId: Id<'expense'>,
  fileIds: readonly Id<'file'>[],
): Promise<Result<Receipts>> {
  const { tx, caller } = work;
  const { chapterId } = caller;
  const before = await lockExpense(tx, chapterId, expenseId);
  if (!before) return refuseMissing(tx, chapterId, expenseId);
  const attached = checkWriter(caller, before) ?? (await attachReceipts(work, expenseId, fileIds));
  if (!attached.ok) return attached;
  await recordChange(work, 'expense.receipt.create', before);
  return listReceipts(tx, chapterId, expenseId);
}

/** Who was adding a receipt meanwhile learns that the expense can be restored. */
async function refuseMissing(tx: Tx, chapterId: Id<'chapter'>, expenseId: Id<'expense'>) {
  if (!(await lockDeletedExpense(tx, chapterId, expenseId))) return notFound('Expense');
  return refuse('conflict', 'expense_deleted', 'This expense was deleted meanwhile');
}

export async function removeReceipt(
  work: Work,
  expenseId: Id<'expense'>,
  receiptId: Id<'file'>,
): Promise<Result<undefined>> {
  const { tx, caller } = work;
  const before = await lockExpense(tx, caller.chapterId, expenseId);
  if (!before?.receiptIds.includes(receiptId)) return notFound('Receipt');
  const refused = checkWriter(caller, before);
  if (refused) return refused;
  if (before.status === 'settled') {
    const message = 'This expense is settled, so its receipts stay';
    return refuse('conflict', 'expense_settled', message);
  }
  const removed = await removeFile(work, ownerOf(caller.chapterId, expenseId), receiptId);
  if (!removed.ok) return removed;
  await recordChange(work, 'expense.receipt.delete', before);
  return ok(undefined);
}

/** Unless nothing changed: what is added again is there already. */
async function recordChange(
  work: Work,
  action: 'expense.receipt.create' | 'expense.receipt.delete',
  before: Expense,
): Promise<void> {
  const after = await lockExpense(work.tx, work.caller.chapterId, before.id);
  if (!after) throw new Error('a locked expense must exist');
  if (after.receiptIds.join() === before.receiptIds.join()) return;
  await record(work, action, before, after);
}

type ReceiptKey = { readonly expenseId: Id<'expense'>; readonly receiptId: Id<'file'> };

export async function readReceipt(
  store: ContentStore,
  chapterId: Id<'chapter'>,
  { expenseId, receiptId }: ReceiptKey,
  read: FileReader,
): Promise<Result<Content>> {
  if (!(await isThere(store.db, chapterId, expenseId))) return notFound('Expense');
  return read(store, ownerOf(chapterId, expenseId), receiptId);
}
