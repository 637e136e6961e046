import { ownDataCall } from '#features/identity/own-data-contract.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { formatDay, type Instant, instantToDay } from '#kit/day.ts';
import { ok } from '#kit/result.ts';
import { sealForReader } from '#server/audit/audit-chain.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { createZipInMemory } from '#server/chapter-archive/zip-writer.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type Content, hashPicture } from '#server/http/content.ts';
import { createConcurrencyLimit, doInSlot } from '#server/http/limits/concurrency-limit.ts';
import type { Api } from '#server/http/serve.ts';
import { formatIndexPage, type Listed } from '../chapter-archive/index-page.ts';
import { readNames, readRows, toCsv, toJson } from './read-own-sheets.ts';

/** A connection is cut after 20 s without a byte, and no one knows what a page without an answer is doing. */
const maxWait = 8_000;

/** `sheets` are what every feature has of a member's own. */
export function ownDataRoutes(
  api: Api,
  sheets: readonly Sheet[],
  maxWaitMilliseconds = maxWait,
): void {
  // Each holds a connection for as long as it reads everything: one person asks for one at a time, and all
  // people together leave most connections to everyone else.
  const ofPerson = createConcurrencyLimit(1, { maxWaitMilliseconds });
  const ofAll = createConcurrencyLimit(2, { maxWaitMilliseconds });
  api.serveContent(ownDataCall, ({ db, caller, now }) =>
    doInSlot(ofPerson, caller.accountId, () =>
      doInSlot(ofAll, 'all', async () => ok(await writeOwnData(db, caller, now, sheets))),
    ),
  );
}

/** All of one moment. Read row by row; what stays in memory is compressed. */
async function writeOwnData(
  db: Db,
  caller: MemberCaller,
  now: Instant,
  sheets: readonly Sheet[],
): Promise<Content> {
  // Records say what they are about only once they are linked.
  await sealForReader(db, caller, now);
  const body = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => zipOwnData(tx, caller, now, sheets));
  return {
    type: 'application/zip',
    body,
    etag: `"${hashPicture(body)}"`,
    headers: {
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="My data ${instantToDay(now, caller.timeZone)}.zip"`,
    },
  };
}

async function zipOwnData(
  tx: Tx,
  { chapterId, memberId, timeZone }: MemberCaller,
  now: Instant,
  sheets: readonly Sheet[],
): Promise<Buffer> {
  // To the day, so that the same data is the same file.
  const today = instantToDay(now, timeZone);
  const zip = createZipInMemory(today);
  try {
    const parameters = [chapterId, memberId];
    const listed: Listed[] = [];
    for (const { query, ...sheet } of sheets) {
      const names = await readNames(tx, query, parameters);
      let rows = 0;
      const count = (more: number) => {
        rows += more;
      };
      const path = `csv/${sheet.name}.csv`;
      await zip.add(path, toCsv(names, readRows(tx, query, parameters), count));
      await zip.add(`json/${sheet.name}.json`, toJson(readRows(tx, query, parameters)));
      listed.push({ title: sheet.title, about: sheet.about, path, rows });
    }
    const photo = await tx
      .selectFrom('member_photo')
      .select(['content', 'media_type'])
      .where('chapter_id', '=', chapterId)
      .where('member_id', '=', memberId)
      .executeTakeFirst();
    if (photo) {
      await zip.add(`photo.${photo.media_type === 'image/webp' ? 'webp' : 'jpg'}`, [photo.content]);
    }
    const chapter = await tx
      .selectFrom('chapter')
      .select('name')
      .where('id', '=', chapterId)
      .executeTakeFirstOrThrow();
    const page = formatIndexPage({
      title: `Your data in the ${chapter.name} chapter`,
      intro: [
        `What was yours in Chapter Hub on ${formatDay(today)}. Passwords, passkeys and other ways to sign in are not in it; receipts stay with their expenses and transactions, files with their events, and documents in their folders.`,
        'The CSV files open in any spreadsheet. Text that a spreadsheet would take for a formula begins with an apostrophe. The folder json has the same for programs.',
      ],
      listed,
    });
    await zip.add('index.html', [page]);
    await zip.end();
    return zip.content();
  } catch (error) {
    zip.abort(error as Error);
    throw error;
  }
}
