import { expect, test } from 'vitest';
import { continueVisit, isWorthNoting, type Visit } from './visit.ts';

const first: Visit = { seenAt: '2026-11-24T09:00:00.000Z', newSince: null };

test('during the first visit nothing is new yet', () => {
  expect(continueVisit(undefined, '2026-11-24T09:00:00.000Z')).toEqual(first);
  expect(continueVisit(first, '2026-11-24T09:29:59.000Z').newSince).toBeNull();
});

test('a visit does not reset what is new in it', () => {
  const second = continueVisit(first, '2026-11-25T08:00:00.000Z');
  expect(second).toEqual({ seenAt: '2026-11-25T08:00:00.000Z', newSince: first.seenAt });
  const reloaded = continueVisit(second, '2026-11-25T08:29:00.000Z');
  expect(reloaded).toEqual({ seenAt: '2026-11-25T08:29:00.000Z', newSince: first.seenAt });
});

test('who comes back half an hour later begins another visit', () => {
  const next = continueVisit(first, '2026-11-24T09:30:00.000Z');
  expect(next.newSince).toBe(first.seenAt);
});

test('a clock that was set back moves no visit back', () => {
  expect(continueVisit(first, '2026-11-24T08:00:00.000Z')).toEqual(first);
});

test('the first visit, another one and each later minute are noted', () => {
  const at = (seenAt: Visit['seenAt'], newSince: Visit['newSince'] = null): Visit => ({
    seenAt,
    newSince,
  });
  expect(isWorthNoting(undefined, first)).toBe(true);
  expect(isWorthNoting(first, at('2026-11-24T09:00:59.000Z'))).toBe(false);
  expect(isWorthNoting(first, at('2026-11-24T09:01:00.000Z'))).toBe(true);
  expect(isWorthNoting(first, at('2026-11-24T09:00:01.000Z', first.seenAt))).toBe(true);
});
