import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import {
  maxLabelLength,
  maxOverrideParticipants,
  maxOverrides,
  type Override,
  type OverrideFields,
} from './expense.ts';

/** The parts of an expense that the rules for overrides need. */
export type OverrideTarget = { readonly amount: Cents; readonly overrides: readonly Override[] };

export function defaultManualLabel(name: string): string {
  return cut(`Manual override for ${name}`, maxLabelLength);
}

/**
 * Adds an override. A manual override replaces the participant's existing one. Refuses an equal
 * override without an amount, label or participants, and amounts that are not between zero and the
 * total. `splitExpense` checks that all overrides together fit the total.
 */
export function addOverride(
  expense: OverrideTarget,
  id: Id<'override'>,
  fields: OverrideFields,
): Result<Override[]> {
  const refused = fields.type === 'equal' ? checkEqual(expense, fields) : checkAmount(fields);
  if (refused) return refused;
  const others = expense.overrides.filter((override) => !isReplacedBy(override, fields));
  if (others.length >= maxOverrides) {
    return refuse(
      'invalid',
      'too_many_overrides',
      `At most ${maxOverrides} overrides are possible`,
    );
  }
  return limitParticipants([...others, { id, ...fields }]);
}

/** Adds overrides to a new expense, one after another. Refusals say which one they are about. */
export function addOverrides(
  amount: Cents,
  added: readonly OverrideFields[],
  newId: () => Id<'override'>,
): Result<Override[]> {
  let overrides: Override[] = [];
  for (const [index, fields] of added.entries()) {
    const result = addOverride({ amount, overrides }, newId(), fields);
    if (!result.ok) {
      const { field } = result.refusal;
      return { ok: false, refusal: { ...result.refusal, field: `overrides.${index}.${field}` } };
    }
    overrides = result.value;
  }
  return ok(overrides);
}

/** All overrides of an expense anew. One about the same person, or with the same label, keeps its id. */
export function replaceOverrides(
  amount: Cents,
  before: readonly Override[],
  added: readonly OverrideFields[],
  newId: () => Id<'override'>,
): Result<Override[]> {
  const result = addOverrides(amount, added, newId);
  if (!result.ok) return result;
  const known = new Map(before.map((override) => [toKey(override), override.id]));
  return ok(
    result.value.map((override) => {
      const id = known.get(toKey(override)) ?? override.id;
      known.delete(toKey(override));
      return { ...override, id };
    }),
  );
}

const toKey = ({ type, label, participantIds }: Override) =>
  type === 'manual' ? `manual ${participantIds[0]}` : `equal ${label}`;

function limitParticipants(overrides: Override[]): Result<Override[]> {
  const listed = overrides.reduce((sum, override) => sum + override.participantIds.length, 0);
  if (listed <= maxOverrideParticipants) return ok(overrides);
  const message = `The overrides of an expense can list at most ${maxOverrideParticipants} people in total`;
  return refuse('invalid', 'too_many_override_participants', message, { field: 'participantIds' });
}

function isReplacedBy(override: Override, fields: OverrideFields): boolean {
  return (
    override.type === 'manual' &&
    fields.type === 'manual' &&
    override.participantIds[0] === fields.participantIds[0]
  );
}

function checkEqual(expense: OverrideTarget, fields: OverrideFields): Refused | undefined {
  if (fields.label === '' || fields.participantIds.length === 0) {
    return refuse(
      'invalid',
      'override_incomplete',
      'Please fill in all fields and select at least one participant.',
      { field: fields.label === '' ? 'label' : 'participantIds' },
    );
  }
  if (fields.amount <= 0 || fields.amount >= expense.amount) {
    return refuse(
      'invalid',
      'override_amount_invalid',
      'Override amount must be greater than 0 and less than the total expense amount.',
      { field: 'amount' },
    );
  }
  return undefined;
}

function checkAmount(fields: OverrideFields): Refused | undefined {
  if (fields.amount >= 0) return undefined;
  return refuse('invalid', 'override_amount_negative', 'Override amount must be 0 or more.', {
    field: 'amount',
  });
}

/**
 * Changes an override. Refuses a missing label, no participants, and a negative amount.
 */
export function changeOverride(
  expense: OverrideTarget,
  id: Id<'override'>,
  fields: OverrideFields,
): Result<Override[]> {
  if (fields.participantIds.length === 0) {
    return refuse(
      'invalid',
      'override_incomplete',
      'Please select at least one participant for the override.',
      { field: 'participantIds' },
    );
  }
  if (fields.label === '') {
    return refuse('invalid', 'override_incomplete', 'Please fill in all required fields', {
      field: 'label',
    });
  }
  return (
    checkAmount(fields) ??
    limitParticipants(
      expense.overrides.map((override) => (override.id === id ? { id, ...fields } : override)),
    )
  );
}
