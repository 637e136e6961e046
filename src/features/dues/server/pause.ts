import { listMemberNames } from '#features/members/server/store.ts';
import { type Day, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { MemberDues } from '../contract.ts';
import { explainDay, lastPausedDay } from '../due-day.ts';
import type { Work } from './charge-work.ts';
import { duesToday, readDues } from './dues-list.ts';

export async function pauseReminders(
  work: Work,
  memberId: Id<'member'>,
  { until, note }: { readonly until: Day | null; readonly note?: string | undefined },
): Promise<Result<MemberDues>> {
  const { tx, caller, now } = work;
  const { chapterId, timeZone } = caller;
  const [member] = await listMemberNames(tx, chapterId, [memberId]);
  if (!member) return notFound('Member');
  const today = instantToDay(now, timeZone);
  const message = until ? explainDay(until, today, lastPausedDay(today)) : undefined;
  if (message) return refuse('invalid', 'pause_day', message, { field: 'until' });
  const paused = tx
    .deleteFrom('dues_pause')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId);
  const [before] = await paused.returning(['until_on as until', 'note']).execute();
  if (until !== null) {
    await tx
      .insertInto('dues_pause')
      .values({
        chapter_id: chapterId,
        member_id: memberId,
        until_on: until,
        note: note || null,
        paused_by: caller.memberId,
        paused_at: now,
      })
      .execute();
  }
  if (before || until !== null) {
    await auditWork(work, {
      action: until === null ? 'dues.resume' : 'dues.pause',
      kind: 'dues pause',
      id: memberId,
      ...(before && { before: { memberId, ...before } }),
      ...(until !== null && { after: { memberId, until, note: note || null } }),
    });
  }
  const [dues] = await readDues(tx, chapterId, duesToday(now, timeZone), [memberId]);
  return dues ? ok(dues) : notFound('Member');
}
