/** Which of several versions of an event is the newer one. */
import { type Instant, parseInstant } from '#kit/day.ts';
import { type Component, getText } from './ical-read.ts';
import type { Source } from './ical-series.ts';

/**
 * Of several versions of one event, the last one counts: by SEQUENCE, then DTSTAMP (RFC 5546, 2.1.5). All of an
 * export may have the same.
 */
export function compareAge({ component: one }: Source, { component: other }: Source): number {
  const compare = (name: string) =>
    (readStamp(one, name) ?? '').localeCompare(readStamp(other, name) ?? '');
  return readSequence(one) - readSequence(other) || compare('DTSTAMP') || compare('LAST-MODIFIED');
}

/** Null if it does not say when in UTC. */
export function readStamp(component: Component, name = 'DTSTAMP'): Instant | null {
  return parseInstant(getText(component, name)) ?? null;
}

export function readSequence(component: Component): number {
  const text = getText(component, 'SEQUENCE');
  // Some programs write seconds since 1970.
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), maxSequence) : 0;
}

/** Of RFC 5545, and of the database. */
const maxSequence = 2_147_483_647;
