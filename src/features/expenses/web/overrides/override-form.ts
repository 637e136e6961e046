/**
 * The values of the override form and their validation. `splitExpense` decides whether an override
 * fits the expense, as on the server.
 */

import type { Id } from '#kit/id.ts';
import {
  type Cents,
  cents,
  centsFromTyped,
  explainAmount,
  formatMoney,
  sumCents,
} from '#kit/money.ts';
import { newId } from '#web/api/new-id.ts';
import type { OpenExpense, Override, OverrideFields } from '../../expense.ts';
import { addOverride, changeOverride } from '../../override.ts';
import { previewSplit, type SharePreview } from '../form/share-preview.ts';

export type OverrideForm = {
  /** As entered, in dollars. */
  amount: string;
  label: string;
  participants: Id<'member'>[];
};

export type OverrideKind = 'add' | 'update' | 'manual';

/** The specification's message, and its title if there is one. */
export type OverrideProblem = {
  readonly title?: string | undefined;
  readonly message: string;
  readonly fields: { readonly [Name in keyof OverrideForm]?: string };
};

/** Why a form is not valid. `total` is the expense's amount. */
export function overrideProblem(
  kind: OverrideKind,
  form: OverrideForm,
  total: Cents,
): OverrideProblem | undefined {
  const amount = centsFromTyped(form.amount);
  const fields = {
    ...(amount === undefined && { amount: explainAmount(form.amount) }),
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
      return checkNegative(amount);
    case 'manual':
      if (isMissing) return { message: 'Please fill in all required fields', fields };
      return checkNegative(amount);
    default:
      return kind satisfies never;
  }
}

const invalidAmount: OverrideProblem = {
  title: 'Invalid Amount',
  message: 'Override amount must be greater than 0 and less than the total expense amount.',
  fields: { amount: 'More than 0 and less than the total' },
};

function checkNegative(amount: Cents | undefined): OverrideProblem | undefined {
  if (amount === undefined || amount >= 0) return undefined;
  const message = 'Override amount must be 0 or more.';
  return { message, fields: { amount: message } };
}

/**
 * Undefined without a valid amount. The share of `changed` stays a percentage or weight unless its amount or
 * participant is edited.
 */
export function toOverrideFields(
  type: Override['type'],
  form: OverrideForm,
  changed?: Override,
): OverrideFields | undefined {
  const amount = centsFromTyped(form.amount);
  if (amount === undefined || amount < 0) return undefined;
  const isStated =
    changed?.stated &&
    amount === changed.amount &&
    form.participants[0] === changed.participantIds[0];
  return {
    type,
    amount,
    label: form.label.trim(),
    participantIds: form.participants,
    ...(isStated && { stated: changed.stated }),
  };
}

/**
 * The shares with a new override, or with `changed` edited. Undefined if there is no amount or no
 * participant.
 */
export function previewOverride(
  expense: OpenExpense,
  changed: Id<'override'> | undefined,
  fields: OverrideFields | undefined,
  names: ReadonlyMap<Id<'member'>, string>,
): SharePreview | undefined {
  if (!fields) return undefined;
  const excessPreview =
    fields.type === 'equal' ? previewExcess(expense, changed, fields.amount) : undefined;
  if (excessPreview || fields.participantIds.length === 0) return excessPreview;
  // A missing label does not affect the split. An override that was deleted is added again.
  const labeled = { ...fields, label: fields.label || '-' };
  const exists = expense.overrides.some((override) => override.id === changed);
  const overrides =
    changed !== undefined && exists
      ? changeOverride(expense, changed, labeled)
      : addOverride(expense, changed ?? newId(), labeled);
  return overrides.ok ? previewSplit(toSplitInput(expense, overrides.value), names) : undefined;
}

/** An amount that is too large for any participants, reported before one is selected. */
function previewExcess(
  { amount: total, overrides }: OpenExpense,
  changed: Id<'override'> | undefined,
  amount: Cents,
): SharePreview | undefined {
  const others = overrides.filter((override) => override.id !== changed);
  // A weight takes only of what the other overrides leave.
  const taking = others.filter(({ stated }) => stated?.unit !== 'weight');
  const allocated = sumCents(taking.map((override) => override.amount));
  const excess = cents(amount + allocated - total);
  const max = Math.min(total - allocated, changed === undefined ? total - 1 : total);
  if (amount <= max) return undefined;
  const words =
    excess > 0
      ? `Overrides exceed the expense amount by ${formatMoney(excess)}`
      : 'An override must be less than the total';
  const difference = cents(amount - max);
  return { shares: new Map(), extraCents: new Set(), words, isRefused: true, difference };
}

export function toSplitInput(
  { id: expenseId, amount: total, participants }: OpenExpense,
  overrides: readonly OverrideFields[],
) {
  return { expenseId, total, participants, overrides };
}

/** The amount with which the overrides fit the expense; undefined if there is none. */
export function findFittingAmount(
  fields: OverrideFields | undefined,
  preview: SharePreview | undefined,
): Cents | undefined {
  if (!fields || preview?.difference === undefined) return undefined;
  const fitting = fields.amount - preview.difference;
  const min = fields.type === 'equal' ? 1 : 0;
  return fitting >= min ? cents(fitting) : undefined;
}
