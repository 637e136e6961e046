import { withinReach } from '#kit/calendar/calendar-day.ts';
import { type Day, isDay } from '#kit/day.ts';
import { type Id, isId } from '#kit/id.ts';

/** What the address of the audit carries; anything else in it is left out. */
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

const word = /^[\w.-]{1,100}$/;
const words: Record<'search' | 'kind' | 'action', RegExp> = {
  search: /^[^]{1,200}$/,
  kind: word,
  action: word,
};

export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const { actor, record, from, to } = raw;
  return {
    ...Object.fromEntries(
      Object.entries(words).flatMap(([name, law]) => {
        // The router reads digits as a number.
        const said = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
        return typeof said === 'string' && law.test(said) ? [[name, said]] : [];
      }),
    ),
    ...(isIdOf<'member'>(actor) ? { actor } : {}),
    ...(isIdOf<'audit'>(record) ? { record } : {}),
    ...(isSearchedDay(from) ? { from } : {}),
    ...(isSearchedDay(to) ? { to } : {}),
  };
}

function isIdOf<Kind extends string>(said: unknown): said is Id<Kind> {
  return typeof said === 'string' && isId(said);
}

function isSearchedDay(said: unknown): said is Day {
  return typeof said === 'string' && isDay(said) && withinReach(said);
}
