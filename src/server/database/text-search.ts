import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether one of the columns holds a text anywhere, in any case, `%`, `_` and `\` taken as they
 * are; undefined when nothing is searched for.
 */
export function matching(
  searchTerm: string | undefined,
  columns: readonly string[],
): RawBuilder<SqlBool> | undefined {
  const term = searchTerm?.trim();
  if (!term) return undefined;
  const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const holds = columns.map((column) =>
    canUseIndex(term)
      ? sql`${sql.ref(column)} ilike ${pattern}`
      : sql`strpos(lower(${sql.ref(column)}), lower(${term}::text)) > 0`,
  );
  return sql<SqlBool>`(${sql.join(holds, sql` or `)})`;
}

/**
 * The index knows texts by three letters of a word, or its last two. Asked for less it would give
 * everything, the slowest way there is; written otherwise, the question never gets to it.
 */
export function canUseIndex(term: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(term);
}
