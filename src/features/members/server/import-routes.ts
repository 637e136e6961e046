import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { Api } from '#server/http/serve.ts';
import { type Columns, countRows, guessColumns, type PlannedRow, planImport } from '../import.ts';
import { type ImportReport, importCalls } from '../import-contract.ts';
import { openPrivacy, type Profile } from '../profile.ts';
import { knownByAddress, lockImports, takeRows } from './import-store.ts';
import { readCsv, type Table } from './read-csv.ts';

/** Somebody of whom nothing is known yet. */
const nobody: Profile = {
  firstName: '',
  lastName: '',
  primaryPhone: null,
  company: null,
  title: null,
  website: null,
  city: null,
  bio: null,
  privacy: openPrivacy,
  locked: [],
};

export function importRoutes(api: Api): void {
  // Not kept for a repetition: repeated it changes nothing, and its report may be long.
  api.serveWithoutReplay(importCalls.import, async ({ db, caller, body, now, newId }) => {
    const table = readCsv(body.text);
    if (!table.ok) return table;
    const { headers, rows } = table.value;
    const columns = body.columns ?? guessColumns(headers);
    const flaw = findFlaw(columns, headers.length, body.isDryRun);
    if (flaw) return flaw;
    return inTransaction(db, async (tx): Promise<Result<ImportReport>> => {
      const { chapterId, memberId } = caller;
      await lockImports(tx, chapterId);
      const known = await knownByAddress(tx, chapterId);
      const planned = planImport(rows, columns, known, nobody);
      if (!body.isDryRun) {
        const taken = await takeRows(tx, { chapterId, memberId, now, newId }, planned);
        if (!taken.ok) return taken;
      }
      return ok(reportOf(table.value, columns, planned));
    });
  });
}

/** A dry run also tells of a file whose columns are still to be said. */
function findFlaw(columns: Columns, width: number, isDryRun: boolean): Result<never> | undefined {
  if (columns.length > width) {
    return refuse('invalid', 'unknown_column', 'The table has fewer columns than the mapping', {
      field: 'columns',
    });
  }
  const said = columns.filter((field) => field !== null);
  if (new Set(said).size < said.length) {
    return refuse('invalid', 'column_twice', 'Two columns are mapped to the same field', {
      field: 'columns',
    });
  }
  if (said.includes('email') || isDryRun) return undefined;
  return refuse('invalid', 'no_email_column', 'Choose which column has the email address', {
    field: 'columns',
  });
}

function reportOf(table: Table, columns: Columns, planned: readonly PlannedRow[]): ImportReport {
  return {
    delimiter: table.delimiter,
    columns: table.headers.map((header, index) => ({
      header,
      sample: (table.rows.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '').slice(
        0,
        80,
      ),
      field: columns[index] ?? null,
    })),
    counts: countRows(planned),
    rows: planned.map((row) => ({
      line: row.line,
      outcome: row.outcome,
      name: row.name,
      email: row.email,
      reason: row.outcome === 'failed' ? row.reason : null,
    })),
  };
}
