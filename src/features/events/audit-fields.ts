import type { AuditFields } from '#kit/audit-words.ts';
import { type RecurrencePattern, toPattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import type { Category } from './categories/category.ts';
import { describeColor } from './categories/category-palette.ts';

const names = {
  title: 'title',
  description: 'description',
  calendarId: 'calendar',
  occurrenceId: null,
  canceledIds: null,
  location: 'location',
  startDate: 'starts',
  endDate: 'ends',
  startsAt: null,
  endsAt: null,
  categoryColor: 'category color',
  isRecurring: null,
  isException: 'differs from its series',
  recurrencePattern: 'repeats',
  series: null,
  capacity: 'capacity',
  maxGuests: 'guests per member',
  hidesNames: 'hides who is coming',
  rsvpClosesMinutesBefore: 'minutes before the start when RSVPs close',
};

const values = {
  categoryColor: (color: unknown) => describeColor(String(color)),
  recurrencePattern: (pattern: unknown) => describeRecurrence(pattern as RecurrencePattern),
};

export const auditFields: AuditFields = {
  calendar: { names: { isMain: 'main calendar' } },
  event: {
    names: {
      ...names,
      // Of an imported event.
      start: 'starts',
      end: 'ends',
      rule: 'repeats',
      exceptions: 'exceptions',
      importedFrom: 'ID in the file',
      ...withFieldsPrefix(names),
    },
    values: {
      ...values,
      ...withFieldsPrefix(values),
      rule: (text) => {
        const rule = parseRule(String(text));
        return rule.ok ? describeRecurrence(toPattern(rule.value)) : String(text);
      },
    },
  },
  'event-categories': {
    names: { categories: 'categories' },
    values: {
      categories: (list) =>
        (list as readonly Category[])
          .map(({ name, color }) => `${name} (${describeColor(color)})`)
          .join(', '),
    },
  },
  occurrence: {
    names: {
      answer: 'RSVP',
      guests: 'guests',
      status: 'on the waitlist',
      place: 'order of arrival',
      turn: null,
      promoted: 'promoted from the waitlist',
      capacity: 'capacity',
      isHere: 'here',
      notedAt: 'noted',
      files: 'files',
    },
    values: {
      answer: (answer) => String(answer).replaceAll('-', ' '),
      status: (status) => (status === 'waitlisted' ? 'yes' : 'no'),
    },
  },
};

/** An edit of part of a series records the changed fields under `fields`. */
function withFieldsPrefix<Value>(byField: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(byField).map(([field, value]) => [`fields.${field}`, value]),
  );
}
