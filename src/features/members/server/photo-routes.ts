import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type Content, hashPicture, toPictureContent } from '#server/http/content.ts';
import type { Api, Context } from '#server/http/serve.ts';
import { readPhoto } from '../photo.ts';
import { photoCalls } from '../photo-contract.ts';

export function photoRoutes(api: Api): void {
  api.serve(photoCalls.list, async ({ db, caller }) =>
    ok({ items: await selectPhotos(db, caller.chapterId).execute() }),
  );
  api.serveContent(photoCalls.read, ({ db, caller, params }) =>
    findPhoto(db, caller.chapterId, params),
  );
  api.serve(photoCalls.change, (context) => changePhoto(context));
  api.serve(photoCalls.remove, (context) => removePhoto(context));
}

/** Of active members. */
function selectPhotos(db: Db, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('member_photo as photo')
    .innerJoin('member', (join) =>
      join
        .onRef('member.chapter_id', '=', 'photo.chapter_id')
        .onRef('member.id', '=', 'photo.member_id'),
    )
    .select(['photo.member_id as memberId', 'photo.hash'])
    .where('photo.chapter_id', '=', chapterId)
    .where('member.status', '=', 'active');
}

async function findPhoto(
  db: Db,
  chapterId: Id<'chapter'>,
  { memberId, photoHash }: { memberId: Id<'member'>; photoHash: string },
): Promise<Result<Content>> {
  const photo = await selectPhotos(db, chapterId)
    .select(['photo.media_type as type', 'photo.content'])
    .where('photo.member_id', '=', memberId)
    .where('photo.hash', '=', photoHash)
    .executeTakeFirst();
  return photo ? ok(toPictureContent(photo.type, photo.content, photoHash)) : notFound('Photo');
}

const notYours = refuse(
  'forbidden',
  'not_yours',
  'Only this member can choose their photo; admins can remove it',
);

async function changePhoto({
  tx,
  caller,
  params: { memberId },
  body,
  now,
  newId,
}: Context<typeof photoCalls.change>) {
  const { chapterId } = caller;
  const before = await lockPhoto(tx, chapterId, memberId);
  if (!before) return notFound('Member');
  if (memberId !== caller.memberId) return notYours;
  const read = readPhoto(body);
  if (!read.ok) return read;
  const hash = hashPicture(read.value.content);
  if (before.photo === hash) return ok({ memberId, hash });
  const kept = {
    hash,
    media_type: read.value.type,
    content: Buffer.from(read.value.content),
    updated_at: now,
  };
  await tx
    .insertInto('member_photo')
    .values({ chapter_id: chapterId, member_id: memberId, ...kept })
    .onConflict((conflict) => conflict.columns(['chapter_id', 'member_id']).doUpdateSet(kept))
    .execute();
  await auditWork(
    { tx, caller, now, newId },
    { action: 'member.photo', kind: 'member', id: memberId, before, after: { photo: hash } },
  );
  return ok({ memberId, hash });
}

async function removePhoto({
  tx,
  caller,
  params: { memberId },
  now,
  newId,
}: Context<typeof photoCalls.remove>) {
  const { chapterId } = caller;
  const before = await lockPhoto(tx, chapterId, memberId);
  if (!before) return notFound('Member');
  if (memberId !== caller.memberId && !roleSuffices(caller.role, 'admin')) return notYours;
  if (before.photo === null) return ok(undefined);
  await tx
    .deleteFrom('member_photo')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .execute();
  await auditWork(
    { tx, caller, now, newId },
    { action: 'member.photo', kind: 'member', id: memberId, before, after: { photo: null } },
  );
  return ok(undefined);
}

/**
 * The hash of an active member's photo. Locks the member to order concurrent changes, so that a member who is
 * being removed meanwhile gets no photo any more.
 */
async function lockPhoto(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<{ photo: string | null } | undefined> {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .where('status', '=', 'active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) return undefined;
  const photo = await tx
    .selectFrom('member_photo')
    .select('hash')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return { photo: photo?.hash ?? null };
}
