/**
 * Fills an empty database with the demo chapter: people directly, and everything they did through
 * the API, with the clock of that day. Identical on every run relative to today. All of it is one
 * transaction: a run that was interrupted left nothing, and the next start begins anew.
 */
import { sql } from 'kysely';
import { type Day, instantToDay, isDay, toInstant } from '#kit/day.ts';
import { uuidV7 } from '#kit/id.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import { explainStorage } from '../explain-storage.ts';
import { runActions } from './actions.ts';
import { nameCategories } from './categories.ts';
import { createDemoChapter, createPast, type Past } from './chapter.ts';
import { createDemoClients } from './demo-client.ts';
import { documentActions } from './documents.ts';
import { duesActions } from './dues.ts';
import { demoEvents } from './events.ts';
import { addGroups } from './groups.ts';
import { inOneTransaction } from './one-transaction.ts';
import { createSeededRandom } from './seeded-random.ts';
import { addEvents, calendarActions, moneyActions } from './timeline.ts';

const fact = 'demo';
const filled = 'filled';

export async function isDemoDatabase(db: Db): Promise<boolean> {
  return (await readFact(db)) !== undefined;
}

export async function fillDemo(
  { db, ownerUrl }: OpenDatabase,
  options: {
    config: Config;
    log: Log;
    /** For tests; by default the chapter's day now. */
    today?: Day;
  },
): Promise<void> {
  const { config, log } = options;
  const known = await readFact(db);
  if (known === filled) return;
  if (known === undefined) await begin(db, options.today ?? getToday(config.chapter.timeZone));
  log.info('Filling the demo chapter');
  try {
    await inOneTransaction(ownerUrl, async (whole) => {
      // Another server that fills it is waited for.
      const today = await readFact(whole, { isLocked: true });
      if (today === filled) return;
      if (today === undefined || !isDay(today))
        throw new Error(`unknown state of a demo: ${today}`);
      await refuseChapter(whole, { isBegun: true });
      await fill(whole, today, config);
      await whole
        .updateTable('installation')
        .set({ value: filled })
        .where('key', '=', fact)
        .execute();
    });
  } catch (error) {
    const why = await explainStorage(error, config);
    if (why === undefined) throw error;
    throw new CommandError(
      `The demo could not be filled. ${why}. Started again, it is filled anew.`,
      { cause: error },
    );
  }
}

/** Marks the database first, with the day that everything is relative to, unless another server just has. */
async function begin(db: Db, today: Day): Promise<void> {
  await refuseChapter(db);
  await db
    .insertInto('installation')
    .values({ key: fact, value: today })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function refuseChapter(db: Db, { isBegun = false } = {}): Promise<void> {
  const chapter = await db.selectFrom('chapter').select('id').limit(1).executeTakeFirst();
  if (chapter === undefined) return;
  throw new CommandError(
    isBegun
      ? 'An earlier version left this demo unfinished. Choose another data directory.'
      : 'The demo needs an empty database, but this one has a chapter. Choose another data directory.',
  );
}

const getToday = (timeZone: string): Day =>
  instantToDay(toInstant(Temporal.Now.instant()), timeZone);

async function fill(db: Db, today: Day, config: Config): Promise<void> {
  const random = createSeededRandom(20_260);
  const past: Past = {
    instant: createPast(today, config.chapter.timeZone),
    idAt: (at) => uuidV7(Temporal.Instant.from(at).epochMilliseconds, random.bytes(10)),
  };
  const chapter = await createDemoChapter(db, config.chapter, past);
  const clients = await createDemoClients(db, chapter);
  try {
    const events = demoEvents(today, random);
    const addedEvents = await addEvents(clients, chapter, events, past.instant(1_095, 10, 0));
    await analyze(db);
    const eventIds = addedEvents.map(({ id }) => id);
    const actions = [
      ...moneyActions(chapter, { events, eventIds, today }, past, random),
      ...calendarActions(chapter, { events, addedEvents, today }, past),
      ...documentActions(chapter, past),
    ];
    const next = await runActions(clients, actions, events.length + 1);
    await analyze(db);
    // After all else, whose wallets they touch.
    const dues = duesActions(
      chapter,
      { today, timeZone: config.chapter.timeZone },
      past,
      createSeededRandom(44),
    );
    const afterDues = await runActions(clients, dues, next);
    const client = clients.from(afterDues);
    await addGroups(client, chapter, past.instant(0, 0, 0));
    await nameCategories(client, chapter, past.instant(0, 0, 0));
    await analyze(db);
  } finally {
    await clients.close();
  }
}

/** Query plans made for empty tables would slow the ledger down. */
const analyze = (db: Db) => sql`analyze`.execute(db);

async function readFact(db: Db, { isLocked = false } = {}): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', fact)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return found?.value;
}
