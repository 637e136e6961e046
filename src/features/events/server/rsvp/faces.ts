/** Who is going, as far as a list of events shows it. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { EventFaces } from '../../summary-contract.ts';

const shownFaces = 5;

/** For so many days a member is new. */
const newDays = 90;

/** Whether the member `m` is new. */
export const isNewAt = (now: Instant) =>
  sql<boolean>`m.created_at > ${now}::timestamptz - make_interval(days => ${newDays})`;

type FaceRow = {
  occurrence_id: Id<'occurrence'>;
  id: Id<'member'>;
  name: string;
  is_new: boolean;
  count: number;
};

/** Active members with a spot, by occurrence; occurrences without any are left out. */
export async function readFaces(
  db: Db,
  chapterId: Id<'chapter'>,
  occurrenceIds: readonly Id<'occurrence'>[],
  now: Instant,
): Promise<Map<Id<'occurrence'>, EventFaces>> {
  if (occurrenceIds.length === 0) return new Map();
  const found = await sql<FaceRow>`
    select occurrence_id, id, name, is_new, count
    from (
      select r.occurrence_id, m.id, m.display_name as name,
        ${isNewAt(now)} as is_new,
        count(*) over (partition by r.occurrence_id) as count,
        row_number() over (partition by r.occurrence_id order by r.place) as nth
      from hub.rsvp r
      join hub.member m on m.chapter_id = r.chapter_id and m.id = r.member_id
      where r.chapter_id = ${chapterId} and r.occurrence_id = any(${[...occurrenceIds]}::uuid[])
        and r.answer = 'going' and r.status = 'confirmed' and m.status = 'active'
    ) going
    where nth <= ${shownFaces}
    order by occurrence_id, nth
  `.execute(db);
  const faces = new Map<Id<'occurrence'>, EventFaces>();
  for (const { occurrence_id: occurrence, id, name, is_new: isNew, count } of found.rows) {
    const before = faces.get(occurrence)?.people ?? [];
    faces.set(occurrence, { people: [...before, { id, name, isNew }], count });
  }
  return faces;
}
