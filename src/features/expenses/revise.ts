/** How an expense comes to be and changes: its shares are computed anew with each write. */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result } from '#kit/result.ts';
import type {
  DeletedExpense,
  ExpenseFields,
  OpenExpense,
  Override,
  SettledExpense,
  Share,
} from './expense.ts';
import { fieldsOf } from './patch.ts';
import { splitExpense } from './split.ts';

type Birth = {
  readonly id: Id<'expense'>;
  readonly createdBy: Id<'member'>;
  readonly now: Instant;
};

/** A new expense from checked fields (see `checkExpense`), with its shares. */
export function newExpenseOf(fields: ExpenseFields, birth: Birth): Result<OpenExpense> {
  const shares = splitOf(birth.id, fields, []);
  if (!shares.ok) return shares;
  return ok({
    id: birth.id,
    ...fields,
    participants: fields.participants.toSorted(),
    participantBreakdowns: shares.value,
    overrides: [],
    receiptIds: [],
    status: 'open',
    settledAt: null,
    settledBy: null,
    createdBy: birth.createdBy,
    createdAt: birth.now,
    updatedAt: birth.now,
    version: 1,
  });
}

export type Revision = {
  readonly fields: ExpenseFields;
  readonly overrides: readonly Override[];
};

/**
 * The expense with other fields or overrides, its shares split anew and its version one higher;
 * the very same object when nothing is different. Refuses what `splitExpense` refuses.
 */
export function revise(
  expense: OpenExpense,
  { fields, overrides }: Revision,
  now: Instant,
): Result<OpenExpense> {
  const shares = splitOf(expense.id, fields, overrides);
  if (!shares.ok) return shares;
  const revised = {
    ...expense,
    ...fields,
    participants: fields.participants.toSorted(),
    participantBreakdowns: shares.value,
    overrides: overrides.map((override) => ({
      ...override,
      participantIds: override.participantIds.toSorted(),
    })),
  };
  if (isSame(expense, revised)) return ok(expense);
  return ok({ ...revised, updatedAt: now, version: expense.version + 1 });
}

export function settled(
  expense: OpenExpense,
  settledBy: Id<'member'>,
  now: Instant,
): SettledExpense {
  return {
    ...expense,
    status: 'settled',
    settledAt: now,
    settledBy,
    updatedAt: now,
    version: expense.version + 1,
  };
}

/** Nobody sees it any more, but it can be restored. */
export function deleted(expense: OpenExpense, now: Instant): DeletedExpense {
  const version = expense.version + 1;
  return { ...expense, status: 'deleted', deletedAt: now, updatedAt: now, version };
}

/** As it was before it was deleted. */
export function restored(expense: DeletedExpense, now: Instant): OpenExpense {
  const { deletedAt: _, ...kept } = expense;
  return { ...kept, status: 'open', updatedAt: now, version: expense.version + 1 };
}

function splitOf(
  expenseId: Id<'expense'>,
  { amount: total, participants }: ExpenseFields,
  overrides: readonly Override[],
): Result<Share[]> {
  return splitExpense({ expenseId, total, participants, overrides });
}

function isSame(before: OpenExpense, after: OpenExpense): boolean {
  const told = (expense: OpenExpense) =>
    JSON.stringify([fieldsOf(expense), expense.overrides.map(overrideText)]);
  return told(before) === told(after);
}

/** All that is stated about an override, for comparing two. */
export function overrideText(override: Override): string {
  const { id, type, amount, label, participantIds } = override;
  return JSON.stringify([id, type, amount, label, participantIds]);
}
