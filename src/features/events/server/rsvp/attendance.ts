import { findMember, toViewer } from '#features/members/server/store.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import type { Api } from '#server/http/serve.ts';
import { attendanceCalls, type MemberEvent } from '../../rsvp/attendance-contract.ts';
import { type NameViewer, showsNames } from './shown-names.ts';

export function attendanceRoutes(api: Api): void {
  api.serve(attendanceCalls.ofMember, async ({ db, caller, params, now }) => {
    const { chapterId } = caller;
    const viewer = toViewer(caller);
    const member = await findMember(db, chapterId, viewer, params.memberId);
    const isVisible = member?.status === 'active' || viewer.isAdmin;
    if (!member || !isVisible) return notFound('Member');
    return ok({ items: await listUpcomingEvents(db, caller, member.id, now) });
  });
}

const maxEvents = 10;

/** Events that are neither over nor canceled, soonest first. */
async function listUpcomingEvents(
  db: Db,
  viewer: NameViewer & { readonly chapterId: Id<'chapter'> },
  memberId: Id<'member'>,
  now: Instant,
): Promise<MemberEvent[]> {
  return db
    .selectFrom('rsvp')
    .innerJoin('event_occurrence as o', (join) =>
      join.onRef('o.chapter_id', '=', 'rsvp.chapter_id').onRef('o.id', '=', 'rsvp.occurrence_id'),
    )
    .innerJoin('event as e', (join) =>
      join.onRef('e.chapter_id', '=', 'o.chapter_id').onRef('e.id', '=', 'o.event_id'),
    )
    .select(({ fn }) => [
      'e.calendar_id as calendarId',
      'o.event_id as eventId',
      'o.id as occurrenceId',
      // An occurrence may override its title and location.
      fn.coalesce('o.title', 'e.title').as('title'),
      fn.coalesce('o.location', 'e.location').as('location'),
      'o.starts_at as occurrenceStartDate',
      'o.local_start as localStart',
      'o.local_end as localEnd',
      'e.time_zone as timeZone',
      'rsvp.answer',
      'rsvp.status',
    ])
    .where('rsvp.chapter_id', '=', viewer.chapterId)
    .where('rsvp.member_id', '=', memberId)
    .where('rsvp.answer', '<>', 'not-going')
    .$if(memberId !== viewer.memberId, (all) => all.where(showsNames(viewer)))
    .where('o.status', '=', 'confirmed')
    .where('o.ends_at', '>', now)
    .orderBy('o.starts_at')
    .orderBy('o.id')
    .limit(maxEvents)
    .execute();
}
