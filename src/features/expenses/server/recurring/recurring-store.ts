/** Reads and writes rows of recurring expenses. */
import { type Insertable, type Selectable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { ChapterScope } from '#kit/caller.ts';
import { type Day, type Instant, localToInstant, type TimeOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { toText } from '#kit/line.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/database/db.ts';
import {
  type ExpenseTemplate,
  expenseTemplate,
  type RecurringExpense,
} from '../../recurring/recurring.ts';
import { nextDay, type Schedule, toRule } from '../../recurring/schedule.ts';
import type { RecurringExpenseTable } from '../tables.ts';

type Row = Selectable<RecurringExpenseTable>;

/** A recurring expense as stored. */
export type StoredRecurring = {
  readonly id: Id<'recurring'>;
  readonly schedule: Schedule;
  /** On each day, in the chapter's time zone. */
  readonly localTime: TimeOfDay;
  readonly template: ExpenseTemplate;
  readonly pausedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly failure: RecurringExpense['failure'];
  readonly createdBy: Id<'member'>;
  readonly savedBy: Id<'member'>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
};

/** Those that have not ended: failing ones first, then by their next day. */
export async function listRecurring(
  db: Db,
  { chapterId, timeZone }: ChapterScope,
  request: PageRequest,
): Promise<{ recurring: Page<RecurringExpense>; failing: number }> {
  const living = selectLiving(db, chapterId);
  const [rows, counts] = await Promise.all([
    living
      .selectAll()
      .orderBy(sql`failed_at is null`)
      .orderBy('next_day')
      .orderBy('id')
      .offset(request.skip)
      .limit(request.take)
      .execute(),
    living
      .select(({ fn }) => [
        fn.countAll<number>().as('all'),
        fn.count<number>('failed_at').as('failing'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const items = rows.map((row) => toRecurring(toStored(row), timeZone));
  return { recurring: page(items, counts.all, request), failing: counts.failing };
}

export async function countRecurring(tx: Tx, chapterId: Id<'chapter'>): Promise<number> {
  const { count } = await selectLiving(tx, chapterId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function selectLiving(db: Db | Tx, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('recurring_expense')
    .where('chapter_id', '=', chapterId)
    .where('ended_at', 'is', null)
    .where('next_day', 'is not', null);
}

export async function findRecurring(
  db: Db,
  { chapterId, timeZone }: ChapterScope,
  id: Id<'recurring'>,
): Promise<RecurringExpense | undefined> {
  const row = await selectOne(db, chapterId, id).executeTakeFirst();
  return row && toRecurring(toStored(row), timeZone);
}

export async function lockRecurring(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'recurring'>,
): Promise<StoredRecurring | undefined> {
  const row = await selectOne(tx, chapterId, id).forNoKeyUpdate().executeTakeFirst();
  return row && toStored(row);
}

function selectOne(db: Db | Tx, chapterId: Id<'chapter'>, id: Id<'recurring'>) {
  return db
    .selectFrom('recurring_expense')
    .selectAll()
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id);
}

/** Those with a day up to `today`, the longest due first. */
export async function findDue(
  db: Db,
  chapterId: Id<'chapter'>,
  today: Day,
): Promise<Id<'recurring'>[]> {
  const rows = await selectDue(db, chapterId, today)
    .select('id')
    .orderBy('next_day')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined if it is not due any more, or if someone else is making or changing it. */
export async function lockDue(
  tx: Tx,
  chapterId: Id<'chapter'>,
  today: Day,
  id: Id<'recurring'>,
): Promise<StoredRecurring | undefined> {
  const row = await selectDue(tx, chapterId, today)
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && toStored(row);
}

function selectDue(db: Db | Tx, chapterId: Id<'chapter'>, today: Day) {
  return selectLiving(db, chapterId).where('next_day', '<=', today).where('paused_at', 'is', null);
}

/** The last day for which an expense was made, whether that was deleted or not. */
export async function findLastDayMade(
  tx: Tx,
  chapterId: Id<'chapter'>,
  id: Id<'recurring'>,
): Promise<Day | null> {
  const { day } = await tx
    .selectFrom('expense')
    .select(({ fn }) => fn.max<Day | null>('recurring_day').as('day'))
    .where('chapter_id', '=', chapterId)
    .where('recurring_id', '=', id)
    .executeTakeFirstOrThrow();
  return day;
}

export async function insertRecurring(
  tx: Tx,
  chapterId: Id<'chapter'>,
  stored: StoredRecurring,
): Promise<void> {
  await tx.insertInto('recurring_expense').values(toRow(chapterId, stored)).execute();
}

export async function saveRecurring(
  tx: Tx,
  chapterId: Id<'chapter'>,
  stored: StoredRecurring,
): Promise<void> {
  const {
    chapter_id: _chapterId,
    id: _id,
    created_by: _createdBy,
    created_at: _createdAt,
    ...columns
  } = toRow(chapterId, stored);
  await tx
    .updateTable('recurring_expense')
    .set(columns)
    .where('chapter_id', '=', chapterId)
    .where('id', '=', stored.id)
    .execute();
}

function toRow(
  chapterId: Id<'chapter'>,
  { schedule, failure, ...stored }: StoredRecurring,
): Insertable<RecurringExpenseTable> {
  return {
    chapter_id: chapterId,
    id: stored.id,
    frequency: schedule.frequency,
    interval_count: schedule.interval,
    first_day: schedule.firstDay,
    last_day: schedule.lastDay,
    position: schedule.position,
    skipped: schedule.skipped,
    next_day: nextDay(schedule),
    local_time: stored.localTime,
    template: JSON.stringify(z.encode(expenseTemplate, stored.template)),
    paused_at: stored.pausedAt,
    ended_at: stored.endedAt,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    failed_at: failure?.at ?? null,
    created_by: stored.createdBy,
    saved_by: stored.savedBy,
    created_at: stored.createdAt,
    updated_at: stored.updatedAt,
    version: stored.version,
  };
}

function toStored(row: Row): StoredRecurring {
  const { failure_code: code, failure_message: message, failed_at: at } = row;
  return {
    id: row.id,
    schedule: {
      frequency: row.frequency,
      interval: row.interval_count,
      firstDay: row.first_day,
      lastDay: row.last_day,
      position: row.position,
      skipped: row.skipped,
    },
    localTime: row.local_time,
    template: readTemplate(row.template as z.input<typeof expenseTemplate>),
    pausedAt: row.paused_at,
    endedAt: row.ended_at,
    failure: code === null || message === null || at === null ? null : { code, message, at },
    createdBy: row.created_by,
    savedBy: row.saved_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** The rules of texts are newer than some. */
function readTemplate(stored: z.input<typeof expenseTemplate>): ExpenseTemplate {
  return z.decode(expenseTemplate, { ...stored, description: toText(stored.description ?? '') });
}

export function toRecurring(
  { schedule, localTime, template, pausedAt, endedAt, ...stored }: StoredRecurring,
  timeZone: string,
): RecurringExpense {
  const next = endedAt === null ? nextDay(schedule) : null;
  return {
    ...stored,
    rule: toRule(schedule),
    expense: template,
    status: next === null ? 'ended' : pausedAt === null ? 'active' : 'paused',
    firstDay: schedule.firstDay,
    nextDay: next,
    nextDate: next && localToInstant(`${next}T${localTime}`, timeZone),
    skippedDays: schedule.skipped,
  };
}
