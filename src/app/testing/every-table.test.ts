/** What every feature does for its tables, tried on a chapter that has rows in all of them. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { readChapterTables } from '#server/chapter-archive/chapter-tables.ts';
import { createLog } from '#server/config/log.ts';
import { newId } from '#server/database/ids.ts';
import { sheets } from '../server/areas.ts';
import { withClient } from './database.ts';
import { statementsAt } from './earlier-chapters.ts';
import { startTestHub, type TestHub } from './hub.ts';

/** After every migration. */
const version = 9_999;
let hub: TestHub;
let bob: { chapterId: Id<'chapter'>; id: Id<'member'> };
beforeAll(async () => {
  hub = await startTestHub();
  await withClient(hub.database.ownerUrl, async (owner) => {
    await owner.query('begin');
    for (const statement of statementsAt(version)) await owner.query(statement);
    await owner.query('commit');
  });
  bob = await hub.db
    .selectFrom('member')
    .select(['chapter_id as chapterId', 'id'])
    .where('first_name', '=', 'bob')
    .executeTakeFirstOrThrow();
});
afterAll(() => hub?.close());

/** Tables whose rows an archive has only for `hub import-chapter`, and why. */
const withoutSheet: Readonly<Record<string, string>> = {
  account_chapter: 'which accounts are the members',
  audit_head: 'where the audit log ends',
  calendar_feed: 'secret addresses',
  chapter: 'the first page of the archive',
  chapter_logo: 'a picture',
  dues_pause: 'rests from reminders',
  event_category: 'what a color means',
  event_category_list: 'how often categories were changed',
  event_exception: 'shown as dates of events',
  event_import: 'where events came from',
  expense_figure: 'sums of what is shown',
  expense_figure_change: 'sums of what is shown',
  expense_override: 'shown as shares',
  expense_override_participant: 'shown as shares',
  file_part: 'the files themselves',
  home_visit: 'when the news were last seen',
  idempotency_key: 'replies kept for a day',
  invitation: 'secret addresses',
  ledger_entry: 'shown as transactions',
  ledger_journal: 'shown as transactions',
  member_photo: 'pictures',
  notice_sent: 'which emails were sent',
  reconciliation_explanation: "the operator's",
  wallet_transaction_history: 'earlier versions of what is shown',
};

test('every table is in a sheet of the archive, or left out for a reason', async () => {
  const queries = sheets.map(({ query }) => query).join();
  const tables = await withClient(hub.database.ownerUrl, readChapterTables);
  const missing = tables
    .map(({ name }) => name.slice('hub.'.length))
    .filter((name) => !new RegExp(`\\bhub\\.${name}\\b`).test(queries));
  expect(missing.toSorted(), 'add a sheet, or the reason here').toEqual(Object.keys(withoutSheet));
});

/** What still names a former member, as the books and the events of others do. */
const stays = [
  'attendance.member_id',
  'charge_item.member_id',
  'expense.paid_by',
  'expense_participant.member_id',
  'expense_payer.member_id',
  'payment.from_member_id',
  'payment.said_by',
  'rsvp.member_id',
  'wallet.owner_id',
  'wallet_transaction.user_id',
];

test('erasing a member takes all rows about them but those that stay for others', async () => {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select r.relname as table, a.attname as column
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[array_upper(c.conkey, 1)]
    where c.contype = 'f' and c.confrelid = 'hub.member'::regclass
    order by 1, 2`.execute(hub.db);
  const { chapterId, id } = bob;
  const now = toInstant(Temporal.Now.instant());
  const left: string[] = [];
  const undone = hub.db.transaction().execute(async (tx) => {
    await sql`update member set status = 'removed' where id = ${id}`.execute(tx);
    for (const area of hub.areas) {
      await area.eraseMember?.(tx, { chapterId, memberId: null, now, newId }, id);
    }
    await sql`select hub.erase_member(${chapterId}, ${id}, ${now})`.execute(tx);
    for (const { table, column } of columns) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(tx);
      if (rows.length > 0) left.push(`${table}.${column}`);
    }
    throw new Error('the others need them');
  });
  await expect(undone).rejects.toThrow('the others need them');
  expect(left, 'erase it in server/area.ts, or say here that it stays').toEqual(stays);
});

test('nightly jobs pass over a chapter that must not be changed, and do their work later', async () => {
  const rest = (until: string | null) =>
    withClient(hub.database.ownerUrl, (owner) =>
      owner.query('update hub.chapter set rests_until = $1', [until]),
    );
  const countRecords = async () => {
    const { rows } = await sql`select from audit`.execute(hub.db);
    return rows.length;
  };
  const jobs = hub.areas.flatMap(
    (area) =>
      area.nightlyJobs?.({
        db: hub.db,
        fileBucket: undefined,
        log: createLog('silent'),
        clock: () => '2026-06-01T12:00:00.000Z',
        signal: new AbortController().signal,
      }) ?? [],
  );
  const run = async () => {
    for (const { name, run: work } of jobs) {
      await work().catch((error) => expect.fail(`${name}: ${error}`));
    }
    return countRecords();
  };
  await rest('infinity');
  const before = await countRecords();
  expect(await run()).toBe(before);
  await rest(null);
  expect(await run()).toBeGreaterThan(before);
});
