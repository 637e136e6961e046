/** The calls of imports in the background. What they change is committed before a job begins or ends. */

import { toLine } from '#kit/line.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { inTransaction } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import type { Api } from '#server/http/serve.ts';
import { type CalendarImport, importCalls } from '../../import-contract.ts';
import { findCalendar } from '../store.ts';
import { createImportJobs } from './import-jobs.ts';
import {
  cancelRun,
  claimImport,
  deleteImport,
  findImport,
  type ImportId,
  insertImport,
  isAtWork,
  listReport,
} from './import-store.ts';

const isRunning = refuse(
  'conflict',
  'import_running',
  'Your last import is still running. Wait until it is done, or cancel it.',
);
const isTaken = refuse('conflict', 'id_taken', 'Another import already has this ID');
const isNotReady = refuse(
  'conflict',
  'import_not_ready',
  'There is no preview to import. Send the file again.',
);
const isDone = refuse('conflict', 'import_done', 'The import is done already');
const isEmpty = refuse('invalid', 'not_a_calendar', 'This file is empty');

export function importRoutes(api: Api, { sendsMail }: { readonly sendsMail: boolean }): void {
  const jobs = createImportJobs();
  api.onClose(() => jobs.close());

  // An ID of the member's own makes repeating any of these harmless.
  api.serveWithoutReplay(importCalls.send, async (context) => {
    const { db, caller, params, query, body, now, newId } = context;
    const { calendarId } = params;
    const { id: importId = newId<'calendar-import'>() } = query;
    if (body.length === 0) return isEmpty;
    const run = { importer: caller, importId, calendarId, runId: newId<'import-run'>() };
    const file = { name: cut(toLine(query.fileName), 200) || 'File', content: body, begunAt: now };
    const sent = await inTransaction(db, async (tx): Promise<Result<boolean>> => {
      await lockUntilCommit(tx, 'import a calendar', caller.chapterId);
      if (!(await findCalendar(tx, caller.chapterId, calendarId))) return notFound('Calendar');
      if ((await findImport(tx, caller))?.id === importId) return ok(false);
      if (await isAtWork(tx, caller)) return isRunning;
      return (await insertImport(tx, run, file)) ? ok(true) : isTaken;
    });
    if (!sent.ok) return sent;
    const shown = await show(db, caller, importId);
    if (sent.value) jobs.preview({ ...context, sendsMail }, { ...run, content: body });
    return shown;
  });

  api.serve(importCalls.current, async ({ db, caller }) =>
    ok({ import: (await findImport(db, caller)) ?? null }),
  );

  api.serve(importCalls.events, async ({ db, caller, params, query }) => {
    const report = await listReport(db, caller, params.importId, query);
    return report ? ok(report) : notFound('Import');
  });

  api.serveWithoutReplay(importCalls.start, async (context) => {
    const { db, caller, params, body, newId } = context;
    const { importId } = params;
    const runId = newId<'import-run'>();
    const claimed = await inTransaction(db, async (tx) =>
      ok(await claimImport(tx, caller, importId, runId)),
    );
    if (!claimed.ok) return claimed;
    const shown = await show(db, caller, importId);
    if (claimed.value) {
      const job = { importer: caller, importId, runId, ...claimed.value };
      jobs.apply({ ...context, sendsMail }, job, body.includesPrivate);
      return shown;
    }
    if (!shown.ok) return shown;
    return shown.value.phase === 'importing' || shown.value.phase === 'done' ? shown : isNotReady;
  });

  api.serveWithoutReplay(importCalls.cancel, async ({ db, caller, params }) => {
    const { importId } = params;
    const ended = await inTransaction(db, async (tx): Promise<Result<undefined>> => {
      if (await cancelRun(tx, caller, importId)) return ok(undefined);
      const found = await findImport(tx, caller);
      if (found?.id === importId && found.phase === 'done') return isDone;
      return (await deleteImport(tx, caller, importId)) ? ok(undefined) : notFound('Import');
    });
    if (ended.ok) jobs.stop(importId);
    return ended;
  });
}

async function show(
  db: Parameters<typeof findImport>[0],
  caller: Parameters<typeof findImport>[1],
  importId: ImportId,
): Promise<Result<CalendarImport>> {
  const found = await findImport(db, caller);
  return found?.id === importId ? ok(found) : notFound('Import');
}
