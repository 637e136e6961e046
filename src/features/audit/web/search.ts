import { withinReach } from '#kit/calendar/calendar-day.ts';
import { type Day, isDay } from '#kit/day.ts';

/** What the address of the audit carries; anything else in it is left out. */
export type AuditSearch = {
  search?: string | undefined;
  actor?: string | undefined;
  kind?: string | undefined;
  action?: string | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  /** The record whose details are shown. */
  record?: string | undefined;
};

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const word = /^[\w.-]{1,100}$/;
const words: Record<Exclude<keyof AuditSearch, 'from' | 'to'>, RegExp> = {
  search: /^[^]{1,200}$/,
  actor: id,
  kind: word,
  action: word,
  record: id,
};

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const { from, to } = raw;
  return {
    ...Object.fromEntries(
      Object.entries(words).flatMap(([name, law]) => {
        // The router reads digits as a number.
        const said = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
        return typeof said === 'string' && law.test(said) ? [[name, said]] : [];
      }),
    ),
    ...(isSearchedDay(from) ? { from } : {}),
    ...(isSearchedDay(to) ? { to } : {}),
  };
}

function isSearchedDay(said: unknown): said is Day {
  return typeof said === 'string' && isDay(said) && withinReach(said);
}
