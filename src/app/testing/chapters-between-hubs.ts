/** Chapters that go from one server of a test to another. */
import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { issueToken } from '#features/identity/server/tokens/bearer-token.ts';
import { toInstant } from '#kit/day.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { readChapterTables } from '#server/chapter-archive/chapter-tables.ts';
import { importArchive } from '#server/chapter-archive/import-archive.ts';
import { writeArchive } from '#server/chapter-archive/write-archive.ts';
import { newId } from '#server/database/ids.ts';
import { writeReadableParts } from '../server/chapter-archive/readable-parts.ts';
import { withClient } from './database.ts';
import { callApp, type Sent, startTestHub, type TestHub, type TestPerson } from './hub.ts';
import { createFixtures } from './matrix/fixtures.ts';

export const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00.123Z'));

export const archiveOf = (chapterId: string, path: string) => ({
  chapterId,
  path,
  hubVersion: '1.2.3',
  now,
  readElsewhere: copyContents(undefined),
  readableParts: (client: pg.Client, chapter: { id: string; name: string }) =>
    writeReadableParts(client, chapter, { now, fileBucket: undefined }),
});

export const exportChapter = (
  path: string,
  chapterId: string,
  { ownerUrl }: { readonly ownerUrl: string },
) => writeArchive(ownerUrl, archiveOf(chapterId, path));

export const intoDatabase = ({ ownerUrl }: { ownerUrl: string }) => ({
  ownerUrl,
  passwordHash: 'of no password',
  vouchedEmails: [],
  now,
  newId,
});

export const importInto = (path: string, database: { ownerUrl: string }) =>
  importArchive(path, intoDatabase(database));

/** Another server with a chapter and accounts of its own. */
export async function elsewhere(): Promise<TestHub> {
  const other = await startTestHub();
  onTestFinished(other.close);
  await createFixtures(other, 'Before');
  await checkAudit(other.database.ownerUrl, now);
  return other;
}

/** Every row of the chapter, and of every other, with emails for ids of accounts. */
export async function contentOf(url: string, chapterId: string, isOther = false) {
  return withClient(url, async (client) => {
    const content: Record<string, string> = {};
    for (const table of await readChapterTables(client)) {
      const columns = table.columns.map((column) =>
        table.accountColumns.includes(column)
          ? `(select email from auth.account a where a.id = t.${column}) as ${column}`
          : column,
      );
      const { rows } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as it
        from (select ${columns.join(', ')} from ${table.name} t
          where (${table.chapterColumn} = '${chapterId}') <> ${isOther}) t`,
      );
      content[table.name] = rows[0].it;
    }
    return content;
  });
}

/** The member of a chapter that came to `target`. */
export async function signInThere(
  target: TestHub,
  { chapterId, memberId }: Pick<TestPerson, 'chapterId' | 'memberId'>,
) {
  const sessionId = newId();
  const accountId = await withClient(target.database.ownerUrl, async (client) => {
    const { rows } = await client.query(
      'select account_id as id from hub.member where chapter_id = $1 and id = $2',
      [chapterId, memberId],
    );
    await client.query(
      `insert into auth.session (id, expires_at, token, last_used_at, account_id, active_chapter_id)
      values ($1, now() + interval '1 day', $1, now(), $2, $3)`,
      [sessionId, rows[0].id, chapterId],
    );
    return String(rows[0].id);
  });
  const { token } = await issueToken(target.identity, {
    accountId,
    sessionId,
    chapterId,
    lifetimeSeconds: 3_600,
  });
  return {
    memberId,
    call: <E extends Endpoint>(endpoint: E, sent?: Sent<E>) =>
      callApp(target.app, endpoint, { authorization: `Bearer ${token}` }, sent),
  };
}
