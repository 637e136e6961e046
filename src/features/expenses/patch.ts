/**
 * JSON Patch (RFC 6902) limited to `replace` of an expense's fields. Paths are looked up in a list
 * and never walked, so `/__proto__/status`, `/participants/-` or `/title~0` do not exist. No library,
 * because several have had prototype pollution.
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

function createReplacement(name: ExpenseFieldName): Replacement {
  const [op, path, value] = [z.literal('replace'), z.literal(`/${name}`), expenseFields[name]];
  return z.strictObject({ op, path, value }) as Replacement;
}

const operation = z.discriminatedUnion(
  'path',
  expenseFieldNames.map(createReplacement) as [Replacement, ...Replacement[]],
  { error: 'Only "replace" operations on expense fields are supported' },
);

export const patchBody = z.array(operation).check(z.maxLength(maxPatchOperations));
export type PatchOperation = z.output<typeof operation>;

export type Patched = {
  readonly fields: ExpenseFields;
  /** The overrides that are kept. */
  readonly overrides: readonly Override[];
  /** The overrides of people who are no longer participants. */
  readonly dropped: readonly Override[];
};

/**
 * Applies all operations or none. Turning on even split clears the payers, a new payer paid it all,
 * several new payers bring their own, and choosing a type other than `Partial` clears the partial
 * amount, unless the patch sets them.
 *
 * Refuses a repeated path, a result that `checkExpense` refuses, and, unless `mayDropOverrides`,
 * removing participants who have overrides; `details` lists those overrides.
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
    ...pickFields(expense),
    ...implyChanges(changes),
    ...(Object.fromEntries(changes) as Partial<ExpenseFields>),
  });
  if (!merged.ok) return merged;
  return keepOverrides(merged.value, expense.overrides, mayDropOverrides);
}

/** The changes of fields that the operations imply. */
function implyChanges(changes: ReadonlyMap<ExpenseFieldName, unknown>): Partial<ExpenseFields> {
  const type = changes.get('payerReimbursementType');
  const payers = changes.get('payers') as ExpenseFields['payers'] | undefined;
  return {
    ...(changes.has('paidBy') && { payers: [] }),
    ...(payers !== undefined && payers.length > 0 && { paidBy: null }),
    ...(changes.get('isEvenSplit') === true && { paidBy: null, payers: [] }),
    ...(type !== undefined && type !== 'Partial' && { payerReimbursementAmount: null }),
  };
}

function keepOverrides(
  fields: ExpenseFields,
  overrides: readonly Override[],
  mayDrop: boolean,
): Result<Patched> {
  const staying = new Set(fields.participants);
  const isValid = (override: Override) => override.participantIds.every((id) => staying.has(id));
  const dropped = overrides.filter((override) => !isValid(override));
  if (dropped.length > 0 && !mayDrop) {
    const labels = dropped.map((override) => `"${override.label}"`).join(', ');
    return refuse(
      'invalid',
      'overrides_would_be_dropped',
      `These overrides include people who are no longer participants: ${labels}. Confirm to remove them.`,
      { field: 'participants', details: { overrideIds: dropped.map((override) => override.id) } },
    );
  }
  return ok({ fields, overrides: overrides.filter(isValid), dropped });
}

/** Only the editable fields. */
export function pickFields(expense: Expense): ExpenseFields {
  const fields = expenseFieldNames.map((name) => [name, expense[name]]);
  return Object.fromEntries(fields) as ExpenseFields;
}

function isSame(name: ExpenseFieldName, before: ExpenseFields, after: ExpenseFields): boolean {
  if (name === 'payers') return JSON.stringify(before.payers) === JSON.stringify(after.payers);
  if (name !== 'participants') return before[name] === after[name];
  const sorted = (ids: readonly Id[]) => ids.toSorted().join();
  return sorted(before.participants) === sorted(after.participants);
}

/** The operations that turn `before` into `after`. The order of participants is ignored. */
export function createPatch(before: ExpenseFields, after: ExpenseFields): PatchOperation[] {
  return expenseFieldNames
    .filter((name) => !isSame(name, before, after))
    .map((name) => ({ op: 'replace', path: `/${name}`, value: after[name] }) as PatchOperation);
}
