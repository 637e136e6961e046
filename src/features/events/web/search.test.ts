import { expect, test } from 'vitest';
import { calendarSearch } from './search.ts';

const id = '018eecc9-5000-7490-82a2-94e8ad913354';

test('the address keeps what can be shown', () => {
  const search = {
    month: '2026-11',
    calendar: id,
    event: id,
    day: '2026-11-20',
    create: '2026-11-21',
  };
  expect(calendarSearch(search)).toEqual(search);
});

test('everything else in the address is left out, and never an error', () => {
  const odd = {
    month: '2026-13',
    calendar: 'main',
    event: 7,
    day: '2026-02-30',
    create: '0000-01-01',
    other: 'x',
  };
  expect(calendarSearch(odd)).toEqual({});
});
