/** The pattern of `ilike` that finds a text anywhere, `%`, `_` and `\` taken as they are. */
export function containing(searchTerm: string | undefined): string | undefined {
  const term = searchTerm?.trim();
  return term ? `%${term.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
}
