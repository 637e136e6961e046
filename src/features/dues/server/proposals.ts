import { sql } from 'kysely';
import { type Day, type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { ChargeProposal } from '../contract.ts';
import { nextTitleOf, proposedDays, proposeNext } from '../propose.ts';

type Row = { id: Id<'charge'>; title: string; dueOn: Day; createdAt: Instant };

/** Of most members, for no event, no late fee, and not asked again since. */
export async function listProposals(
  db: Db,
  chapterId: Id<'chapter'>,
  now: Instant,
  timeZone: string,
): Promise<ChargeProposal[]> {
  const today = instantToDay(now, timeZone);
  const { from, to } = proposedDays(today);
  const { rows } = await sql<Row>`
    select c.id, c.title, c.due_on as "dueOn", c.created_at as "createdAt"
    from charge c
    join chapter h on h.id = c.chapter_id
    where c.chapter_id = ${chapterId} and c.occurrence_id is null and not c.is_late_fee
      and (c.created_at at time zone h.time_zone)::date between ${from} and ${to}
      and 2 * (
        select count(*) from charge_item i
        where i.chapter_id = c.chapter_id and i.charge_id = c.id and i.canceled_at is null
      ) >= (select count(*) from member m where m.chapter_id = c.chapter_id and m.status = 'active')
    order by c.created_at, c.id
    limit 20
  `.execute(db);
  const proposals: ChargeProposal[] = [];
  for (const row of rows) {
    if (await isAskedSince(db, chapterId, nextTitleOf(row.title), row.createdAt)) continue;
    proposals.push(proposeNext(row, instantToDay(row.createdAt, timeZone), today));
  }
  return proposals;
}

async function isAskedSince(db: Db, chapterId: Id<'chapter'>, title: string, since: Instant) {
  const { rows } = await sql`
    select from charge c
    where c.chapter_id = ${chapterId} and c.title_key = folded(btrim(${title})) and c.created_at > ${since}
      and exists (
        select from charge_item i
        where i.chapter_id = c.chapter_id and i.charge_id = c.id and i.canceled_at is null)
    limit 1
  `.execute(db);
  return rows.length > 0;
}
