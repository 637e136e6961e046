/** One date of a series that was imported before, as a file gives it without its series. */
import type { Budget } from '#kit/budget.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Category } from '../../categories/category.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import { type ResolvedOccurrence, resolveOccurrence, type Series } from '../../series.ts';
import { editOccurrence } from '../../series-change.ts';
import { toAuditTimes } from '../audit-times.ts';
import type { StoredEvent } from '../event-store.ts';
import { type OccurrenceRow, readRows } from '../occurrence-rows.ts';
import { saveException } from '../save-series.ts';
import type { Work } from '../work.ts';
import { removeEvent } from '../writes.ts';
import { type Changes, listChanges } from './import-changes.ts';

type OccurrenceWork = Work & {
  readonly rows: Budget;
  readonly categories: readonly Category[];
};

/** The date, and the event of its own that it would be if its series were not here. */
export type ImportedOccurrence = Pick<ParsedEvent, 'uid' | 'isCanceled'> & {
  readonly date: string;
  readonly series: Series | undefined;
};

const isUnknown = refuse(
  'invalid',
  'not_supported',
  'Changes a date that its series does not have here',
);

type Done = { readonly outcome: 'canceled' | 'updated' | 'unchanged'; readonly changes: Changes };

const unchanged = ok<Done>({ outcome: 'unchanged', changes: [] });
const canceled = ok<Done>({ outcome: 'canceled', changes: [] });

export async function importOccurrence(
  work: OccurrenceWork,
  event: StoredEvent,
  occurrence: ImportedOccurrence,
  isDryRun: boolean,
): Promise<Result<Done>> {
  const rows = await readRows(work.tx, work.caller.chapterId, event.id);
  // Saving a date writes all exceptions of its series.
  work.rows.spend(rows.length + event.series.exceptions.size);
  // The caller refuses the file.
  if (work.rows.isSpent()) return unchanged;
  const row = rows.find(({ original }) => original.startsWith(occurrence.date));
  // A canceled row without an exception is kept for its RSVPs alone.
  if (!row || (row.isCanceled && !event.series.exceptions.has(row.original))) return isUnknown;
  const { series } = occurrence;
  if (!occurrence.isCanceled && series)
    return change(work, event, row, { ...occurrence, series }, isDryRun);
  if (row.isCanceled) return unchanged;
  if (isDryRun) return canceled;
  const removed = await removeEvent(
    { ...work, ifMatch: undefined },
    { calendarId: event.calendarId, eventId: event.id },
    { scope: 'one', occurrenceId: row.id },
  );
  return removed.ok ? canceled : removed;
}

async function change(
  work: OccurrenceWork,
  event: StoredEvent,
  row: OccurrenceRow,
  { uid, series }: ImportedOccurrence & { readonly series: Series },
  isDryRun: boolean,
): Promise<Result<Done>> {
  const before = resolveOccurrence(event.series, row.original);
  const { title, description, location, categoryColor } = series.fields;
  const edited = editOccurrence(event.series, row.original, {
    start: series.start,
    end: series.end,
    fields: { ...before.fields, title, description, location, categoryColor },
    rule: undefined,
  });
  if (!edited.ok) return edited;
  const after = resolveOccurrence(edited.value, row.original);
  const isSame = JSON.stringify(toAuditValue(before)) === JSON.stringify(toAuditValue(after));
  if (isSame && !row.isCanceled) return unchanged;
  const alone = (date: ResolvedOccurrence) => ({ ...date, rule: null, exceptions: new Map() });
  const changes = listChanges(alone(before), alone(after), work.categories);
  const updated = ok<Done>({ outcome: 'updated', changes });
  if (isDryRun) return updated;
  // On again if it was canceled.
  const saved = await saveException(work, event, row, edited.value);
  if (!saved.ok) return saved;
  await auditWork(work, {
    action: 'event.update',
    kind: 'event',
    id: event.id,
    before: toAuditValue(before),
    after: {
      ...toAuditValue(after),
      isException: after.isException,
      occurrenceId: row.id,
      importedFrom: uid,
    },
  });
  return updated;
}

function toAuditValue({ start, end, fields }: ResolvedOccurrence) {
  return { ...toAuditTimes({ start, end }), fields };
}
