/**
 * Fills an empty database with the demo chapter: people directly, and everything they did through
 * the API, with the clock of that day. Identical on every run relative to today. An interrupted run
 * is continued by the next start.
 */
import { sql } from 'kysely';
import { type Day, instantToDay, isDay, toInstant } from '#kit/day.ts';
import { uuidV7 } from '#kit/id.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/config/log.ts';
import { connect, type Db } from '#server/database/db.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import { nameCategories } from './categories.ts';
import { createDemoChapter, createPast, type Past } from './chapter.ts';
import { createDemoClient } from './demo-client.ts';
import { documentActions } from './documents.ts';
import { demoEvents } from './events.ts';
import { addGroups } from './groups.ts';
import { createSeededRandom } from './seeded-random.ts';
import { addEvents, calendarActions, moneyActions, sortByTime } from './timeline.ts';

const fact = 'demo';
const filled = 'filled';

export async function isDemoDatabase(db: Db): Promise<boolean> {
  return (await readFact(db)) !== undefined;
}

export async function fillDemo(
  database: OpenDatabase,
  options: {
    config: Config;
    log: Log;
    /** For tests; by default the chapter's day now. */
    today?: Day;
  },
): Promise<void> {
  const { db } = database;
  const { config, log } = options;
  const known = await readFact(db);
  if (known === filled) return;
  const today =
    known !== undefined && isDay(known)
      ? known
      : await begin(db, options.today ?? getToday(config.chapter.timeZone));
  log.info('Filling the demo chapter');
  await fill(database, today, config);
  await writeFact(db, filled);
  await analyze(database);
}

/** Query plans made for empty tables would slow the ledger down. Only their owner may analyze them. */
async function analyze({ ownerUrl }: OpenDatabase): Promise<void> {
  const { db, close } = connect(ownerUrl, { poolSize: 1 });
  try {
    await sql`analyze`.execute(db);
  } finally {
    await close();
  }
}

/** Marks the database first, with the day that everything is relative to. */
async function begin(db: Db, today: Day): Promise<Day> {
  const chapter = await db.selectFrom('chapter').select('id').limit(1).executeTakeFirst();
  if (chapter) {
    throw new CommandError(
      'The demo needs an empty database, but this one has a chapter. Choose another data directory.',
    );
  }
  await writeFact(db, today);
  return today;
}

const getToday = (timeZone: string): Day =>
  instantToDay(toInstant(Temporal.Now.instant()), timeZone);

async function fill(database: OpenDatabase, today: Day, config: Config): Promise<void> {
  const random = createSeededRandom(20_260);
  const past: Past = {
    instant: createPast(today, config.chapter.timeZone),
    idAt: (at) => uuidV7(Temporal.Instant.from(at).epochMilliseconds, random.bytes(10)),
  };
  const chapter = await createDemoChapter(database.db, config.chapter, past);
  const client = await createDemoClient(database, chapter);
  try {
    const events = demoEvents(today, random);
    const addedEvents = await addEvents(client, chapter, events, past.instant(1_095, 10, 0));
    const eventIds = addedEvents.map(({ id }) => id);
    const actions = sortByTime([
      ...moneyActions(chapter, { events, eventIds, today }, past, random),
      ...calendarActions(chapter, { events, addedEvents, today }, past),
      ...documentActions(chapter, past),
    ]);
    for (const { at, run } of actions) await run(client, at);
    // Last, because the ids of all else depend on how many calls preceded them.
    await addGroups(client, chapter, past.instant(0, 0, 0));
    await nameCategories(client, chapter, past.instant(0, 0, 0));
  } finally {
    await client.close();
  }
}

async function readFact(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', fact)
    .executeTakeFirst();
  return found?.value;
}

async function writeFact(db: Db, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: fact, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
