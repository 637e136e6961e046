/** Takes over a database that the migrations before the baseline made. */
import type pg from 'pg';
import { type AppliedMigration, MigrationError, type MigrationFile } from '../migration-files.ts';
import { describeSchema } from './describe-schema.ts';
import { replaceEarlier, selectBaseline } from './replace-earlier.ts';

const schemas = ['auth', 'hub', 'jobs'];
const maxShown = 10;
const maxWidth = 200;

/**
 * Replaces the records of the earlier migrations by those of the baseline, and returns these; none if the database has
 * no earlier ones. Throws a `MigrationError` unless its schema is exactly what the baseline makes, which `make` does
 * beside no data: all of it is taken back. Requires a transaction.
 */
export async function adoptBaseline(
  client: pg.Client,
  {
    applied,
    files,
    make,
  }: {
    readonly applied: readonly AppliedMigration[];
    readonly files: readonly MigrationFile[];
    readonly make: (baseline: readonly MigrationFile[]) => Promise<void>;
  },
): Promise<readonly MigrationFile[]> {
  if (replaceEarlier(applied, files) === applied) return [];
  const baseline = selectBaseline(files);
  const found = await describeOwn(client);
  await client.query(`savepoint found; drop schema ${schemas.join(', ')} cascade`);
  await make(baseline);
  const expected = await describeOwn(client);
  await client.query('rollback to savepoint found');
  refuseDifferent(found, expected);
  await client.query('delete from hub.migration');
  for (const { version, name, checksum } of baseline) {
    await client.query('insert into hub.migration (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
  }
  return baseline;
}

/** Without what operators may have changed: owners and rights, and versions of extensions. */
async function describeOwn(client: pg.Client): Promise<string[]> {
  const lines = await describeSchema(client, schemas);
  return lines.filter((line) => !/^(rights|extension) /.test(line));
}

function refuseDifferent(found: readonly string[], expected: readonly string[]): void {
  const differing = [
    ...subtract(found, expected).map((line) => `+ ${line}`),
    ...subtract(expected, found).map((line) => `- ${line}`),
  ];
  if (differing.length === 0) return;
  const shown = differing
    .slice(0, maxShown)
    .map((line) => line.replaceAll(/\s+/g, ' ').slice(0, maxWidth));
  throw new MigrationError(
    'changed',
    `The tables of this database were changed by hand. Undo that first (+ is too much, - is missing):\n${shown.join('\n')}`,
  );
}

function subtract(lines: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return lines.filter((line) => !known.has(line));
}
