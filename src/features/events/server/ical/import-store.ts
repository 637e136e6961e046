/** Stores imports in the background. Only the calls of the member who began one find it. */
import { sql } from 'kysely';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Refusal } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { ImportedEvent } from '../../feed-contract.ts';
import type { CalendarImport, ImportCounts } from '../../import-contract.ts';

export type Importer = Pick<MemberCaller, 'chapterId' | 'memberId' | 'role' | 'eventPolicy'>;
export type ImportId = Id<'calendar-import'>;

/** A run of reading or importing. It may write as long as no other run or cancellation took its place. */
export type Run = {
  readonly importer: Importer;
  readonly importId: ImportId;
  readonly calendarId: Id<'calendar'>;
  readonly runId: Id<'import-run'>;
};

/** A server that says nothing for so long has stopped: it says every two seconds that it works. */
const isStale = sql<boolean>`beat_at < now() - interval '30 seconds'`;

export async function findImport(
  db: Db | Tx,
  { chapterId, memberId }: Importer,
): Promise<CalendarImport | undefined> {
  const row = await db
    .selectFrom('calendar_import')
    .select(['id', 'calendar_id', 'file_name', 'phase', 'done', 'total', 'begun_at'])
    .select(['problem_code', 'problem', isStale.as('isStale')])
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) return undefined;
  const stopped = row.isStale ? stoppedPhases[row.phase] : undefined;
  const problem =
    row.problem_code !== null && row.problem !== null
      ? { code: row.problem_code, message: row.problem }
      : null;
  const shown = stopped ?? { phase: row.phase, problem };
  return {
    id: row.id,
    calendarId: row.calendar_id,
    fileName: row.file_name,
    ...shown,
    done: row.done,
    total: row.total,
    ...(await countOutcomes(db, chapterId, row.id)),
    begunAt: row.begun_at,
  };
}

/** What an import is shown as if its server has stopped. */
const stoppedPhases: Partial<Record<string, Pick<CalendarImport, 'phase' | 'problem'>>> = {
  reading: {
    phase: 'failed',
    problem: {
      code: 'interrupted',
      message: 'The server stopped while it read the file. Choose the file again.',
    },
  },
  importing: {
    phase: 'interrupted',
    problem: {
      code: 'interrupted',
      message: 'The server stopped during the import. Nothing was imported.',
    },
  },
};

const noCounts: ImportCounts = { new: 0, updated: 0, canceled: 0, unchanged: 0, refused: 0 };

async function countOutcomes(db: Db | Tx, chapterId: Id<'chapter'>, importId: ImportId) {
  const rows = await db
    .selectFrom('calendar_import_event')
    .select(['outcome', 'is_private', ({ fn }) => fn.countAll<number>().as('events')])
    .where('chapter_id', '=', chapterId)
    .where('import_id', '=', importId)
    .groupBy(['outcome', 'is_private'])
    .execute();
  const count = (isPrivate: boolean): ImportCounts => {
    const own = rows.filter((row) => row.is_private === isPrivate);
    return { ...noCounts, ...Object.fromEntries(own.map((row) => [row.outcome, row.events])) };
  };
  return { counts: count(false), privateCounts: count(true) };
}

/** Whether the member has an import that works now; locked until the transaction ends. */
export async function isAtWork(
  tx: Tx,
  { chapterId, memberId }: Importer,
): Promise<ImportId | undefined> {
  const row = await tx
    .selectFrom('calendar_import')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .where('phase', 'in', ['reading', 'importing'])
    .where(sql<boolean>`not ${isStale}`)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** In place of the member's earlier one. False if the id is taken. */
export async function insertImport(
  tx: Tx,
  { importer, importId, calendarId, runId }: Run,
  file: { readonly name: string; readonly content: Uint8Array; readonly begunAt: Instant },
): Promise<boolean> {
  const { chapterId, memberId } = importer;
  await deleteImport(tx, importer);
  const made = await tx
    .insertInto('calendar_import')
    .values({
      chapter_id: chapterId,
      id: importId,
      member_id: memberId,
      calendar_id: calendarId,
      file_name: file.name,
      content: Buffer.from(file.content),
      phase: 'reading',
      run_id: runId,
      problem: null,
      problem_code: null,
      total: null,
      begun_at: file.begunAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return made.numInsertedOrUpdatedRows === 1n;
}

/** The member's, whichever it is, or only if it is this one. False if there is none. */
export async function deleteImport(
  tx: Tx,
  { chapterId, memberId }: Importer,
  importId?: ImportId,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('calendar_import')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .$if(importId !== undefined, (deleting) => deleting.where('id', '=', importId as ImportId))
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The content to import, if the import is ready, or a stopped run left it: this run takes its place. */
export async function claimImport(
  tx: Tx,
  { chapterId, memberId }: Importer,
  importId: ImportId,
  runId: Id<'import-run'>,
): Promise<{ calendarId: Id<'calendar'>; content: Buffer } | undefined> {
  const row = await tx
    .updateTable('calendar_import')
    .set({ phase: 'importing', run_id: runId, done: 0, beat_at: sql<Instant>`now()` })
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .where('id', '=', importId)
    .where(sql<boolean>`(phase = 'ready' or (phase = 'importing' and ${isStale}))`)
    .returning(['calendar_id as calendarId', 'content'])
    .executeTakeFirst();
  if (!row?.content) return undefined;
  return { calendarId: row.calendarId, content: row.content };
}

/** False if it does not work any more. */
export async function cancelRun(
  tx: Tx,
  { chapterId, memberId }: Importer,
  importId: ImportId,
): Promise<boolean> {
  const canceled = await tx
    .updateTable('calendar_import')
    .set({ phase: 'canceled', content: null })
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .where('id', '=', importId)
    .where('phase', 'in', ['reading', 'importing'])
    .executeTakeFirst();
  return canceled.numUpdatedRows === 1n;
}

type Progress = { readonly done: number; readonly total: number | null };

/** Says that the run works. False if it must end, because it was canceled or replaced. */
export async function saveProgress(db: Db, run: Run, progress: Progress): Promise<boolean> {
  const saved = await updateRun(db, run).set(progress).executeTakeFirst();
  return saved.numUpdatedRows === 1n;
}

/** Says that the run has stopped, so that nobody waits to see whether it has. */
export async function leaveRun(db: Db, run: Run): Promise<void> {
  await updateRun(db, run, sql<Instant>`'epoch'`).execute();
}

export async function failRun(db: Db, run: Run, { code, message }: Refusal): Promise<void> {
  await updateRun(db, run)
    .set({ phase: 'failed', problem_code: code, problem: message, content: null })
    .execute();
}

/** False if the run was canceled or replaced. */
export async function finishRun(
  tx: Tx,
  run: Run,
  phase: 'ready' | 'done',
  items: readonly ImportedEvent[],
): Promise<boolean> {
  const finished = await updateRun(tx, run)
    .set({ phase, done: items.length, total: items.length })
    .$if(phase === 'done', (updating) => updating.set({ content: null }))
    .executeTakeFirst();
  if (finished.numUpdatedRows !== 1n) return false;
  await saveReport(tx, run, items);
  return true;
}

function updateRun(db: Db | Tx, { importer, importId, runId }: Run, beatAt = sql<Instant>`now()`) {
  return db
    .updateTable('calendar_import')
    .set({ beat_at: beatAt })
    .where('chapter_id', '=', importer.chapterId)
    .where('id', '=', importId)
    .where('run_id', '=', runId)
    .where('phase', 'in', ['reading', 'importing']);
}

const eventsAtOnce = 250;

async function saveReport(
  tx: Tx,
  { importer, importId }: Run,
  items: readonly ImportedEvent[],
): Promise<void> {
  const { chapterId } = importer;
  await tx
    .deleteFrom('calendar_import_event')
    .where('chapter_id', '=', chapterId)
    .where('import_id', '=', importId)
    .execute();
  for (let from = 0; from < items.length; from += eventsAtOnce) {
    const rows = items.slice(from, from + eventsAtOnce).map((item, index) => ({
      place: from + index,
      outcome: item.outcome,
      is_private: item.isPrivate,
      shown: item,
    }));
    await sql`
      insert into hub.calendar_import_event (chapter_id, import_id, place, outcome, is_private, shown)
      select ${chapterId}, ${importId}, n.place, n.outcome, n.is_private, n.shown
      from jsonb_populate_recordset(null::hub.calendar_import_event, ${JSON.stringify(rows)}::jsonb) n
    `.execute(tx);
  }
}

/** Of the member's import, in the order of the file; nothing of another import. */
export async function listReport(
  db: Db,
  { chapterId, memberId }: Importer,
  importId: ImportId,
  request: PageRequest & { readonly outcome?: ImportedEvent['outcome'] | undefined },
): Promise<Page<ImportedEvent> | undefined> {
  const known = await db
    .selectFrom('calendar_import')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!known) return undefined;
  const { outcome } = request;
  const found = db
    .selectFrom('calendar_import_event')
    .where('chapter_id', '=', chapterId)
    .where('import_id', '=', importId)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome as 'new'));
  const rows = await found
    .select('shown')
    .orderBy('place')
    .offset(request.skip)
    .limit(request.take)
    .execute();
  const { events } = await found
    .select(({ fn }) => fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow();
  const items = rows.map(({ shown }) => shown as ImportedEvent);
  return page(items, events, request);
}

/** Imports are kept for a day, and so are their reports. */
export async function deleteOldImports(db: Db, before: Instant): Promise<void> {
  await db
    .deleteFrom('calendar_import')
    .where('begun_at', '<', before)
    .where(sql<boolean>`(phase not in ('reading', 'importing') or ${isStale})`)
    .execute();
}
