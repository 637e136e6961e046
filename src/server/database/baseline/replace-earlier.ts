/**
 * The first release begins with a baseline: the schema as 80 earlier migrations had left it. A database, a backup or an
 * archive that has all of them counts as one with the baseline.
 */
import { createHash } from 'node:crypto';
import { type AppliedMigration, MigrationError } from '../migration-files.ts';

const earlier = {
  count: 80,
  newest: '0080_asks_and_hidden_names.sql',
  /** SHA-256 over a line for each: its name and checksum. */
  digest: '38576cb5cde2091a2da32bd1996144cd6f79ef0267198679e0b938cb5ec548de',
  /** The last one that has their files. No release did. */
  commit: 'c33ddafb',
};
const newestOfBaseline = 114;

/** What of the migrations, which follow one another, the baseline consists of. */
export function selectBaseline<T extends AppliedMigration>(migrations: readonly T[]): readonly T[] {
  return migrations.filter(({ version }) => version <= newestOfBaseline);
}

/**
 * The applied migrations, with the baseline of `known` in place of all earlier ones. Throws a `MigrationError` that
 * begins with `what` unless they are exactly those, or none.
 */
export function replaceEarlier(
  applied: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
  what = 'The database',
): readonly AppliedMigration[] {
  const first = known[0]?.version ?? 1;
  if (applied.every(({ version }) => version >= first)) return applied;
  const inOrder = applied.toSorted((one, other) => one.version - other.version);
  const lines = inOrder.map(({ name, checksum }) => `${name} ${checksum}\n`);
  if (createHash('sha256').update(lines.join('')).digest('hex') === earlier.digest) {
    return selectBaseline(known);
  }
  const newest = inOrder.at(-1)?.name ?? '';
  if (inOrder.length < earlier.count) {
    throw new MigrationError(
      'too_old',
      `${what} is from before the first release: its last migration is ${newest}. First start the commit ${earlier.commit} of Chapter Hub with it, which migrates it to ${earlier.newest}.`,
    );
  }
  throw new MigrationError(
    'changed',
    `${what} is from before the first release, and its ${inOrder.length} migrations up to ${newest} are not those that Chapter Hub had.`,
  );
}
