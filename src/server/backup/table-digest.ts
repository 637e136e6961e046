import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BackedUpTable } from './manifest.ts';

const newline = 10;

/** Counts and hashes rows in PostgreSQL's text format, in which newlines only end rows. */
export class TableDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
      this.#rows += 1;
    }
  }

  finish(): Pick<BackedUpTable, 'rows' | 'sha256'> {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

async function digestRows(client: pg.Client, copySql: string) {
  const digest = new TableDigest();
  for await (const chunk of client.query(copyTo(copySql)) as AsyncIterable<Buffer>) {
    digest.add(chunk);
  }
  return digest.finish();
}

export type ChangedTable = {
  readonly name: string;
  readonly rows: number;
  /** Undefined if the table is not among them. */
  readonly expectedRows: number | undefined;
};

/** The first of the tables whose rows, as `toCopySql` copies them, are not the expected ones. */
export async function findChangedTable<Table extends { readonly name: string }>(
  client: pg.Client,
  tables: readonly Table[],
  expected: readonly Omit<BackedUpTable, 'columns'>[],
  toCopySql: (table: Table) => string,
): Promise<ChangedTable | undefined> {
  const expectedByName = new Map(expected.map((table) => [table.name, table]));
  for (const table of tables) {
    const { rows, sha256 } = await digestRows(client, toCopySql(table));
    const wanted = expectedByName.get(table.name);
    if (wanted?.rows === rows && wanted.sha256 === sha256) continue;
    return { name: table.name, rows, expectedRows: wanted?.rows };
  }
  return undefined;
}
