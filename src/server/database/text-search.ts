import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fold } from '#kit/fold.ts';
import { planAnew } from './pool-clients.ts';

/** What has more was pasted from the text that is looked for. */
const maxWords = 8;

/**
 * Whether the columns contain each word of a text, in any order, or a text of many words as it stands, folded as all
 * searches are (`src/kit/fold.ts`) and taking `%`, `_` and `\` literally; undefined without a search term. The indexes
 * have the same expression.
 */
export function matching(
  searchTerm: string | undefined,
  columns: readonly string[],
): RawBuilder<SqlBool> | undefined {
  const term = fold(searchTerm ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (!term) return undefined;
  const words = [...new Set(term.split(' '))];
  // An index finds short words only where they stand together, and each word is one more look at every row.
  const parts = words.length <= maxWords && words.some(canUseIndex) ? words : [term];
  return sql`(${sql.join(
    parts.map((part) => containing(part, columns)),
    sql` and `,
  )})`;
}

function containing(term: string, columns: readonly string[]): RawBuilder<SqlBool> {
  const texts = columns.map((column) => sql`coalesce(${sql.ref(column)}, '')`);
  const words = sql`hub.folded(${sql.join(texts, sql` || e'\\n' || `)})`;
  if (!canUseIndex(term)) return sql<SqlBool>`strpos(${words}, hub.folded(${term}::text)) > 0`;
  const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${words} like hub.folded(${pattern}::text) ${sql.raw(planAnew)}`;
}

/**
 * Whether the trigram index can be used. For shorter terms it would return everything, which is
 * slower than a scan; they are written so that the index is not used.
 */
export function canUseIndex(term: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(term);
}
