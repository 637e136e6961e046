import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type Content, hashPicture, toPictureContent } from '#server/http/content.ts';
import type { Context } from '#server/http/serve.ts';
import { readLogo } from '../logo.ts';
import type { logoCalls, SavedLogo } from '../logo-contract.ts';

export async function readChapterLogo(
  db: Db,
  chapterId: Id<'chapter'>,
  hash: string,
): Promise<Result<Content>> {
  const logo = await db
    .selectFrom('chapter_logo')
    .select(['media_type as type', 'content'])
    .where('chapter_id', '=', chapterId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!logo) return notFound('Logo');
  return ok(toPictureContent(logo.type, logo.content, hash));
}

export async function changeLogo({
  tx,
  caller,
  body,
  now,
  newId,
}: Context<typeof logoCalls.change>): Promise<Result<SavedLogo>> {
  const read = readLogo(body);
  if (!read.ok) return read;
  const { chapterId } = caller;
  const { type, width, height } = read.value;
  const hash = hashPicture(body);
  const before = await replaceHash(tx, chapterId, hash);
  const kept = { hash, media_type: type, content: Buffer.from(body), updated_at: now };
  await tx
    .insertInto('chapter_logo')
    .values({ chapter_id: chapterId, ...kept })
    .onConflict((conflict) => conflict.column('chapter_id').doUpdateSet(kept))
    .execute();
  const after = { hash, mediaType: type, width, height };
  await auditWork(
    { tx, caller, now, newId },
    { action: 'chapter.logo', kind: 'chapter', id: chapterId, before, after },
  );
  return ok(after);
}

export async function removeLogo({
  tx,
  caller,
  now,
  newId,
}: Context<typeof logoCalls.remove>): Promise<Result<undefined>> {
  const { chapterId } = caller;
  const before = await replaceHash(tx, chapterId, null);
  if (before.hash === null) return ok(undefined);
  await tx.deleteFrom('chapter_logo').where('chapter_id', '=', chapterId).execute();
  await auditWork(
    { tx, caller, now, newId },
    { action: 'chapter.logo', kind: 'chapter', id: chapterId, before, after: { hash: null } },
  );
  return ok(undefined);
}

/** Returns the previous hash. Locks the chapter to order concurrent changes. */
async function replaceHash(
  tx: Tx,
  chapterId: Id<'chapter'>,
  hash: string | null,
): Promise<{ hash: string | null }> {
  const before = await tx
    .selectFrom('chapter')
    .select('logo_hash as hash')
    .where('id', '=', chapterId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('chapter').set({ logo_hash: hash }).where('id', '=', chapterId).execute();
  return before;
}
