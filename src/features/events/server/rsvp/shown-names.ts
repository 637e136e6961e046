/** Who sees the names of those who are coming to an event whose host keeps them to themselves. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MemberCaller } from '#kit/caller.ts';
import { roleSuffices } from '#kit/role.ts';

export type NameViewer = Pick<MemberCaller, 'memberId'> & Partial<Pick<MemberCaller, 'role'>>;

/** Of an event `e`: its host, treasurers and admins, who keep its door; others unless they are hidden. */
export function showsNames({ memberId, role }: NameViewer): RawBuilder<SqlBool> {
  if (role && roleSuffices(role, 'treasurer')) return sql<SqlBool>`true`;
  return sql<SqlBool>`(not e.hides_names or e.created_by = ${memberId})`;
}

/** The event `e` of an RSVP `r`. */
export const joinEventOfRsvp = sql`
  join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
  join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id`;
