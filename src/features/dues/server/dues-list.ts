/** What is open of each member, for today or any day past. */

import { sql } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import { listLastDelivered } from '#features/notices/server/store.ts';
import { sumWaitingPayments } from '#features/payments/server/store.ts';
import {
  compareFirstDueFirst,
  readDollars,
  readOpenDebits,
} from '#features/wallets/server/store.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, type Instant, instantToDay, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents, zeroCents } from '#kit/money.ts';
import { type PageRequest, page } from '#kit/page.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import type { DuesFilter, MemberDuesDetail, OpenDebt } from '../contract.ts';
import { type Asked, compareDues, isShown, sumDebts, summarize } from '../member-dues.ts';
import { listItemsOfMember } from './charge-store.ts';
import { reminderKind } from './notices/reminder.ts';

/** A day, the chapter's zone, and the instant at its end if it is in the past. */
export type DuesDay = { readonly day: Day; readonly timeZone: string; readonly until?: Instant };

export function duesToday(now: Instant, timeZone: string): DuesDay {
  return { day: instantToDay(now, timeZone), timeZone };
}

/** What will be open on a day to come is not known. */
export function toDuesDay(asOf: Day | undefined, now: Instant, timeZone: string): Result<DuesDay> {
  const { day } = duesToday(now, timeZone);
  if (asOf === undefined || asOf === day) return ok({ day, timeZone });
  if (asOf > day)
    return refuse('invalid', 'future_day', 'Must not be after today', { field: 'asOf' });
  const end = Temporal.Instant.from(startOfDay(addDays(asOf, 1), timeZone)).subtract({
    milliseconds: 1,
  });
  const until = end.toString({ fractionalSecondDigits: 3 }) as Instant;
  return ok({ day: asOf, timeZone, until });
}

export type DuesOfMember = Asked & { readonly debts: readonly OpenDebt[] };

/**
 * Of these members, or of everyone: active members, and former ones of whom something is open or has a credit. Of a day
 * past nothing is known of pauses and of payments that waited.
 */
export async function readDues(
  db: Db,
  chapterId: Id<'chapter'>,
  on: DuesDay,
  memberIds?: readonly Id<'member'>[],
): Promise<DuesOfMember[]> {
  const debits = await readOpenDebits(
    db,
    chapterId,
    memberIds ? { ownerIds: memberIds } : 'dollars',
    on.until,
  );
  const [balances, waiting, paused, reminded, people] = [
    await readDollars(db, chapterId, memberIds, on.until),
    on.until ? new Map() : await sumWaitingPayments(db, chapterId),
    on.until ? new Map() : await readPauses(db, chapterId, on.day),
    await listLastDelivered(db, chapterId, reminderKind, on.until ?? null),
    await readPeople(db, chapterId, memberIds, on.until),
  ];
  const names = await readMemberNames(
    db,
    chapterId,
    people.map(({ id }) => id),
  );
  const debitsOf = Map.groupBy(debits.sort(compareFirstDueFirst), ({ ownerId }) => ownerId);
  return people
    .map(({ id, hasLeft, isAsked }): DuesOfMember => {
      const debts = (debitsOf.get(id) ?? []).map((debit) => ({
        ...debit,
        transactionId: debit.id,
        title: debit.description,
        chargedAt: debit.at,
      }));
      const pause = paused.get(id);
      return {
        member: { id, name: names.get(id) ?? '' },
        hasLeft,
        isAsked,
        ...sumDebts(debts, on.day),
        credit: cents(Math.max(0, balances.get(id) ?? 0)),
        waiting: waiting.get(id) ?? zeroCents,
        pausedUntil: pause?.until ?? null,
        pauseNote: pause?.note ?? null,
        remindedAt: reminded.get(id) ?? null,
        debts,
      };
    })
    .filter(({ hasLeft, open, credit }) => memberIds || !hasLeft || open > 0 || credit > 0);
}

export async function listDues(
  db: Db,
  chapterId: Id<'chapter'>,
  on: DuesDay,
  { show, ...request }: PageRequest & { readonly show?: DuesFilter | undefined },
) {
  const members = (await readDues(db, chapterId, on)).sort(compareDues);
  const shown = show ? members.filter((dues) => isShown(dues, show, on.day)) : members;
  return {
    summary: summarize(members, on.day),
    members: page(shown.slice(request.skip, request.skip + request.take), shown.length, request),
  };
}

export async function findDuesOfMember(
  db: Db,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
  on: DuesDay,
  request: PageRequest,
): Promise<MemberDuesDetail | undefined> {
  const [dues] = await readDues(db, chapterId, on, [memberId]);
  if (!dues) return undefined;
  const charges = await listItemsOfMember(db, chapterId, memberId, request, on.timeZone);
  return { ...dues, debts: [...dues.debts], charges };
}

type Person = { id: Id<'member'> } & Pick<Asked, 'hasLeft' | 'isAsked'>;

async function readPeople(
  db: Db,
  chapterId: Id<'chapter'>,
  memberIds: readonly Id<'member'>[] | undefined,
  until: Instant | undefined,
): Promise<Person[]> {
  // The first change of a status since a day past says what it was; who joined later was no member either.
  const statusAt = (at: Instant) => sql`case when m.created_at <= ${at} then coalesce((
    select a.before ->> 'status' from audit a
    where a.chapter_id = m.chapter_id and a.entity_kind = 'member' and a.entity_id = m.id
      and a.action = 'member.status' and a.at > ${at}
    order by a.id limit 1), m.status) else 'removed' end`;
  const end = until ?? 'infinity';
  const { rows } = await sql<Person>`
    select m.id, ${until ? statusAt(until) : sql`m.status`} <> 'active' as "hasLeft", exists (
      select from charge_item i
      join charge c on c.chapter_id = i.chapter_id and c.id = i.charge_id
      where i.chapter_id = m.chapter_id and i.member_id = m.id
        and c.created_at <= ${end} and coalesce(i.canceled_at > ${end}, true)) as "isAsked"
    from member m
    where m.chapter_id = ${chapterId} and ${memberIds ? sql`m.id = any (${memberIds}::uuid[])` : sql`true`}
    order by m.display_name collate "und-x-icu", m.id
  `.execute(db);
  return rows;
}

async function readPauses(db: Db, chapterId: Id<'chapter'>, today: Day) {
  const rows = await db
    .selectFrom('dues_pause')
    .select(['member_id', 'until_on as until', 'note'])
    .where('chapter_id', '=', chapterId)
    .where('until_on', '>=', today)
    .execute();
  return new Map(rows.map((row) => [row.member_id, row]));
}
