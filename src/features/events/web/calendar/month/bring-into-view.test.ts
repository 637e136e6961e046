import { expect, test } from 'vitest';
import type { Month } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { findShownDays } from '../week/week-days.ts';
import { bringIntoView } from './bring-into-view.ts';

const toShown = (month: string, day: string, isCompact = false) => ({
  month: month as Month,
  days: findShownDays(day as Day, isCompact),
  isCompact,
});
const november = toShown('2026-11', '2026-11-27');

test('the month of a day in another month is shown', () => {
  const change = bringIntoView('2026-12-18' as Day, 'month', november);
  expect(change).toEqual({ month: '2026-12' });
});

test('a day at the edge of the shown month leaves the month as it is', () => {
  const change = bringIntoView('2026-12-02' as Day, 'month', november);
  expect(change).toEqual({ month: '2026-11' });
});

test('on a phone the list below the month is that of the day', () => {
  const shown = toShown('2026-11', '2026-11-27', true);
  const change = bringIntoView('2026-11-30' as Day, 'month', shown);
  expect(change).toEqual({ month: '2026-11', day: '2026-11-30' });
});

test('the agenda shows the month of the day, which it lists alone', () => {
  const change = bringIntoView('2026-12-02' as Day, 'agenda', november);
  expect(change).toEqual({ month: '2026-12' });
});

test('the week stays if the day is one of its days, and else is that of the day', () => {
  const change = (day: string) => bringIntoView(day as Day, 'week', november);
  expect(change('2026-11-23')).toEqual({ week: '2026-11-22', month: '2026-11' });
  expect(change('2026-12-08')).toEqual({ week: '2026-12-08', month: '2026-12' });
});
