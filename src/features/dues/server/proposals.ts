import { sql } from 'kysely';
import { type Day, type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db } from '#server/database/db.ts';
import type { ChargeProposal } from '../contract.ts';
import { nextTitleOf, proposedDays, proposeNext } from '../propose.ts';
import { findCharge } from './charge-store.ts';
import type { Work } from './charge-work.ts';

type Row = { id: Id<'charge'>; title: string; dueOn: Day; createdAt: Instant };

/** Of most members, for no event, no late fee, not dropped, and not asked again since. */
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
      and not exists (
        select from audit a
        where a.chapter_id = c.chapter_id and a.entity_kind = 'charge' and a.entity_id = c.id and a.action = 'charge.drop')
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

/** The record of it is all that is kept. */
export async function dropProposal(work: Work, chargeId: Id<'charge'>): Promise<Result<undefined>> {
  const { chapterId, timeZone } = work.caller;
  const charge = await findCharge(work.tx, chapterId, chargeId, timeZone);
  if (!charge) return notFound('Charge');
  const after = { title: charge.title };
  await auditWork(work, { action: 'charge.drop', kind: 'charge', id: chargeId, after });
  return ok(undefined);
}
