import { describe, expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import type { Override, OverrideFields } from './expense.ts';
import { addOverride, changeOverride } from './override.ts';
import { person, uuid } from './testing/random-expense.ts';

const [ann, ben] = [person(1), person(2)];
const manual = (amount: number, who = ann): OverrideFields => ({
  type: 'manual',
  amount: cents(amount),
  label: 'Salad',
  participantIds: [who],
});
const equal: OverrideFields = {
  type: 'equal',
  amount: cents(30),
  label: 'Wine',
  participantIds: [ann, ben],
};
const stored = (fields: OverrideFields, number: number): Override => ({
  id: uuid('0fff', number),
  ...fields,
});
const expense = {
  amount: cents(100),
  overrides: [stored(equal, 1), stored(manual(5), 2)],
};
const newId = uuid<'override'>('0fff', 9);

describe('adding an override', () => {
  test('keeps the existing ones', () => {
    const result = addOverride(expense, newId, equal);
    expect(result).toEqual({ ok: true, value: [...expense.overrides, { id: newId, ...equal }] });
  });

  test('replaces only the manual override of the same participant', () => {
    const same = addOverride(expense, newId, manual(0));
    expect(same).toEqual({ ok: true, value: [stored(equal, 1), { id: newId, ...manual(0) }] });
    const other = addOverride(expense, newId, manual(0, ben));
    expect(other.ok && other.value.length).toBe(3);
  });

  const incomplete = 'Please fill in all fields and select at least one participant.';
  const amount = 'Override amount must be greater than 0 and less than the total expense amount.';
  test.each<[Partial<OverrideFields>, string]>([
    [{ label: '' }, incomplete],
    [{ participantIds: [] }, incomplete],
    [{ amount: cents(0) }, amount],
    [{ amount: cents(-1) }, amount],
    [{ amount: cents(100) }, amount],
    [{ ...manual(0), amount: cents(-1) }, 'Override amount must be 0 or more.'],
  ])('with %j is refused: %s', (change, message) => {
    const result = addOverride(expense, newId, { ...equal, ...change });
    expect(result.ok ? undefined : result.refusal.message).toBe(message);
  });
});

describe('changing an override', () => {
  test('changes it in place', () => {
    const result = changeOverride(expense, uuid('0fff', 1), { ...equal, amount: cents(0) });
    const changed = stored({ ...equal, amount: cents(0) }, 1);
    expect(result).toEqual({ ok: true, value: [changed, stored(manual(5), 2)] });
  });

  test.each<[Partial<OverrideFields>, string]>([
    [{ participantIds: [] }, 'Please select at least one participant for the override.'],
    [{ label: '' }, 'Please fill in all required fields'],
    [{ amount: cents(-1) }, 'Override amount must be 0 or more.'],
  ])('with %j is refused: %s', (change, message) => {
    const result = changeOverride(expense, uuid('0fff', 1), { ...equal, ...change });
    expect(result.ok ? undefined : result.refusal.message).toBe(message);
  });
});

test('the number of people in all overrides of an expense is limited for every write', () => {
  const crowd = Array.from({ length: 500 }, (_, number) => person(number));
  const wide = { ...equal, participantIds: crowd };
  const full = { amount: cents(100), overrides: [stored(wide, 1), stored(wide, 2)] };
  const refused = { ok: false, refusal: { code: 'too_many_override_participants' } };
  expect(addOverride(full, newId, manual(5))).toMatchObject(refused);
  expect(changeOverride(full, uuid('0fff', 1), { ...wide, label: 'Beer' }).ok).toBe(true);
  const half = { ...full, overrides: [stored(wide, 1), stored(equal, 2)] };
  expect(addOverride(half, newId, { ...equal, participantIds: crowd.slice(0, 498) }).ok).toBe(true);
  expect(changeOverride(half, uuid('0fff', 2), wide).ok).toBe(true);
  expect(addOverride(half, newId, { ...equal, participantIds: crowd.slice(0, 499) })).toMatchObject(
    refused,
  );
});
