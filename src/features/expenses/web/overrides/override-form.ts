/**
 * What an override's form holds, and whether it makes an override. Whether it fits the expense is
 * the question `splitExpense` answers, the same function the server asks.
 */

import type { Id } from '#kit/id.ts';
import { type Cents, cents, centsFromTyped, formatMoney, sumCents } from '#kit/money.ts';
import { newId } from '#web/api/new-id.ts';
import type { OpenExpense, Override, OverrideFields } from '../../expense.ts';
import { addOverride, changeOverride } from '../../override.ts';
import { previewSplit, type SharePreview } from '../form/share-preview.ts';

export type OverrideForm = {
  /** As typed, in dollars. */
  amount: string;
  label: string;
  participants: Id<'member'>[];
};

export type OverrideKind = 'add' | 'update' | 'manual';

/** What stands above and below the form: the specification's title, if it has one, and sentence. */
export type OverrideProblem = {
  readonly title?: string | undefined;
  readonly message: string;
  readonly fields: { readonly [Name in keyof OverrideForm]?: string };
};

const noAmount = 'Enter an amount like 1,234.56, with at most two decimals';

/** Why a form is not yet an override. `total` is the expense's amount. */
export function overrideProblem(
  kind: OverrideKind,
  form: OverrideForm,
  total: Cents,
): OverrideProblem | undefined {
  const amount = centsFromTyped(form.amount);
  const fields = {
    ...(amount === undefined && {
      amount: form.amount.trim() === '' ? 'Enter an amount' : noAmount,
    }),
    ...(kind !== 'manual' && form.label.trim() === '' && { label: 'Enter a label' }),
    ...(form.participants.length === 0 && { participants: 'Select at least one participant' }),
  };
  const isMissing = Object.keys(fields).length > 0;
  switch (kind) {
    case 'add':
      if (isMissing) {
        const message = 'Please fill in all fields and select at least one participant.';
        return { title: 'Validation Error', message, fields };
      }
      return amount !== undefined && amount > 0 && amount < total ? undefined : invalidAmount;
    case 'update':
      if (fields.amount !== undefined || fields.label !== undefined) {
        return { message: 'Please fill in all required fields', fields };
      }
      if (isMissing) {
        const message = 'Please select at least one participant for the override.';
        return { message, fields: { participants: message } };
      }
      return refusalOfNegative(amount);
    case 'manual':
      if (isMissing) return { message: 'Please fill in all required fields', fields };
      return refusalOfNegative(amount);
    default:
      return kind satisfies never;
  }
}

const invalidAmount: OverrideProblem = {
  title: 'Invalid Amount',
  message: 'Override amount must be greater than 0 and less than the total expense amount.',
  fields: { amount: 'More than 0 and less than the total' },
};

function refusalOfNegative(amount: Cents | undefined): OverrideProblem | undefined {
  if (amount === undefined || amount >= 0) return undefined;
  const message = 'Override amount must be 0 or more.';
  return { message, fields: { amount: message } };
}

/** What a form that has an amount states. */
export function statedOf(type: Override['type'], form: OverrideForm): OverrideFields | undefined {
  const amount = centsFromTyped(form.amount);
  if (amount === undefined || amount < 0) return undefined;
  return { type, amount, label: form.label.trim(), participantIds: form.participants };
}

/**
 * What everybody will owe once the override is as stated: a new one, or `changed` in its new form.
 * Undefined while nobody shares it or there is no amount.
 */
export function previewOverride(
  expense: OpenExpense,
  changed: Id<'override'> | undefined,
  stated: OverrideFields | undefined,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview | undefined {
  if (!stated) return undefined;
  const beyond = stated.type === 'equal' ? beyondTotal(expense, changed, stated.amount) : undefined;
  if (beyond || stated.participantIds.length === 0) return beyond;
  // A label that is still to come splits nothing differently; one that was deleted meanwhile is new.
  const named = { ...stated, label: stated.label || '-' };
  const isThere = expense.overrides.some((override) => override.id === changed);
  const overrides =
    changed !== undefined && isThere
      ? changeOverride(expense, changed, named)
      : addOverride(expense, changed ?? newId(), named);
  return overrides.ok ? previewSplit(splitInputOf(expense, overrides.value), names) : undefined;
}

/** Too much whoever shares it: by how much is said before anybody is chosen. A new one, alone, too. */
function beyondTotal(
  { amount: total, overrides }: OpenExpense,
  changed: Id<'override'> | undefined,
  amount: Cents,
): SharePreview | undefined {
  const others = overrides.filter((override) => override.id !== changed);
  const taken = sumCents(others.map((override) => override.amount));
  const excess = cents(amount + taken - total);
  const most = Math.min(total - taken, changed === undefined ? total - 1 : total);
  if (amount <= most) return undefined;
  const words =
    excess > 0
      ? `Overrides exceed the expense amount by ${formatMoney(excess)}`
      : 'An override must be less than the total';
  const difference = cents(amount - most);
  return { shares: new Map(), oddCents: new Set(), words, isRefused: true, difference };
}

export function splitInputOf(
  { id: expenseId, amount: total, participants }: OpenExpense,
  overrides: readonly OverrideFields[],
) {
  return { expenseId, total, participants, overrides };
}

/** The amount with which overrides fit their expense again; undefined when no amount would. */
export function amountThatFits(
  stated: OverrideFields | undefined,
  preview: SharePreview | undefined,
): Cents | undefined {
  if (!stated || preview?.difference === undefined) return undefined;
  const fitting = stated.amount - preview.difference;
  const least = stated.type === 'equal' ? 1 : 0;
  return fitting >= least ? cents(fitting) : undefined;
}
