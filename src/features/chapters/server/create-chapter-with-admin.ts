/** The only way chapters are created. */
import type { Id } from '#kit/id.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { insertChapter, type Joining, joinChapter, type NewChapter } from './chapter-store.ts';

/** Lets other features add what a chapter needs, such as its main calendar. */
export type PrepareChapter = (tx: Tx, chapter: NewChapter, context: WriteContext) => Promise<void>;

/** An account that becomes the first admin immediately; others are invited afterwards. */
export type FirstAdmin = Omit<Joining, 'chapterId' | 'role'>;

/**
 * Creates the chapter, what other features add to it, and its first admin if that is an account.
 * Audited in the new chapter itself.
 */
export async function createChapterWithAdmin(
  tx: Tx,
  prepareChapter: PrepareChapter,
  chapter: NewChapter,
  firstAdmin: FirstAdmin | undefined,
  context: WriteContext,
): Promise<Id<'member'> | undefined> {
  await insertChapter(tx, chapter, context.now);
  await prepareChapter(tx, chapter, context);
  const memberId =
    firstAdmin &&
    (await joinChapter(tx, { ...firstAdmin, chapterId: chapter.id, role: 'admin' }, context));
  await audit(
    tx,
    { chapterId: chapter.id, memberId: memberId ?? null, ...context },
    { action: 'chapter.create', kind: 'chapter', id: chapter.id, after: chapter },
  );
  return memberId;
}

/**
 * Whether a chapter has this name, ignoring case: people who switch chapters could not tell them
 * apart. Serialized, so that two concurrent creations cannot both pass.
 */
export async function isChapterNameTaken(tx: Tx, name: string): Promise<boolean> {
  await lockUntilCommit(tx, 'name a chapter');
  const found = await tx
    .selectFrom('chapter')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
