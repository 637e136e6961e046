/** The rules of overrides, which dialogs and server share. */
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import {
  maxOverrideParticipants,
  maxOverrides,
  type Override,
  type OverrideFields,
} from './expense.ts';

/** What a rule about an override needs to know of its expense. */
export type Overridden = { readonly amount: Cents; readonly overrides: readonly Override[] };

export function defaultManualLabel(name: string): string {
  return `Manual override for ${name}`;
}

/**
 * The expense's overrides with one more. A manual one takes the place of the participant's manual
 * override, if there is one. Refuses an equal one without amount, label or people, and amounts
 * that are not between zero and the total. Whether all fits the total, `splitExpense` says.
 */
export function addOverride(
  expense: Overridden,
  id: Id<'override'>,
  stated: OverrideFields,
): Result<Override[]> {
  const refused =
    stated.type === 'equal' ? refusalOfEqual(expense, stated) : refusalOfAmount(stated);
  if (refused) return refused;
  const others = expense.overrides.filter((override) => !isReplacedBy(override, stated));
  if (others.length >= maxOverrides) {
    return refuse(
      'invalid',
      'too_many_overrides',
      `At most ${maxOverrides} overrides are possible`,
    );
  }
  return withinBounds([...others, { id, ...stated }]);
}

function withinBounds(overrides: Override[]): Result<Override[]> {
  const named = overrides.reduce((sum, override) => sum + override.participantIds.length, 0);
  if (named <= maxOverrideParticipants) return ok(overrides);
  const message = `The overrides of an expense can list at most ${maxOverrideParticipants} people in total`;
  return refuse('invalid', 'too_many_override_participants', message, { field: 'participantIds' });
}

function isReplacedBy(override: Override, stated: OverrideFields): boolean {
  return (
    override.type === 'manual' &&
    stated.type === 'manual' &&
    override.participantIds[0] === stated.participantIds[0]
  );
}

function refusalOfEqual(expense: Overridden, stated: OverrideFields): Refused | undefined {
  if (stated.label === '' || stated.participantIds.length === 0) {
    return refuse(
      'invalid',
      'override_incomplete',
      'Please fill in all fields and select at least one participant.',
      { field: stated.label === '' ? 'label' : 'participantIds' },
    );
  }
  if (stated.amount <= 0 || stated.amount >= expense.amount) {
    return refuse(
      'invalid',
      'override_amount_invalid',
      'Override amount must be greater than 0 and less than the total expense amount.',
      { field: 'amount' },
    );
  }
  return undefined;
}

function refusalOfAmount(stated: OverrideFields): Refused | undefined {
  if (stated.amount >= 0) return undefined;
  return refuse('invalid', 'override_amount_negative', 'Override amount must be 0 or more.', {
    field: 'amount',
  });
}

/**
 * The expense's overrides with one changed. Refuses a missing label, nobody to share it, and a
 * negative amount.
 */
export function changeOverride(
  expense: Overridden,
  id: Id<'override'>,
  stated: OverrideFields,
): Result<Override[]> {
  if (stated.participantIds.length === 0) {
    return refuse(
      'invalid',
      'override_incomplete',
      'Please select at least one participant for the override.',
      { field: 'participantIds' },
    );
  }
  if (stated.label === '') {
    return refuse('invalid', 'override_incomplete', 'Please fill in all required fields', {
      field: 'label',
    });
  }
  return (
    refusalOfAmount(stated) ??
    withinBounds(
      expense.overrides.map((override) => (override.id === id ? { id, ...stated } : override)),
    )
  );
}
