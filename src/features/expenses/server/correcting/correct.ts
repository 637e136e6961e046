/** Corrects a settled expense: its reversal and its replacement are settled in one transaction. */

import { lockCorrectedWallets } from '#features/wallets/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { catchRefusal } from '#server/database/constraints.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Correction } from '../../contract.ts';
import { buildReversal, correctionCharges, defaultCorrectionNote } from '../../correct.ts';
import type { Expense, OpenExpense, SettledExpense } from '../../expense.ts';
import { checkCorrectable, checkCorrector, checkSettler } from '../../may-write.ts';
import type { CorrectionFields, NewExpense } from '../../new-expense.ts';
import { computeSettlementEntries } from '../../settling/settle.ts';
import { takenIdRefusal, validateNewExpense } from '../create.ts';
import { rangeRefusal } from '../figures.ts';
import { keepReceipts } from '../receipts/receipts.ts';
import { insertExpense } from '../save.ts';
import { addTransactions, findExpense, lockExpense } from '../store.ts';
import { checkReferences, record, settleLocked, type Work } from '../writes.ts';

export async function correctExpense(
  work: Work,
  id: Id<'expense'>,
  { replacement: input, note }: CorrectionFields,
): Promise<Result<Correction>> {
  const { tx, caller, now, newId } = work;
  const loaded = await lockCorrectable(work, id);
  if (!loaded.ok) return loaded;
  const original = loaded.value;
  const outside = note ?? defaultCorrectionNote(original);

  if (input && original.moneyBackForId !== undefined) return noReplacement;
  const creation = { id: newId<'expense'>(), createdBy: caller.memberId, now };
  const reversing = buildReversal(original, creation);
  const replacing = input && (await buildReplacement(work, original, input));
  if (replacing && !replacing.ok) return replacing;
  await lockWallets(work, original, replacing?.value);

  const reversal = await settleNew(work, reversing, noteOf(reversing, outside));
  if (!reversal.ok) return reversal;
  await record(work, 'expense.reverse', undefined, reversal.value);
  const replacement = replacing && (await replace(work, original, replacing.value, outside));
  if (replacement && !replacement.ok) return replacement;
  const corrected = await findExpense(tx, caller, id);
  if (!corrected) throw new Error('the corrected expense must exist');
  const { settlementTransactions: _, ...after } = corrected as SettledExpense;
  await record(work, 'expense.correct', original, after);
  return ok({
    original: corrected,
    reversal: await addTransactions(tx, caller, reversal.value),
    replacement: replacement && (await addTransactions(tx, caller, replacement.value)),
  });
}

const noReplacement = refuse(
  'conflict',
  'money_back_is_reversed',
  'Money back is reversed and recorded again, not replaced',
  { field: 'replacement' },
);

/** Locks a settled expense that the caller may correct. */
async function lockCorrectable(
  { tx, caller, ifMatch }: Work,
  id: Id<'expense'>,
): Promise<Result<SettledExpense>> {
  const expense = await lockExpense(tx, caller.chapterId, id);
  if (!expense) return notFound('Expense');
  return (
    checkCorrector(caller, expense) ??
    checkVersion(expense, ifMatch, 'this expense') ??
    checkCorrectable(expense)
  );
}

/** The expense that stands in the place of the original, whose people it may keep. */
async function buildReplacement(
  work: Work,
  original: Expense,
  input: NewExpense,
): Promise<Result<OpenExpense>> {
  const built = await validateNewExpense({ ...work, db: work.tx }, input);
  if (!built.ok) return built;
  const useWalletTransactions = correctionCharges(original, built.value);
  const expense = { ...built.value, useWalletTransactions, replacesId: original.id };
  return (
    checkSettler(work.caller, expense, expense.useWalletTransactions) ??
    (await checkReferences(work, original, expense, original.id)) ??
    ok(expense)
  );
}

/** Before the first of them is settled: otherwise two corrections could wait for each other. */
async function lockWallets(
  { tx, caller, now, newId }: Work,
  original: SettledExpense,
  replacing: OpenExpense | undefined,
): Promise<void> {
  const legs = replacing?.useWalletTransactions ? computeSettlementEntries(replacing) : [];
  const members = legs.map(({ memberId }) => memberId);
  const opening = { actorId: caller.memberId, now, newId };
  await lockCorrectedWallets(tx, caller.chapterId, original.id, members, opening);
}

/** Logs and settles a replacement, which keeps the receipts of the original. */
async function replace(
  work: Work,
  original: Expense,
  expense: OpenExpense,
  outside: string,
): Promise<Result<SettledExpense>> {
  const settled = await settleNew(work, expense, noteOf(expense, outside));
  if (!settled.ok) return settled;
  const receiptIds = await keepReceipts(work, original.id, expense.id);
  const after = { ...settled.value, receiptIds };
  await record(work, 'expense.create', undefined, { ...expense, receiptIds });
  await record(work, 'expense.settle', { ...expense, receiptIds }, after);
  return ok(after);
}

/** Wallets say themselves how it was paid. */
const noteOf = ({ useWalletTransactions }: OpenExpense, outside: string) =>
  useWalletTransactions ? undefined : outside;

/** Logs an expense that is settled from the start. */
export async function settleNew(
  work: Work,
  expense: OpenExpense,
  note: string | undefined,
): Promise<Result<SettledExpense>> {
  const { tx, caller } = work;
  const inserted = await catchRefusal(
    (error) => rangeRefusal(error) ?? takenIdRefusal(error),
    () => insertExpense(tx, caller.chapterId, expense),
  );
  if (!inserted.ok) return inserted;
  return settleLocked(work, expense, note);
}
