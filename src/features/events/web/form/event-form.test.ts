import { expect, test } from 'vitest';
import type { EventDetail } from '../../event.ts';
import {
  changeOf,
  type EventForm,
  emptyEventForm,
  type FilledEventForm,
  faultsOf,
  formOfEvent,
  formOver,
  hourAfter,
  isUnchanged,
  newEventOf,
  rsvpDeadlinesWith,
} from './event-form.ts';

const form: FilledEventForm = {
  ...emptyEventForm('2026-11-20'),
  title: ' Harbor dinner ',
  description: ' Long table ',
};

test('an event starts on the chosen day at 09:00, ends the same day at 10:00, is blue, is trimmed', () => {
  expect(newEventOf(form)).toEqual({
    title: 'Harbor dinner',
    description: 'Long table',
    location: '',
    categoryColor: '2563eb',
    startDate: '2026-11-20T09:00',
    endDate: '2026-11-20T10:00',
    recurrence: null,
    capacity: null,
    rsvpClosesMinutesBefore: null,
  });
  const longer = newEventOf({ ...form, endDate: '2026-11-22' });
  expect(longer.endDate).toBe('2026-11-22T10:00');
});

test('a title, both times and an end after the start are needed; a later day may end earlier', () => {
  const faults = (said: Partial<EventForm>) => Object.keys(faultsOf({ ...form, ...said }));
  expect(faultsOf(form)).toEqual({});
  expect(faults({ title: ' ' })).toEqual(['title']);
  expect(faults({ startDate: '' })).toEqual(['startDate']);
  expect(faults({ endDate: '2026-11-19' })).toEqual(['endDate']);
  expect(faults({ startTime: '11:00' })).toEqual(['endTime']);
  expect(faults({ startTime: '11:00', endDate: '2026-11-21' })).toEqual([]);
  expect(faults({ endDate: '2027-11-20' })).toEqual([]);
  expect(faults({ endDate: '2027-11-21' })).toEqual(['endDate']);
  expect(faults({ startTime: '', endTime: '' })).toEqual(['startTime', 'endTime']);
  expect(faults({ repeats: 'daily', interval: '0' })).toEqual(['interval']);
});

test('room for nobody, for a part of somebody or for a crowd is none', () => {
  for (const capacity of ['0', '-2', '2.5', '10001', 'many']) {
    expect(Object.keys(faultsOf({ ...form, capacity }))).toEqual(['capacity']);
  }
  for (const capacity of ['', ' 1 ', '10000']) expect(faultsOf({ ...form, capacity })).toEqual({});
  expect(newEventOf({ ...form, capacity: ' 40 ', rsvpCloses: '0' })).toMatchObject({
    capacity: 40,
    rsvpClosesMinutesBefore: 0,
  });
});

test('the end follows its start by an hour, within the day', () => {
  expect((['08:30', '22:15', '23:10'] as const).map(hourAfter)).toEqual([
    '09:30',
    '23:15',
    '23:59',
  ]);
});

const detail = {
  ...newEventOf({ ...form, endDate: '2026-11-21', capacity: '12', rsvpCloses: '90' }),
  occurrenceId: '018eecc9-5000-7490-82a2-94e8ad913354',
  isRecurring: true,
  recurrencePattern: {
    frequency: 'weekly',
    interval: 1,
    byDay: [],
    byMonthDay: [],
    byMonth: [],
    weekStart: 'SU',
    endBy: null,
    count: null,
  },
} as unknown as EventDetail;

test('the form of an event that is there says it again; how it repeats only when that changes', () => {
  const { occurrenceId } = detail;
  const { title, description, location, startDate, endDate, categoryColor } = detail;
  const facts = { title, description, location, startDate, endDate, categoryColor };
  const room = { capacity: 12, rsvpClosesMinutesBefore: 90 };
  const same = formOfEvent(detail);
  for (const scope of ['one', 'following', 'all'] as const) {
    const meant = { ...same, scope };
    expect(changeOf(meant, detail)).toEqual({ scope, occurrenceId, ...facts, ...room });
    expect(isUnchanged(meant, detail)).toBe(true);
    expect(isUnchanged({ ...meant, title: 'Supper' }, detail)).toBe(false);
  }
  const fortnightly = { ...same, interval: '2' };
  expect(changeOf({ ...fortnightly, scope: 'all' }, detail).recurrence?.interval).toBe(2);
  expect(changeOf(fortnightly, detail)).not.toHaveProperty('recurrence');
  expect(isUnchanged(fortnightly, detail)).toBe(true);
  const once = { ...same, scope: 'following' as const, repeats: 'never' as const };
  expect(changeOf(once, detail).recurrence).toBeNull();
  // What is wrong with a rule does not keep one time alone from changing.
  expect(faultsOf({ ...same, interval: '0' })).toEqual({});
  expect(Object.keys(faultsOf({ ...same, scope: 'all', interval: '0' }))).toEqual(['interval']);
});

test('a weekly event that moves to another weekday is on that one from then on', () => {
  const moved: FilledEventForm = { ...formOfEvent(detail), startDate: '2026-11-21', endDate: '' };
  expect(changeOf({ ...moved, scope: 'all' }, detail).recurrence?.byDay).toEqual(['SA']);
  expect(changeOf(moved, detail)).not.toHaveProperty('recurrence');
});

test('saved over what somebody else made of it, an event repeats as theirs unless that was changed', () => {
  const all = (seen: EventDetail, typed: Partial<FilledEventForm> = {}) => ({
    ...formOfEvent(seen),
    title: 'Supper',
    scope: 'all' as const,
    ...typed,
  });
  const over = (filled: FilledEventForm, seen: EventDetail, theirs: EventDetail) =>
    changeOf(formOver(filled, seen, theirs), theirs).recurrence;
  const single: EventDetail = { ...detail, isRecurring: false, recurrencePattern: null };
  const rule = detail.recurrencePattern;
  if (!rule) throw new Error('it repeats');
  const fortnightly: EventDetail = { ...detail, recurrencePattern: { ...rule, interval: 2 } };
  const odd: EventDetail = { ...detail, recurrencePattern: { ...rule, byDay: ['MO', 'TU'] } };
  for (const [seen, theirs] of [
    [single, detail],
    [detail, single],
    [detail, fortnightly],
    [odd, detail],
    [detail, odd],
  ] as const) {
    expect(over(all(seen), seen, theirs)).toBeUndefined();
  }
  // Where nothing repeats any more, one time alone is all of it.
  const one = { ...all(detail), scope: 'one' as const, interval: '3' };
  expect(formOver(one, detail, fortnightly)).toMatchObject({ scope: 'one', interval: '2' });
  expect(formOver(one, detail, single)).toMatchObject({ scope: 'all', repeats: 'never' });
  // Their rule follows to the day that was typed; a rule that was typed stands.
  const moved = all(detail, { startDate: '2026-11-21', endDate: '' });
  expect(over(moved, detail, fortnightly)).toMatchObject({ interval: 2, byDay: ['SA'] });
  expect(over(all(detail, { interval: '3' }), detail, fortnightly)?.interval).toBe(3);
  expect(over(all(detail, { repeats: 'never' }), detail, fortnightly)).toBeNull();
  expect(over(all(single, { repeats: 'daily' }), single, detail)?.frequency).toBe('daily');
});

test('a deadline that is there can be kept, whatever it is', () => {
  const last = (minutes: string) => rsvpDeadlinesWith(minutes).at(-1)?.label;
  expect(['2880', ''].map(last)).toEqual(['30 days before', '30 days before']);
  expect(['90', '300', '7200', '30240'].map(last)).toEqual([
    '90 minutes before',
    '5 hours before',
    '5 days before',
    '3 weeks before',
  ]);
});
