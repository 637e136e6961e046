import { test } from 'vitest';
import { expectNamed } from '#features/audit/testing/expect-named.ts';
import { auditFields } from './audit-fields.ts';
import { eventDetail } from './event.ts';
import { calendar } from './listing-contract.ts';
import { occurrenceRsvp } from './rsvp/occurrence-rsvp.ts';

test('every field of a recorded calendar, event or RSVP has a name', () => {
  expectNamed(auditFields, 'calendar', calendar);
  expectNamed(auditFields, 'event', eventDetail, ['participants', 'rsvp', 'fileIds']);
  expectNamed(auditFields, 'occurrence', occurrenceRsvp.shape.mine, ['position']);
});
