import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import { type DayPreset, dayPresets, findPreset, toDays } from './day-presets.ts';

test('presets are whole months, quarters and years of the calendar', () => {
  expect(toDays('thisMonth', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(toDays('lastMonth', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(toDays('thisQuarter', '2026-11-23')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(toDays('thisYear', '2026-11-23')).toEqual({ from: '2026-01-01', to: '2026-12-31' });
  expect(toDays('lastYear', '2024-02-29')).toEqual({ from: '2023-01-01', to: '2023-12-31' });
});

test('the chosen preset is recognized, and other days are none', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
  fc.assert(
    fc.property(day, fc.constantFrom(...(Object.keys(dayPresets) as DayPreset[])), (today, one) => {
      const days = toDays(one, today);
      expect(toDays(findPreset(days, today) ?? 'all', today)).toEqual(days);
    }),
  );
  expect(findPreset({ from: '2026-11-02', to: undefined }, '2026-11-23')).toBeUndefined();
  expect(findPreset({}, '2026-11-23')).toBe('all');
});
