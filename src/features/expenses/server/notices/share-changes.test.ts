import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { findLastChange, type ShareChange } from './share-changes.ts';

const [ana, ben] = ['ana', 'ben'] as unknown as [Id<'member'>, Id<'member'>];
const share = (amount?: number) => new Map(amount === undefined ? [] : [[ana, cents(amount)]]);
const at = (time: string) => `2027-01-12T${time}:00.000Z` as Instant;

function change(time: string, before?: number, after?: number, actorId = ben): ShareChange {
  return { at: at(time), actorId, before: share(before), after: share(after) };
}

test('changes within five minutes are one, from the first to the last', () => {
  const changes = [
    change('10:00', undefined, 150),
    change('10:04', 150, 160),
    change('10:20', 160, 170),
  ];
  expect(findLastChange(changes, ana)).toEqual({ first: at('10:20'), last: at('10:20'), by: ben });
  expect(findLastChange(changes.slice(0, 2), ana)).toEqual({
    first: at('10:00'),
    last: at('10:04'),
    by: ben,
  });
});

test('what was undone at once is none, and what came before counts', () => {
  const undone = [change('10:00', 150, 160), change('10:03', 160, 150)];
  expect(findLastChange(undone, ana)).toBeUndefined();
  expect(findLastChange([change('09:00', undefined, 150), ...undone], ana)?.last).toBe(at('09:00'));
  // Undone after the email.
  expect(findLastChange([change('10:00', 150, 160), change('10:30', 160, 150)], ana)?.last).toBe(
    at('10:30'),
  );
});

test('a change of something else, or of another share, is none', () => {
  expect(findLastChange([change('10:00', 150, 150)], ana)).toBeUndefined();
  expect(findLastChange([change('10:00', 150, 160)], ben)).toBeUndefined();
});

test('who did it all alone is known', () => {
  const both = [change('10:00', undefined, 150, ana), change('10:01', 150, 160, ben)];
  expect(findLastChange(both, ana)?.by).toBeNull();
  expect(findLastChange(both.slice(0, 1), ana)?.by).toBe(ana);
});
