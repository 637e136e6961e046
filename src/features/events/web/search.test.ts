import { expect, test } from 'vitest';
import { calendarSearch, eventsSearch } from './search.ts';

const id = '018eecc9-5000-7490-82a2-94e8ad913354';

test('the calendar’s address keeps valid parameters', () => {
  const search = {
    view: 'overview',
    layout: 'week',
    month: '2026-11',
    week: '2026-11-15',
    calendar: id,
    event: id,
    occurrence: id,
    eventCalendar: id,
    day: '2026-11-20',
    create: '2026-11-21',
    from: '2026-11-21T10:15',
    to: '2026-11-22T00:00',
    dialog: 'edit',
  };
  expect(calendarSearch(search)).toEqual(search);
  expect(calendarSearch({ calendar: 'all' })).toEqual({ calendar: 'all' });
});

test('invalid parameters of the calendar’s address are dropped', () => {
  const invalid = {
    view: 'calendar',
    layout: 'year',
    month: '2026-13',
    calendar: 'main',
    event: 7,
    occurrence: '',
    eventCalendar: 'all',
    day: '2026-02-30',
    week: '1899-12-31',
    create: '0000-01-01',
    from: '2026-11-21T25:00',
    to: '9999-01-01T10:00',
    dialog: 'format-disk',
    other: 'x',
  };
  expect(calendarSearch(invalid)).toEqual({});
});

test('the events’ address keeps valid list, year, search and page, and drops the rest', () => {
  expect(eventsSearch({ when: 'past', year: '2024', search: '2024', page: '3', x: '1' })).toEqual({
    when: 'past',
    year: 2024,
    search: '2024',
    page: 3,
  });
  expect(eventsSearch({ when: 'upcoming', year: 1, search: '', page: 1 })).toEqual({});
  expect(eventsSearch({ when: ['past'], year: '2024.5', search: {}, page: '2.5' })).toEqual({});
});
