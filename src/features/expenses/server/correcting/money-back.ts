/** Records money that came back for a settled expense: an expense of negative amounts, settled at once. */

import { hasErasedMember } from '#features/members/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Expense } from '../../expense.ts';
import { checkCorrector, checkSettler } from '../../may-write.ts';
import {
  buildMoneyBack,
  checkMoneyBack,
  checkReturnable,
  type MoneyBackFields,
} from '../../money-back.ts';
import { addTransactions, lockExpense } from '../store.ts';
import { checkReferences, record, type Work } from '../writes.ts';
import { settleNew } from './correct.ts';

export async function recordMoneyBack(
  work: Work,
  expenseId: Id<'expense'>,
  { note, id = work.newId(), ...fields }: MoneyBackFields,
): Promise<Result<Expense>> {
  const { tx, caller, now, ifMatch } = work;
  // Locked, so that of two at once the second sees what the first brought back.
  const expense = await lockExpense(tx, caller.chapterId, expenseId);
  if (!expense) return notFound('Expense');
  const returnable =
    checkCorrector(caller, expense) ??
    checkVersion(expense, ifMatch, 'this expense') ??
    checkReturnable(expense);
  if (!returnable.ok) return returnable;
  const original = returnable.value;
  const tooMuch = checkMoneyBack(original, fields.amount);
  if (tooMuch) return tooMuch;
  const creation = { id, createdBy: caller.memberId, now };
  const built = buildMoneyBack(original, fields, creation);
  const refused =
    checkSettler(caller, built, true) ?? (await checkReferences(work, original, built));
  if (refused) return refused;
  const people = [...original.participants, ...(fields.receivedBy ? [fields.receivedBy] : [])];
  if (await hasErasedMember(tx, caller.chapterId, people)) return ofErasedMember;
  const settled = await settleNew(work, built, note);
  if (!settled.ok) return settled;
  await record(work, 'expense.money_back', undefined, settled.value);
  return ok(await addTransactions(tx, caller, settled.value));
}

const ofErasedMember = refuse(
  'conflict',
  'of_erased_member',
  'Someone who shared this expense or received the money left and was erased, so nothing can be credited or charged to them',
);
