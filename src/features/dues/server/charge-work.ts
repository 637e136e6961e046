/** What all writes of charges do: check a due day, post, and record. */

import { postJournal } from '#features/wallets/server/store.ts';
import { type Day, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, type Result, refuse } from '#kit/result.ts';
import type { VersionedWork } from '#server/work.ts';
import { explainDay, lastDueDay } from '../due-day.ts';

export type Work = VersionedWork<'timeZone'>;

export function checkDueOn(dueOn: Day, { now, caller }: Work): Refused | undefined {
  const today = instantToDay(now, caller.timeZone);
  const message = explainDay(dueOn, today, lastDueDay(today));
  return message ? refuse('invalid', 'due_day', message, { field: 'dueOn' }) : undefined;
}

/** One journal, dated now. */
export function post(
  { tx, caller, now, newId }: Work,
  kind: 'charge' | 'charge_off',
  subjectId: Id,
  legs: Parameters<typeof postJournal>[2]['legs'],
): Promise<Result<undefined>> {
  const source = { origin: 'charge' };
  const posting = { kind, subjectId, source, actorId: caller.memberId, effectiveAt: now, legs };
  return postJournal(tx, caller.chapterId, posting, now, newId);
}
