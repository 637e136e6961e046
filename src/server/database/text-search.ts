import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether one of the columns contains a text, ignoring case and taking `%`, `_` and `\` literally;
 * undefined without a search term.
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
 * Whether the trigram index can be used. For shorter terms it would return everything, which is
 * slower than a scan; they are written so that the index is not used.
 */
export function canUseIndex(term: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(term);
}
