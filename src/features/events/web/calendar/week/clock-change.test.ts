import { expect, test } from 'vitest';
import { findClockChange } from './clock-change.ts';

test('the change to summer time skips an hour of a day of 23 hours', () => {
  const skipped = { kind: 'skipped', from: 120, to: 180 };
  expect(findClockChange('2026-03-08', 'America/Los_Angeles')).toEqual(skipped);
  expect(findClockChange('2026-03-29', 'Europe/Berlin')).toEqual(skipped);
  expect(findClockChange('2026-03-07', 'America/Los_Angeles')).toBeUndefined();
  expect(findClockChange('2026-03-09', 'America/Los_Angeles')).toBeUndefined();
});

test('the change from summer time repeats an hour of a day of 25 hours', () => {
  const change = findClockChange('2026-11-01', 'America/Los_Angeles');
  expect(change).toEqual({ kind: 'repeated', from: 60, to: 120 });
});

test('a change at midnight and one of half an hour are found on their day', () => {
  const [skipped, repeated] = ['2026-03-29', '2026-10-24'] as const;
  expect(findClockChange(skipped, 'Asia/Beirut')).toEqual({ kind: 'skipped', from: 0, to: 60 });
  expect(findClockChange(repeated, 'Asia/Beirut')).toEqual({
    kind: 'repeated',
    from: 1380,
    to: 1440,
  });
  expect(findClockChange('2026-04-05', 'Australia/Lord_Howe')).toEqual({
    kind: 'repeated',
    from: 90,
    to: 120,
  });
});

test('a zone without summer time never changes its clocks', () => {
  for (const day of ['2026-03-08', '2026-03-29', '2026-11-01'] as const) {
    expect(findClockChange(day, 'Asia/Kathmandu')).toBeUndefined();
  }
});
