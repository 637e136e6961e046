/** Importing members from a file. Separate because only the admins' dialog needs it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { text } from '#kit/text.ts';
import { importFields, maxFileLength } from './import.ts';

const columnField = z.nullable(z.enum(importFields));

const importedRow = z.object({
  /** Line number in the file, starting at 1. */
  line: z.int(),
  outcome: z.enum(['new', 'changed', 'unchanged', 'failed']),
  name: z.string(),
  email: z.string(),
  /** Why the row is not imported. */
  reason: z.nullable(z.string()),
  /** What of the row is left out, and why. */
  lost: z.array(z.string()),
  /** What of a member changes. */
  changes: z.array(
    z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
  ),
});
export type ImportedRow = z.output<typeof importedRow>;

const importReport = z.object({
  /** Empty for vCards. */
  delimiter: z.string(),
  columns: z.array(z.object({ header: z.string(), sample: z.string(), field: columnField })),
  counts: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), failed: z.int() }),
  rows: z.array(importedRow),
});
export type ImportReport = z.output<typeof importReport>;

export const importCalls = {
  /**
   * Skips and reports invalid rows; imports all others or none. Members are matched by address, so
   * that importing a file twice changes nothing. 422 `not_csv`, `too_many_rows`, `no_email_column`;
   * 409 `address_taken`.
   */
  import: endpoint({
    method: 'POST',
    path: '/members/import',
    tag: 'Members',
    summary: 'Import members from a table or vCards, or preview the import',
    policy: 'admin',
    body: z.strictObject({
      text: text(maxFileLength, 'Must be at most 1 MB'),
      /** The field of each column; guessed from the headers if omitted. */
      columns: z.optional(z.array(columnField).check(z.maxLength(100))),
      isDryRun: z.boolean(),
    }),
    reply: importReport,
    status: 200,
    // JSON writes a character in up to six bytes.
    maxBodyBytes: 6 * maxFileLength + 4_096,
  }),
};
