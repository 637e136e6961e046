/**
 * What migrations make that can be dropped without an error: searches become slow in silence, or a rule of
 * uniqueness ends. The statements that bring it back are their own. A later one of the same name
 * replaces the earlier.
 */
import { migrationsFolder } from '#server/config/paths.ts';
import { readMigrationFiles } from '#server/database/migration-files.ts';

export type Made = { readonly name: string; readonly statement: string };

export async function readMadeByMigrations(): Promise<{
  readonly extensions: readonly Made[];
  readonly indexes: readonly Made[];
}> {
  const files = await readMigrationFiles(migrationsFolder);
  const text = files.map(({ sql }) => sql).join('\n');
  const find = (pattern: RegExp) => {
    const found = [...text.matchAll(pattern)].map(([statement, name = '', schema = '']) => ({
      name: schema + name,
      statement: statement.replaceAll(/\s+/g, ' '),
    }));
    return [...new Map(found.map((made) => [made.name, made])).values()];
  };
  return {
    extensions: find(/^create extension if not exists (\w+)[^;]*;/gm),
    indexes: find(/^create (?:unique )?index (\w+)\s+on ((?:hub|auth)\.)[^;]*;/gm),
  };
}
