import type { AuditFields } from '#kit/audit-words.ts';
import { patternOf, type RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import { parseRule } from '#kit/recurrence/rule-text.ts';
import { describeColor } from './category-color.ts';

const names = {
  title: 'title',
  description: 'description',
  calendarId: 'calendar',
  occurrenceId: null,
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
      // Of an event that came with a file.
      start: 'starts',
      end: 'ends',
      rule: 'repeats',
      exceptions: 'exceptions',
      importedFrom: 'ID in the file',
      ...withinFields(names),
    },
    values: {
      ...values,
      ...withinFields(values),
      rule: (text) => {
        const rule = parseRule(String(text));
        return rule.ok ? describeRecurrence(patternOf(rule.value)) : String(text);
      },
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
    },
    values: {
      answer: (answer) => String(answer).replaceAll('-', ' '),
      status: (status) => (status === 'waitlisted' ? 'yes' : 'no'),
    },
  },
};

/** A change of one part of a series records the fields it set under `fields`. */
function withinFields<Said>(said: Readonly<Record<string, Said>>): Record<string, Said> {
  return Object.fromEntries(Object.entries(said).map(([field, each]) => [`fields.${field}`, each]));
}
