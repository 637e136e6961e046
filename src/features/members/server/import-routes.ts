import { ok, type Result, refuse } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { inTransaction } from '#server/database/db.ts';
import type { Api } from '#server/http/serve.ts';
import { createTurns, mapInTurns } from '#server/turns.ts';
import {
  type Columns,
  countRows,
  createRowPlanner,
  guessColumns,
  type PlannedRow,
  textLabels,
} from '../import.ts';
import { type ImportReport, importCalls } from '../import-contract.ts';
import { changedFields, noTexts, openPrivacy, type Profile, textFields } from '../profile.ts';
import { isVcards } from '../vcard.ts';
import { findMembersByAddress, importRows, lockImports } from './import-store.ts';
import { readCsv, type Table } from './read-csv.ts';
import { readVcards } from './read-vcards.ts';

/** The profile of a new member before its fields are set. */
const emptyProfile: Profile = {
  firstName: '',
  lastName: '',
  ...noTexts,
  privacy: openPrivacy,
  locked: [],
};

export function importRoutes(api: Api): void {
  // The reply is not stored: repeating the import changes nothing, and reports may be long.
  api.serveWithoutReplay(importCalls.import, async ({ db, caller, body, now, newId }) => {
    const { text } = body;
    const table = await (isVcards(text) ? readVcards : readCsv)(text, createTurns());
    if (!table.ok) return table;
    const { headers, rows } = table.value;
    const columns = body.columns ?? guessColumns(headers, rows);
    const invalid = checkColumns(columns, headers.length, body.isDryRun);
    if (invalid) return invalid;
    return inTransaction(db, async (tx): Promise<Result<ImportReport>> => {
      const { chapterId, memberId } = caller;
      await lockImports(tx, chapterId);
      const known = await findMembersByAddress(tx, chapterId);
      const plan = createRowPlanner(columns, known, emptyProfile);
      const planned = await mapInTurns(rows, plan);
      if (!body.isDryRun) {
        const taken = await importRows(tx, { chapterId, memberId, now, newId }, planned);
        if (!taken.ok) return taken;
      }
      return ok(toReport(table.value, columns, planned));
    });
  });
}

/** A dry run is allowed before the email column is chosen. */
function checkColumns(
  columns: Columns,
  width: number,
  isDryRun: boolean,
): Result<never> | undefined {
  if (columns.length > width) {
    return refuse('invalid', 'unknown_column', 'The table has fewer columns than the mapping', {
      field: 'columns',
    });
  }
  const mapped = columns.filter((field) => field !== null);
  if (new Set(mapped).size < mapped.length) {
    return refuse('invalid', 'column_twice', 'Two columns are mapped to the same field', {
      field: 'columns',
    });
  }
  if (mapped.includes('email') || isDryRun) return undefined;
  return refuse('invalid', 'no_email_column', 'Choose which column has the email address', {
    field: 'columns',
  });
}

function toReport(table: Table, columns: Columns, planned: readonly PlannedRow[]): ImportReport {
  return {
    delimiter: table.delimiter,
    columns: table.headers.map((header, index) => ({
      header,
      sample: cut(table.rows.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '', 80),
      field: columns[index] ?? null,
    })),
    counts: countRows(planned),
    rows: planned.map((row) => ({
      line: row.line,
      outcome: row.outcome,
      name: row.name,
      email: row.email,
      reason: row.outcome === 'failed' ? row.reason : null,
      lost: [...row.lost],
      changes: row.outcome === 'changed' ? listChanges(row.before, row.profile) : [],
    })),
  };
}

/** Before and after; the planner has left out what only the member sees. */
function listChanges(before: Profile, after: Profile) {
  const changed = changedFields(before, after);
  return textFields
    .filter((field) => changed.includes(field))
    .map((field) => ({
      name: textLabels[field],
      before: before[field] || null,
      after: after[field] || null,
    }));
}
