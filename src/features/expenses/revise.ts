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
import { pickFields } from './patch.ts';
import { computePayerCredits } from './payers.ts';
import { computeStatedAmounts, splitExpense } from './split.ts';

type Creation = {
  readonly id: Id<'expense'>;
  readonly createdBy: Id<'member'>;
  readonly now: Instant;
};

/** Builds a new expense with its shares from fields that passed `checkExpense`. */
export function buildExpense(
  fields: ExpenseFields,
  creation: Creation,
  overrides: readonly Override[] = [],
): Result<OpenExpense> {
  const shares = splitFields(creation.id, fields, overrides);
  if (!shares.ok) return shares;
  return ok({
    id: creation.id,
    ...fields,
    participants: fields.participants.toSorted(),
    participantBreakdowns: shares.value,
    payerCredits: computePayerCredits(creation.id, fields),
    overrides: computeStatedAmounts(overrides, shares.value).map(sortParticipants),
    receiptIds: [],
    status: 'open',
    settledAt: null,
    settledBy: null,
    createdBy: creation.createdBy,
    createdAt: creation.now,
    updatedAt: creation.now,
    version: 1,
  });
}

export type Revision = {
  readonly fields: ExpenseFields;
  readonly overrides: readonly Override[];
};

/**
 * Applies new fields or overrides, recomputes the shares and increments the version. Returns the same
 * object if nothing changes. Refuses what `splitExpense` refuses.
 */
export function revise(
  expense: OpenExpense,
  { fields, overrides }: Revision,
  now: Instant,
): Result<OpenExpense> {
  const shares = splitFields(expense.id, fields, overrides);
  if (!shares.ok) return shares;
  const revised = {
    ...expense,
    ...fields,
    participants: fields.participants.toSorted(),
    participantBreakdowns: shares.value,
    payerCredits: computePayerCredits(expense.id, fields),
    overrides: computeStatedAmounts(overrides, shares.value).map(sortParticipants),
  };
  if (isSame(expense, revised)) return ok(expense);
  return ok({ ...revised, updatedAt: now, version: expense.version + 1 });
}

export function toSettled(
  expense: OpenExpense,
  settledBy: Id<'member'>,
  now: Instant,
  note?: string,
): SettledExpense {
  return {
    ...expense,
    status: 'settled',
    settledAt: now,
    settledBy,
    settlementNote: note,
    updatedAt: now,
    version: expense.version + 1,
  };
}

export function toDeleted(expense: OpenExpense, now: Instant): DeletedExpense {
  const version = expense.version + 1;
  return { ...expense, status: 'deleted', deletedAt: now, updatedAt: now, version };
}

export function toRestored(expense: DeletedExpense, now: Instant): OpenExpense {
  const { deletedAt: _, ...kept } = expense;
  return { ...kept, status: 'open', updatedAt: now, version: expense.version + 1 };
}

function splitFields(
  expenseId: Id<'expense'>,
  { amount: total, participants }: ExpenseFields,
  overrides: readonly Override[],
): Result<Share[]> {
  return splitExpense({ expenseId, total, participants, overrides });
}

const sortParticipants = (override: Override): Override => ({
  ...override,
  participantIds: override.participantIds.toSorted(),
});

function isSame(before: OpenExpense, after: OpenExpense): boolean {
  const serialize = (expense: OpenExpense) =>
    JSON.stringify([pickFields(expense), expense.overrides.map(serializeOverride)]);
  return serialize(before) === serialize(after);
}

/** Equal for equal overrides. */
export function serializeOverride(override: Override): string {
  const { id, type, amount, label, participantIds, stated } = override;
  const { unit, value } = stated ?? {};
  return JSON.stringify([id, type, amount, label, participantIds, unit, value]);
}
