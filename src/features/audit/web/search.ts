import { withinReach } from '#kit/calendar/calendar-day.ts';
import { type Day, isDay } from '#kit/day.ts';
import { type Id, isId } from '#kit/id.ts';

/** The search of the audit log's address. */
export type AuditSearch = {
  search?: string | undefined;
  actor?: Id<'member'> | undefined;
  kind?: string | undefined;
  action?: string | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  /** The record whose details are shown. */
  record?: Id<'audit'> | undefined;
};

const identifier = /^[\w.-]{1,100}$/;
const patterns: Record<'search' | 'kind' | 'action', RegExp> = {
  search: /^[^]{1,200}$/,
  kind: identifier,
  action: identifier,
};

export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const { actor, record, from, to } = raw;
  return {
    ...Object.fromEntries(
      Object.entries(patterns).flatMap(([name, pattern]) => {
        const value = raw[name];
        return typeof value === 'string' && pattern.test(value) ? [[name, value]] : [];
      }),
    ),
    ...(isIdValue<'member'>(actor) ? { actor } : {}),
    ...(isIdValue<'audit'>(record) ? { record } : {}),
    ...(isSearchableDay(from) ? { from } : {}),
    ...(isSearchableDay(to) ? { to } : {}),
  };
}

function isIdValue<Kind extends string>(value: unknown): value is Id<Kind> {
  return typeof value === 'string' && isId(value);
}

function isSearchableDay(value: unknown): value is Day {
  return typeof value === 'string' && isDay(value) && withinReach(value);
}
