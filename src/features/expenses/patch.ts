/**
 * JSON Patch (RFC 6902) cut down to what an expense needs: `replace` of one of its fields, by a literal
 * path. Paths are never walked, only looked up, so that `/__proto__/status`, `/participants/-`
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
  expenseFieldNames,
  expenseFields,
  type Override,
} from './expense.ts';

export const maxPatchOperations = 32;

type Replacement = {
  [Name in ExpenseFieldName]: z.ZodMiniObject<
    {
      op: z.ZodMiniLiteral<'replace'>;
      path: z.ZodMiniLiteral<`/${Name}`>;
      value: (typeof expenseFields)[Name];
    },
    z.core.$strict
  >;
}[ExpenseFieldName];

function replacementOf(name: ExpenseFieldName): Replacement {
  const [op, path, value] = [z.literal('replace'), z.literal(`/${name}`), expenseFields[name]];
  return z.strictObject({ op, path, value }) as Replacement;
}

const operation = z.discriminatedUnion(
  'path',
  expenseFieldNames.map(replacementOf) as [Replacement, ...Replacement[]],
  { error: 'Only "replace" operations on expense fields are supported' },
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
      `These overrides include people who are no longer participants: ${labels}. Confirm to remove them.`,
      { field: 'participants', details: { overrideIds: dropped.map((override) => override.id) } },
    );
  }
  return ok({ fields, overrides: overrides.filter(isSound), dropped });
}

/** What a person may change, alone. */
export function fieldsOf(expense: Expense): ExpenseFields {
  const fields = expenseFieldNames.map((name) => [name, expense[name]]);
  return Object.fromEntries(fields) as ExpenseFields;
}

function isSame(name: ExpenseFieldName, before: ExpenseFields, after: ExpenseFields): boolean {
  if (name !== 'participants') return before[name] === after[name];
  const sorted = (ids: readonly Id[]) => ids.toSorted().join();
  return sorted(before.participants) === sorted(after.participants);
}

/** The operations that lead from one to the other: only what differs, participants as a set. */
export function patchBetween(before: ExpenseFields, after: ExpenseFields): PatchOperation[] {
  return expenseFieldNames
    .filter((name) => !isSame(name, before, after))
    .map((name) => ({ op: 'replace', path: `/${name}`, value: after[name] }) as PatchOperation);
}
