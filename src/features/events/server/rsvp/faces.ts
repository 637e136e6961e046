/** Who is going, as far as a list of events shows it. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { EventFaces } from '../../summary-contract.ts';
import { joinEventOfRsvp, type NameViewer, showsNames } from './shown-names.ts';

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
  is_named: boolean;
  count: number;
};

/** Active members with a spot, by occurrence, named as far as the viewer may know them; occurrences without any are left out. */
export async function readFaces(
  db: Db,
  viewer: NameViewer & { readonly chapterId: Id<'chapter'> },
  occurrenceIds: readonly Id<'occurrence'>[],
  now: Instant,
): Promise<Map<Id<'occurrence'>, EventFaces>> {
  if (occurrenceIds.length === 0) return new Map();
  const found = await sql<FaceRow>`
    select occurrence_id, id, name, is_new, is_named, count
    from (
      select r.occurrence_id, m.id, m.display_name as name,
        ${isNewAt(now)} as is_new, ${showsNames(viewer)} as is_named,
        count(*) over (partition by r.occurrence_id) as count,
        row_number() over (partition by r.occurrence_id order by r.place) as nth
      from hub.rsvp r
      join hub.member m on m.chapter_id = r.chapter_id and m.id = r.member_id
      ${joinEventOfRsvp}
      where r.chapter_id = ${viewer.chapterId} and r.occurrence_id = any(${[...occurrenceIds]}::uuid[])
        and r.answer = 'going' and r.status = 'confirmed' and m.status = 'active'
    ) going
    where nth <= ${shownFaces}
    order by occurrence_id, nth
  `.execute(db);
  const faces = new Map<Id<'occurrence'>, EventFaces>();
  for (const {
    occurrence_id: occurrence,
    id,
    name,
    is_new: isNew,
    is_named,
    count,
  } of found.rows) {
    const before = faces.get(occurrence)?.people ?? [];
    const people = is_named ? [...before, { id, name, isNew }] : [];
    faces.set(occurrence, { people, count });
  }
  return faces;
}
