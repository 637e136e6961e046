/**
 * JSON Patch (RFC 6902) cut down to what an expense needs: `replace` of one of thirteen literal
 * paths. Paths are never walked, only looked up, so that `/__proto__/status`, `/participants/-`
 * or `/title~0` are simply not there; no library, because those have written what was not asked.
 */
import * as z from 'zod/mini';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { checkExpense } from './draft.ts';
import {
  type Expense,
  type ExpenseFieldName,
  type ExpenseFields,
  expenseFields,
  type Override,
} from './expense.ts';

export const maxPatchOperations = 32;

function replace<Path extends string, Value extends z.ZodMiniType>(path: Path, value: Value) {
  return z.strictObject({ op: z.literal('replace'), path: z.literal(path), value });
}

const operation = z.discriminatedUnion(
  'path',
  [
    replace('/title', expenseFields.title),
    replace('/description', expenseFields.description),
    replace('/amount', expenseFields.amount),
    replace('/expenseDate', expenseFields.expenseDate),
    replace('/eventId', expenseFields.eventId),
    replace('/participants', expenseFields.participants),
    replace('/category', expenseFields.category),
    replace('/paidBy', expenseFields.paidBy),
    replace('/isEvenSplit', expenseFields.isEvenSplit),
    replace('/isExcludedFromGroupTotals', expenseFields.isExcludedFromGroupTotals),
    replace('/useWalletTransactions', expenseFields.useWalletTransactions),
    replace('/payerReimbursementType', expenseFields.payerReimbursementType),
    replace('/payerReimbursementAmount', expenseFields.payerReimbursementAmount),
  ],
  { error: 'Only "replace" of a field of the expense is possible' },
);

export const patchBody = z.array(operation).check(z.maxLength(maxPatchOperations));
export type PatchOperation = z.output<typeof operation>;

export type Patched = {
  readonly fields: ExpenseFields;
  /** Those that stay. */
  readonly overrides: readonly Override[];
  /** Those that name somebody who no longer takes part. */
  readonly dropped: readonly Override[];
};

/**
 * The expense's fields and overrides after all operations, or none of them. Not named beside it,
 * a payer is cleared by checking even split, and a partial amount by choosing another type.
 *
 * Refuses a path twice, a merged expense that breaks a rule (see `checkExpense`), and to drop
 * overrides of people who leave unless `mayDropOverrides`: they are named in `details`.
 */
export function applyPatch(
  expense: Expense,
  operations: readonly PatchOperation[],
  mayDropOverrides: boolean,
): Result<Patched> {
  const changes = new Map<ExpenseFieldName, unknown>();
  for (const [index, { path, value }] of operations.entries()) {
    const name = path.slice(1) as ExpenseFieldName;
    if (changes.has(name)) {
      return refuse('invalid', 'patch_path_twice', `${path} is replaced twice`, {
        field: `${index}.path`,
      });
    }
    changes.set(name, value);
  }
  const merged = checkExpense({
    ...fieldsOf(expense),
    ...cleared(changes),
    ...(Object.fromEntries(changes) as Partial<ExpenseFields>),
  });
  if (!merged.ok) return merged;
  return keepOverrides(merged.value, expense.overrides, mayDropOverrides);
}

/** What the operations imply about fields they do not name. */
function cleared(changes: ReadonlyMap<ExpenseFieldName, unknown>): Partial<ExpenseFields> {
  const type = changes.get('payerReimbursementType');
  return {
    ...(changes.get('isEvenSplit') === true && { paidBy: null }),
    ...(type !== undefined && type !== 'Partial' && { payerReimbursementAmount: null }),
  };
}

function keepOverrides(
  fields: ExpenseFields,
  overrides: readonly Override[],
  mayDrop: boolean,
): Result<Patched> {
  const staying = new Set(fields.participants);
  const isSound = (override: Override) => override.participantIds.every((id) => staying.has(id));
  const dropped = overrides.filter((override) => !isSound(override));
  if (dropped.length > 0 && !mayDrop) {
    const labels = dropped.map((override) => `"${override.label}"`).join(', ');
    return refuse(
      'invalid',
      'overrides_would_be_dropped',
      `These overrides name people who no longer take part: ${labels}. Confirm to drop them.`,
      { field: 'participants', details: { overrideIds: dropped.map((override) => override.id) } },
    );
  }
  return ok({ fields, overrides: overrides.filter(isSound), dropped });
}

/** The thirteen fields alone. */
export function fieldsOf(expense: Expense): ExpenseFields {
  return {
    title: expense.title,
    description: expense.description,
    amount: expense.amount,
    expenseDate: expense.expenseDate,
    eventId: expense.eventId,
    participants: expense.participants,
    category: expense.category,
    paidBy: expense.paidBy,
    isEvenSplit: expense.isEvenSplit,
    isExcludedFromGroupTotals: expense.isExcludedFromGroupTotals,
    useWalletTransactions: expense.useWalletTransactions,
    payerReimbursementType: expense.payerReimbursementType,
    payerReimbursementAmount: expense.payerReimbursementAmount,
  };
}

function isSame(name: ExpenseFieldName, before: ExpenseFields, after: ExpenseFields): boolean {
  if (name !== 'participants') return before[name] === after[name];
  const sorted = (ids: readonly Id[]) => ids.toSorted().join();
  return sorted(before.participants) === sorted(after.participants);
}

/** The operations that lead from one to the other: only what differs, participants as a set. */
export function patchBetween(before: ExpenseFields, after: ExpenseFields): PatchOperation[] {
  const names = Object.keys(expenseFields) as ExpenseFieldName[];
  return names
    .filter((name) => !isSame(name, before, after))
    .map((name) => ({ op: 'replace', path: `/${name}`, value: after[name] }) as PatchOperation);
}
