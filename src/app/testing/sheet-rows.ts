import { sql } from 'kysely';
import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { ownSheets, sheets } from '../server/areas.ts';

/** The rows of a sheet in the archive of this person's chapter and in what they take along; none if it has none. */
export async function readSheetRows(
  hub: TestHub,
  { chapterId, memberId }: TestPerson,
  name: string,
): Promise<{ archived: object[]; own: object[] }> {
  const read = async (query: string | undefined) => {
    if (query === undefined) return [];
    const text = query.replaceAll('$1', `'${chapterId}'`).replaceAll('$2', `'${memberId}'`);
    const { rows } = await sql<{ row: object }>`
      select row_to_json(sheet) as row from (${sql.raw(text)}) sheet`.execute(hub.db);
    return rows.map(({ row }) => row);
  };
  return {
    archived: await read(sheets.find((sheet) => sheet.name === name)?.query),
    own: await read(ownSheets.find((sheet) => sheet.name === name)?.query),
  };
}
