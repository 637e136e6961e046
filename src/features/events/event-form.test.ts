import { expect, test } from 'vitest';
import { emptyEventForm, faultsOf, hourAfter, newEventOf } from './event-form.ts';

const form = { ...emptyEventForm, title: ' Harbor dinner ', description: ' Long table ' };
const day = '2026-11-20';

test('an event starts on the chosen day at 09:00, ends the same day at 10:00, is blue, is trimmed', () => {
  expect(newEventOf(form, day)).toEqual({
    title: 'Harbor dinner',
    description: 'Long table',
    location: '',
    categoryColor: '2563eb',
    startDate: '2026-11-20T09:00',
    endDate: '2026-11-20T10:00',
  });
  const longer = newEventOf({ ...form, endDate: '2026-11-22' }, day);
  expect(longer.endDate).toBe('2026-11-22T10:00');
});

test('a title, both times and an end after the start are needed; a later day may end earlier', () => {
  expect(faultsOf(form, day)).toEqual({});
  expect(Object.keys(faultsOf({ ...form, title: ' ' }, day))).toEqual(['title']);
  expect(Object.keys(faultsOf({ ...form, endDate: '2026-11-19' }, day))).toEqual(['endDate']);
  expect(Object.keys(faultsOf({ ...form, startTime: '11:00' }, day))).toEqual(['endTime']);
  expect(faultsOf({ ...form, startTime: '11:00', endDate: '2026-11-21' }, day)).toEqual({});
  expect(faultsOf({ ...form, endDate: '2027-11-20' }, day)).toEqual({});
  expect(Object.keys(faultsOf({ ...form, endDate: '2027-11-21' }, day))).toEqual(['endDate']);
  const timeless = { ...form, startTime: '', endTime: '' };
  expect(Object.keys(faultsOf(timeless, day))).toEqual(['startTime', 'endTime']);
});

test('the end follows its start by an hour, within the day', () => {
  expect(['08:30', '22:15', '23:10'].map(hourAfter)).toEqual(['09:30', '23:15', '23:59']);
});
