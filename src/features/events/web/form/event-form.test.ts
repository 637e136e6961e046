import { expect, test } from 'vitest';
import type { EventDetail } from '../../event.ts';
import {
  type EventForm,
  emptyEventForm,
  type FilledEventForm,
  isUnchanged,
  mergeEventForm,
  moveEnd,
  rsvpDeadlinesWith,
  toEventChange,
  toEventForm,
  toNewEvent,
  validateEvent,
} from './event-form.ts';

const form: FilledEventForm = {
  ...emptyEventForm('2026-11-20', '2026-11-19T16:20'),
  title: ' Harbor dinner ',
  description: ' Long table ',
};

test('a new event defaults to 09:00 to 10:00, to the next full hour, or to chosen times, and its text is trimmed', () => {
  expect(toNewEvent(form)).toEqual({
    title: 'Harbor dinner',
    description: 'Long table',
    location: '',
    categoryColor: '2563eb',
    startDate: '2026-11-20T09:00',
    endDate: '2026-11-20T10:00',
    recurrence: null,
    capacity: null,
    maxGuests: 20,
    hidesNames: false,
    rsvpClosesMinutesBefore: null,
  });
  const today = (now: `${number}:${number}`) => {
    const { startTime, endTime } = emptyEventForm('2026-11-20', `2026-11-20T${now}`);
    return `${startTime} ${endTime}`;
  };
  expect(today('08:59')).toBe('09:00 10:00');
  expect(today('09:00')).toBe('10:00 11:00');
  expect(today('16:20')).toBe('17:00 18:00');
  expect(today('23:40')).toBe('23:00 23:59');
  const chosen = { startDate: '2026-11-20T22:30', endDate: '2026-11-21T00:15' } as const;
  const filled = emptyEventForm('2026-11-20', '2026-11-20T16:20', chosen);
  expect(toNewEvent({ ...form, ...filled })).toMatchObject(chosen);
  const reversed = { startDate: chosen.endDate, endDate: chosen.startDate };
  const { startTime } = emptyEventForm('2026-11-20', '2026-11-19T16:20', reversed);
  expect(startTime).toBe('09:00');
  const longer = toNewEvent({ ...form, endDate: '2026-11-22' });
  expect(longer.endDate).toBe('2026-11-22T10:00');
});

test('a title, both times and an end that is not before the start are required', () => {
  const errorsFor = (fields: Partial<EventForm>) =>
    Object.keys(validateEvent({ ...form, ...fields }));
  expect(validateEvent(form)).toEqual({});
  expect(errorsFor({ title: ' ' })).toEqual(['title']);
  expect(errorsFor({ startDate: '' })).toEqual(['startDate']);
  expect(errorsFor({ endDate: '2026-11-19' })).toEqual(['endDate']);
  expect(errorsFor({ startTime: '11:00' })).toEqual(['endTime']);
  expect(errorsFor({ startTime: '11:00', endDate: '2026-11-21' })).toEqual([]);
  expect(errorsFor({ endDate: '2027-11-20' })).toEqual([]);
  expect(errorsFor({ endDate: '2027-11-21' })).toEqual(['endDate']);
  expect(errorsFor({ startTime: '', endTime: '' })).toEqual(['startTime', 'endTime']);
  expect(errorsFor({ repeats: 'daily', interval: '0' })).toEqual(['interval']);
});

test('the capacity must be a whole number from 1 to 10,000, or empty', () => {
  for (const capacity of ['0', '-2', '2.5', '10001', 'many']) {
    expect(Object.keys(validateEvent({ ...form, capacity }))).toEqual(['capacity']);
  }
  for (const capacity of ['', ' 1 ', '10000'])
    expect(validateEvent({ ...form, capacity })).toEqual({});
  expect(toNewEvent({ ...form, capacity: ' 40 ', rsvpCloses: '0' })).toMatchObject({
    capacity: 40,
    rsvpClosesMinutesBefore: 0,
  });
});

test('the end moves with the start, also past midnight and back', () => {
  const moved = (times: Partial<EventForm>, startTime: string, isChosen = false) => {
    const end = moveEnd({ ...form, ...times }, startTime, isChosen);
    return end && `${end.endDate} ${end.endTime}`.trim();
  };
  expect(moved({}, '18:00')).toBe('19:00');
  const evening = { startTime: '18:00', endTime: '22:00' } as const;
  expect(moved(evening, '18:30')).toBe('22:30');
  expect(moved(evening, '20:00')).toBe('2026-11-21 00:00');
  const night = { startTime: '22:00', endDate: '2026-11-21', endTime: '02:00' } as const;
  expect(moved(night, '22:30')).toBe('2026-11-21 02:30');
  expect(moved(night, '19:45')).toBe('23:45');
  // A chosen end stays until the start passes it.
  expect(moved(evening, '22:00', true)).toBe('22:00');
  expect(moved(evening, '22:30', true)).toBe('2026-11-21 02:30');
  // There is no length to keep.
  for (const times of [
    { startDate: '' },
    { startTime: '' },
    { endTime: '' },
    { startTime: '11:00' },
  ] as const)
    expect(moved(times, '18:00')).toBeUndefined();
  expect(moved(evening, '')).toBeUndefined();
});

const detail = {
  ...toNewEvent({
    ...form,
    endDate: '2026-11-21',
    capacity: '12',
    maxGuests: '3',
    rsvpCloses: '90',
  }),
  occurrenceId: '018eecc9-5000-7490-82a2-94e8ad913354',
  isRecurring: true,
  recurrencePattern: {
    frequency: 'weekly',
    interval: 1,
    byDay: [],
    byMonthDay: [],
    bySetPosition: [],
    byMonth: [],
    weekStart: 'SU',
    endBy: null,
    count: null,
  },
} as unknown as EventDetail;

test('an unchanged form sends the event as it is, and the recurrence only if it changed', () => {
  const { occurrenceId } = detail;
  const { title, description, location, startDate, endDate, categoryColor } = detail;
  const facts = { title, description, location, startDate, endDate, categoryColor };
  const room = { capacity: 12, maxGuests: 3, hidesNames: false, rsvpClosesMinutesBefore: 90 };
  const same = toEventForm(detail);
  for (const scope of ['one', 'following', 'all'] as const) {
    const meant = { ...same, scope };
    expect(toEventChange(meant, detail)).toEqual({ scope, occurrenceId, ...facts, ...room });
    expect(isUnchanged(meant, detail)).toBe(true);
    expect(isUnchanged({ ...meant, title: 'Supper' }, detail)).toBe(false);
  }
  const biweekly = { ...same, interval: '2' };
  expect(toEventChange({ ...biweekly, scope: 'all' }, detail).recurrence?.interval).toBe(2);
  expect(toEventChange(biweekly, detail)).not.toHaveProperty('recurrence');
  expect(isUnchanged(biweekly, detail)).toBe(true);
  const once = { ...same, scope: 'following' as const, repeats: 'never' as const };
  expect(toEventChange(once, detail).recurrence).toBeNull();
  // An invalid rule does not prevent changing a single occurrence.
  expect(validateEvent({ ...same, interval: '0' })).toEqual({});
  expect(Object.keys(validateEvent({ ...same, scope: 'all', interval: '0' }))).toEqual([
    'interval',
  ]);
});

test('a weekly event that moves to another weekday repeats on that weekday', () => {
  const moved: FilledEventForm = { ...toEventForm(detail), startDate: '2026-11-21', endDate: '' };
  expect(toEventChange({ ...moved, scope: 'all' }, detail).recurrence?.byDay).toEqual(['SA']);
  expect(toEventChange(moved, detail)).not.toHaveProperty('recurrence');
});

test('a form takes what it did not change from another version, its times as one', () => {
  const seen: EventDetail = { ...detail, isRecurring: false, recurrencePattern: null };
  const theirs: EventDetail = {
    ...seen,
    location: 'Pier 7',
    startDate: '2026-11-21T17:00',
    endDate: '2026-11-21T18:00',
    capacity: 12,
  };
  const typed = { ...toEventForm(seen), title: 'Supper' };
  expect(mergeEventForm(typed, seen, theirs)).toEqual({ ...toEventForm(theirs), title: 'Supper' });
  const later = { ...toEventForm(seen), endTime: '22:15' as const };
  const { startDate, startTime, location } = mergeEventForm(later, seen, theirs);
  expect(`${startDate}T${startTime}`).toBe(seen.startDate);
  expect(location).toBe('Pier 7');
});

test('a form keeps the other version’s recurrence unless it changed it', () => {
  const all = (seen: EventDetail, typed: Partial<FilledEventForm> = {}) => ({
    ...toEventForm(seen),
    title: 'Supper',
    scope: 'all' as const,
    ...typed,
  });
  const rebasedRecurrence = (filled: FilledEventForm, seen: EventDetail, theirs: EventDetail) =>
    toEventChange(mergeEventForm(filled, seen, theirs), theirs).recurrence;
  const single: EventDetail = { ...detail, isRecurring: false, recurrencePattern: null };
  const rule = detail.recurrencePattern;
  if (!rule) throw new Error('the event must repeat');
  const biweekly: EventDetail = { ...detail, recurrencePattern: { ...rule, interval: 2 } };
  const unsupported: EventDetail = {
    ...detail,
    recurrencePattern: { ...rule, byDay: ['MO', 'TU'] },
  };
  for (const [seen, theirs] of [
    [single, detail],
    [detail, single],
    [detail, biweekly],
    [unsupported, detail],
    [detail, unsupported],
  ] as const) {
    expect(rebasedRecurrence(all(seen), seen, theirs)).toBeUndefined();
  }
  // If their version no longer repeats, the scope becomes the whole event.
  const one = { ...all(detail), scope: 'one' as const, interval: '3' };
  expect(mergeEventForm(one, detail, biweekly)).toMatchObject({ scope: 'one', interval: '2' });
  expect(mergeEventForm(one, detail, single)).toMatchObject({ scope: 'all', repeats: 'never' });
  // Their rule moves to the entered day; an entered rule is kept.
  const moved = all(detail, { startDate: '2026-11-21', endDate: '' });
  expect(rebasedRecurrence(moved, detail, biweekly)).toMatchObject({ interval: 2, byDay: ['SA'] });
  expect(rebasedRecurrence(all(detail, { interval: '3' }), detail, biweekly)?.interval).toBe(3);
  expect(rebasedRecurrence(all(detail, { repeats: 'never' }), detail, biweekly)).toBeNull();
  expect(rebasedRecurrence(all(single, { repeats: 'daily' }), single, detail)?.frequency).toBe(
    'daily',
  );
});

test('an existing deadline that is not among the choices can be kept', () => {
  const last = (minutes: string) => rsvpDeadlinesWith(minutes).at(-1)?.label;
  expect(['2880', ''].map(last)).toEqual(['30 days before', '30 days before']);
  expect(['90', '300', '7200', '30240'].map(last)).toEqual([
    '90 minutes before',
    '5 hours before',
    '5 days before',
    '3 weeks before',
  ]);
});

test('an event of whole days has dates only, through the last one, and its times may wait', () => {
  const days: FilledEventForm = { ...form, isAllDay: true, endDate: '2026-11-22' };
  const times = { startDate: '2026-11-20T00:00', endDate: '2026-11-23T00:00' } as const;
  expect(toNewEvent(days)).toMatchObject(times);
  expect(toNewEvent({ ...days, endDate: '' }).endDate).toBe('2026-11-21T00:00');
  const shown = toEventForm({ ...detail, ...times });
  expect(shown).toMatchObject({ isAllDay: true, startDate: '2026-11-20', endDate: '2026-11-22' });
  expect(shown).toMatchObject({ startTime: '09:00', endTime: '10:00' });
  expect(isUnchanged(shown, { ...detail, ...times })).toBe(true);
  expect(toNewEvent({ ...shown, isAllDay: false }).startDate).toBe('2026-11-20T09:00');
  expect(emptyEventForm('2026-11-20', '2026-11-19T16:20', times)).toMatchObject({
    isAllDay: true,
    endDate: '2026-11-22',
  });
  const errorsFor = (fields: Partial<EventForm>) =>
    Object.keys(validateEvent({ ...days, ...fields }));
  expect(errorsFor({ startTime: '11:00', endTime: '10:00', endDate: '' })).toEqual([]);
  expect(errorsFor({ endDate: '2027-11-19' })).toEqual([]);
  expect(errorsFor({ endDate: '2027-11-20' })).toEqual(['endDate']);
});
