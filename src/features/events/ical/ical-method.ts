/** What parts of a file change no event, by what they are or by whom they are from (RFC 5546). */
import type { Source } from './ical-series.ts';

/** Of an organizer: an event as it is now, further dates of it, or its end. */
const methods = ['', 'PUBLISH', 'REQUEST', 'ADD', 'CANCEL'];

/** Of an attendee, or an answer to one. */
const messages = new Map([
  ['REPLY', 'An answer to an invitation, which changes no event'],
  ['COUNTER', 'A proposal to change the event, which changes nothing by itself'],
  ['DECLINECOUNTER', 'An answer to a proposal, which changes no event'],
  ['REFRESH', 'A request for the latest version, which changes no event'],
]);

const others = new Map([
  ['VTODO', 'A task, not an event'],
  ['VJOURNAL', 'A journal entry, not an event'],
  ['VFREEBUSY', 'Free and busy times, not an event'],
  ['VAVAILABILITY', 'Free and busy times, not an event'],
]);

/** Why this changes no event; undefined if it may. */
export function describeUnchanging({ component, method }: Source): string | undefined {
  const { name } = component;
  if (name !== 'VEVENT') return others.get(name) ?? `${name.slice(0, 60)}, which is not an event`;
  if (methods.includes(method)) return undefined;
  return messages.get(method) ?? `The method ${method.slice(0, 60)} is unknown`;
}
