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
  const list = createList(expense);
  const refused = list.add({ id, ...fields });
  return refused ?? ok(list.all());
}

/** Adds overrides to a new expense, one after another. Refusals say which one they are about. */
export function addOverrides(
  amount: Cents,
  added: readonly OverrideFields[],
  newId: () => Id<'override'>,
): Result<Override[]> {
  const list = createList({ amount, overrides: [] });
  for (const [index, fields] of added.entries()) {
    const refused = list.add({ id: newId(), ...fields });
    if (refused) {
      const { refusal } = refused;
      return { ok: false, refusal: { ...refusal, field: `overrides.${index}.${refusal.field}` } };
    }
  }
  return ok(list.all());
}

/** By whom a manual one is about, so that adding five hundred does not look at all for each. */
function createList({ amount, overrides }: OverrideTarget) {
  const placeOf = ({ id, type, participantIds }: Override) =>
    type === 'manual' ? `manual ${participantIds[0]}` : id;
  const kept = new Map(overrides.map((override) => [placeOf(override), override]));
  let listed = countListed(overrides);
  return {
    all: () => [...kept.values()],
    add(override: Override): Refused | undefined {
      const refused =
        override.type === 'equal' ? checkEqual(amount, override) : checkAmount(override);
      if (refused) return refused;
      const place = placeOf(override);
      listed += override.participantIds.length - (kept.get(place)?.participantIds.length ?? 0);
      // The one that replaces another is the last.
      kept.delete(place);
      kept.set(place, override);
      if (kept.size > maxOverrides) return tooManyOverrides;
      return listed > maxOverrideParticipants ? tooManyListed : undefined;
    },
  };
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

const tooManyOverrides = refuse(
  'invalid',
  'too_many_overrides',
  `At most ${maxOverrides} overrides are possible`,
);

const tooManyListed = refuse(
  'invalid',
  'too_many_override_participants',
  `The overrides of an expense can list at most ${maxOverrideParticipants} people in total`,
  { field: 'participantIds' },
);

const countListed = (overrides: readonly Override[]) =>
  overrides.reduce((sum, { participantIds }) => sum + participantIds.length, 0);

function checkEqual(amount: Cents, fields: OverrideFields): Refused | undefined {
  if (fields.label === '' || fields.participantIds.length === 0) {
    return refuse(
      'invalid',
      'override_incomplete',
      'Please fill in all fields and select at least one participant.',
      { field: fields.label === '' ? 'label' : 'participantIds' },
    );
  }
  if (fields.amount <= 0 || fields.amount >= amount) {
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
  const refused = checkAmount(fields);
  if (refused) return refused;
  const overrides = expense.overrides.map((override) =>
    override.id === id ? { id, ...fields } : override,
  );
  return countListed(overrides) > maxOverrideParticipants ? tooManyListed : ok(overrides);
}
