/**
 * Creates a chapter of any size for benchmarks, in bulk: the same rows the app would write, with
 * the same splits and the same ledger.
 */
import { sql } from 'kysely';
import { createMainCalendar } from '#features/events/server/store.ts';
import { splitExpense } from '#features/expenses/split.ts';
import { createAccount } from '#features/identity/server/shared/account-store.ts';
import { newToken } from '#features/identity/server/shared/link-token.ts';
import { hashPassword } from '#features/identity/server/shared/password.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { connect, type Tx } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import { createSeededRandom } from '../demo/seeded-random.ts';
import { type Seeding, seedTransactions } from './seed-transactions.ts';

export type SeedSize = { members: number; expenses: number; events: number; transactions: number };

export type Seeded = { chapterId: Id<'chapter'>; adminId: Id<'member'>; adminEmail: string };

const batch = 1_000;

export async function seedChapter(
  database: Pick<OpenDatabase, 'ownerUrl'>,
  size: SeedSize,
): Promise<Seeded> {
  const [seeded] = await seedChapters(database, size, 1);
  if (seeded === undefined) throw new Error('no chapter was made');
  return seeded;
}

/** As many of that size. */
export async function seedChapters(
  { ownerUrl }: Pick<OpenDatabase, 'ownerUrl'>,
  size: SeedSize,
  count: number,
): Promise<Seeded[]> {
  // A batch may take longer than a request, and vacuum waits for another's on what all databases share.
  await using database = connect(ownerUrl, {
    poolSize: 1,
    maxAnswerMilliseconds: 31 * 60_000,
    settings: { statement_timeout: '30min', lock_timeout: '30min' },
  });
  const { db } = database;
  // Updated statistics let each batch use indexes as tables grow.
  await sql`select set_config(name, 'off', false)
    from (values ('enable_hashjoin'), ('enable_mergejoin'), ('enable_seqscan')) known (name)`.execute(
    db,
  );
  const seeded: Seeded[] = [];
  while (seeded.length < count) seeded.push(await seedOne(db, size));
  // Updates statistics and the visibility map, so that index-only scans work.
  await sql`vacuum (analyze)`.execute(db);
  return seeded;
}

async function seedOne(db: Seeding['db'], size: SeedSize): Promise<Seeded> {
  const random = createSeededRandom(7);
  const now = Temporal.Now.instant();
  const seeding: Seeding = { db, chapterId: newId(), random, now: toInstant(now), members: [] };
  const calendarId = await seedPeople(seeding, size.members);
  await inBatches(size.events, (count, done) => seedEvents(seeding, calendarId, count, done));
  const wallets = await seedWallets(seeding);
  await seedTransactions(seeding, wallets, size.transactions);
  await inBatches(size.expenses, (count, done) => seedExpenses(seeding, count, done));
  const [adminId] = seeding.members;
  if (adminId === undefined) throw new Error('a chapter without members has no admin');
  return { chapterId: seeding.chapterId, adminId, adminEmail: makeEmail(seeding, 0) };
}

async function inBatches(
  total: number,
  work: (count: number, done: number) => Promise<void>,
): Promise<void> {
  for (let done = 0; done < total; done += batch) await work(Math.min(batch, total - done), done);
}

function makeEmail({ chapterId }: Seeding, index: number): string {
  return `member-${index}.${chapterId.slice(-6)}@seed.test`;
}

/**
 * Creates the chapter, its main calendar and its members; the first is its admin and has an
 * account.
 */
async function seedPeople(seeding: Seeding, count: number): Promise<Id<'calendar'>> {
  const { db, chapterId, now } = seeding;
  const calendarId = newId<'calendar'>();
  seeding.members = Array.from({ length: count }, () => newId<'member'>());
  await db.transaction().execute(async (tx: Tx) => {
    const url = 'https://example.org';
    await tx
      .insertInto('chapter')
      .values({
        id: chapterId,
        name: `Seeded ${chapterId.slice(-6)}`,
        time_zone: 'America/Los_Angeles',
        chapter_site_url: url,
        network_hub_url: url,
        learning_centre_url: url,
        local_platform_url: url,
        created_at: now,
      })
      .execute();
    const by = { now, newId: () => calendarId };
    await createMainCalendar(tx, { id: chapterId, timeZone: 'America/Los_Angeles' }, by);
    await sql`
      insert into member (chapter_id, id, display_name, first_name, last_name, email, role, created_at, updated_at)
      select ${chapterId}, id, 'Member ' || n, 'Member', n::text,
        'member-' || n || '.' || ${chapterId.slice(-6)} || '@seed.test',
        case n when 0 then 'admin' else 'member' end, ${now}, ${now}
      from (select id, ordinality - 1 as n from unnest(${seeding.members}::uuid[]) with ordinality as given (id, ordinality)) people
    `.execute(tx);
    await seedAdminAccount(tx, seeding);
  });
  return calendarId;
}

/** For `hub token`; the password is unknown. */
async function seedAdminAccount(tx: Tx, seeding: Seeding): Promise<void> {
  const { chapterId, now } = seeding;
  const [memberId] = seeding.members;
  if (memberId === undefined) throw new Error('a chapter without members has no admin');
  const account = {
    email: makeEmail(seeding, 0),
    name: 'Member 0',
    passwordHash: await hashPassword(newToken()),
    isEmailVerified: true,
  };
  const accountId = await createAccount(tx, account, { now, newId });
  if (accountId === undefined) throw new Error('the address of the new admin is taken');
  await tx
    .updateTable('member')
    .set({ account_id: accountId })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .execute();
  await tx
    .insertInto('account_chapter')
    .values({ account_id: accountId, chapter_id: chapterId, member_id: memberId })
    .execute();
}

/** One or a few a day, an hour or two long, over some three years around now. */
async function seedEvents(
  seeding: Seeding,
  calendarId: Id<'calendar'>,
  count: number,
  done: number,
): Promise<void> {
  const { db, chapterId, random, now, members } = seeding;
  const minutes = Array.from({ length: count }, () => random.whole(-730 * 1_440, 365 * 1_440));
  await sql`
    with made as (
      insert into event (chapter_id, id, calendar_id, title, category_color, local_start, local_end,
        time_zone, created_by, created_at, updated_at)
      select ${chapterId}, id, ${calendarId}, 'Event ' || n, '2563eb', start, start + interval '90 min',
        'America/Los_Angeles', ${members[0]}, ${now}, ${now}
      from (
        select id, ${done}::int + ordinality as n,
          date_trunc('minute', ${now}::timestamptz at time zone 'America/Los_Angeles') + minute * interval '1 min' as start
        from unnest(${minutes.map(newId)}::uuid[], ${minutes}::int[]) with ordinality as given (id, minute, ordinality)
      ) planned
      returning *
    )
    insert into event_occurrence (chapter_id, id, event_id, calendar_id, original_local_start,
      local_start, local_end, starts_at, ends_at)
    select m.chapter_id, gen_random_uuid(), m.id, m.calendar_id, m.local_start, m.local_start, m.local_end,
      m.local_start at time zone m.time_zone, m.local_end at time zone m.time_zone
    from made m
  `.execute(db);
}

async function seedWallets(seeding: Seeding): Promise<Id<'wallet'>[]> {
  const { db, chapterId, now, members } = seeding;
  const wallets = members.map(() => newId<'wallet'>());
  await sql`
    insert into wallet (chapter_id, id, name, owner_id, currency_code, created_at, updated_at)
    select ${chapterId}, wallet_id, ${'Member – USD'}, owner_id, 'USD', founded, founded
    from (select ${now}::timestamptz - interval '701 days' as founded) past, unnest(${wallets}::uuid[], ${members}::uuid[]) as given (wallet_id, owner_id)
  `.execute(db);
  return wallets;
}

/** Open expenses of two to fourteen people each, about eight on average. */
async function seedExpenses(seeding: Seeding, count: number, done: number): Promise<void> {
  const { db, chapterId, random, now, members } = seeding;
  const expenses = Array.from({ length: count }, () => {
    const id = newId<'expense'>();
    const participants = random.some(
      members,
      random.whole(2, Math.min(14, Math.max(2, members.length))),
    );
    const total = cents(random.whole(100, 200_000));
    const shares = splitExpense({ expenseId: id, total, participants, overrides: [] });
    if (!shares.ok) throw new Error(shares.refusal.message);
    return {
      id,
      total,
      minutes: random.whole(0, 1_000_000),
      payer: random.pick(participants),
      shares: shares.value,
    };
  });
  const shares = expenses.flatMap(({ id, shares }) => shares.map((share) => ({ id, ...share })));
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into expense (chapter_id, id, title, amount_cents, expense_at, category, paid_by, is_even_split,
        is_excluded_from_group_totals, use_wallet_transactions, reimbursement_type, participant_count,
        created_by, created_at, updated_at)
      select ${chapterId}, id, 'Expense ' || (${done}::int + ordinality), total,
        ${now}::timestamptz - minute * interval '1 min', 'Food', payer, false, false, true, 'Full', people,
        payer, ${now}, ${now}
      from unnest(${expenses.map(({ id }) => id)}::uuid[], ${expenses.map(({ total }) => total)}::bigint[],
        ${expenses.map(({ minutes }) => minutes)}::int[], ${expenses.map(({ payer }) => payer)}::uuid[],
        ${expenses.map(({ shares }) => shares.length)}::int[])
        with ordinality as given (id, total, minute, payer, people, ordinality)
    `.execute(tx);
    await sql`
      insert into expense_participant (chapter_id, expense_id, member_id, share_cents)
      select ${chapterId}, expense_id, member_id, share
      from unnest(${shares.map(({ id }) => id)}::uuid[], ${shares.map(({ participantId }) => participantId)}::uuid[],
        ${shares.map(({ amountOwed }) => amountOwed)}::bigint[]) as given (expense_id, member_id, share)
    `.execute(tx);
  });
}
