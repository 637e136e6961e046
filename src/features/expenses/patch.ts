/**
 * JSON Patch (RFC 6902) limited to `replace` of an expense's fields. Paths are looked up in a list
 * and never walked, so `/__proto__/status`, `/participants/-` or `/title~0` do not exist. No library,
 * because several have had prototype pollution.
 */
import type { Id } from '#kit/id.ts';
import { maxCents } from '#kit/money.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { checkExpense } from './draft.ts';
import {
  type Expense,
  type ExpenseFieldName,
  type ExpenseFields,
  expenseFieldNames,
  type Override,
  type OverrideFields,
} from './expense.ts';
import { convertToDollars } from './original.ts';
import { replaceOverrides } from './override.ts';
import type { PatchOperation } from './patch-contract.ts';

export type Patched = {
  readonly fields: ExpenseFields;
  /** The overrides that are kept. */
  readonly overrides: readonly Override[];
  /** The overrides of people who are no longer participants. */
  readonly dropped: readonly Override[];
};

/**
 * Applies all operations or none. Turning on even split clears the payers, a new payer paid it all,
 * several new payers bring their own, an amount replaces one in another currency, which brings its
 * own in dollars, and choosing a type other than `Partial` clears the partial amount, unless the
 * patch sets them.
 *
 * Refuses a repeated path, a result that `checkExpense` refuses, and, unless `mayDropOverrides`,
 * removing participants who have overrides; `details` lists those overrides. Replaced overrides keep
 * their ids where they are about the same.
 */
export function applyPatch(
  expense: Expense,
  operations: readonly PatchOperation[],
  mayDropOverrides: boolean,
  newId: () => Id<'override'>,
): Result<Patched> {
  const changes = new Map<PatchedName, unknown>();
  for (const [index, { path, value }] of operations.entries()) {
    const name = path.slice(1) as PatchedName;
    if (changes.has(name)) {
      return refuse('invalid', 'patch_path_twice', `${path} is replaced twice`, {
        field: `${index}.path`,
      });
    }
    changes.set(name, value);
  }
  const replaced = changes.get('overrides') as OverrideFields[] | undefined;
  changes.delete('overrides');
  const merged = checkExpense({
    ...pickFields(expense),
    ...implyChanges(changes),
    ...(Object.fromEntries(changes) as Partial<ExpenseFields>),
  });
  if (!merged.ok) return merged;
  const overrides = replaced
    ? replaceOverrides(merged.value.amount, expense.overrides, replaced, newId)
    : ok(expense.overrides);
  if (!overrides.ok) return overrides;
  return keepOverrides(merged.value, overrides.value, mayDropOverrides);
}

type PatchedName = ExpenseFieldName | 'overrides';

/** The changes of fields that the operations imply. */
function implyChanges(changes: ReadonlyMap<PatchedName, unknown>): Partial<ExpenseFields> {
  const type = changes.get('payerReimbursementType');
  const original = changes.get('original') as ExpenseFields['original'] | undefined;
  const payers = changes.get('payers') as ExpenseFields['payers'] | undefined;
  return {
    ...(changes.has('amount') && { original: null }),
    ...(original && { amount: convertToDollars(original) ?? maxCents }),
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
  if (name === 'payers' || name === 'original') {
    return JSON.stringify(before[name]) === JSON.stringify(after[name]);
  }
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

/**
 * The operation that replaces an expense's overrides, if they differ from those that remain for the
 * participants. A manual override without a label keeps the one it has.
 */
export function createOverridesPatch(
  { overrides: before }: Pick<Expense, 'overrides'>,
  after: readonly OverrideFields[],
  participants: readonly Id<'member'>[],
): PatchOperation[] {
  const labeled = after.map(({ label, ...override }) => {
    const [participant] = override.participantIds;
    const known = before.find(
      ({ type, participantIds }) => type === 'manual' && participantIds[0] === participant,
    );
    const isUnnamed = override.type === 'manual' && label === '';
    return { ...override, label: isUnnamed ? (known?.label ?? '') : label };
  });
  const remaining = before.filter(({ participantIds }) =>
    participantIds.every((id) => participants.includes(id)),
  );
  const serialize = (overrides: readonly OverrideFields[]) =>
    overrides.map(serializeStated).toSorted().join();
  if (serialize(labeled) === serialize(remaining)) return [];
  return [{ op: 'replace', path: '/overrides', value: labeled }];
}

/** The amount of a stated share follows from the others. */
function serializeStated({ type, amount, label, participantIds, stated }: OverrideFields): string {
  const size = stated ? `${stated.value} ${stated.unit}` : amount;
  return JSON.stringify([type, size, label, participantIds.toSorted()]);
}
