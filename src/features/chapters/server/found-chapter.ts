/** The one way a chapter comes into being, whoever founds it. */
import type { Id } from '#kit/id.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { insertChapter, type Joining, joinChapter, type NewChapter } from './chapter-store.ts';

/** What other features give a chapter at birth, such as its main calendar. */
export type PrepareChapter = (tx: Tx, chapter: NewChapter, context: WriteContext) => Promise<void>;

/** Who becomes its first admin at once; somebody else is invited afterwards. */
export type Founder = Omit<Joining, 'chapterId' | 'role'>;

/**
 * Makes the chapter, all that other features give it at birth, and its first admin where that is
 * somebody with an account. On record in the chapter itself, which nobody else reads.
 */
export async function foundChapter(
  tx: Tx,
  prepareChapter: PrepareChapter,
  chapter: NewChapter,
  founder: Founder | undefined,
  context: WriteContext,
): Promise<Id<'member'> | undefined> {
  await insertChapter(tx, chapter, context.now);
  await prepareChapter(tx, chapter, context);
  const memberId =
    founder &&
    (await joinChapter(tx, { ...founder, chapterId: chapter.id, role: 'admin' }, context));
  await audit(
    tx,
    { chapterId: chapter.id, memberId: memberId ?? null, ...context },
    { action: 'chapter.create', kind: 'chapter', id: chapter.id, after: chapter },
  );
  return memberId;
}

/**
 * Whether a chapter has this name, in any case: two of the same could not be told apart by who
 * switches between them. Asked one after the other, so that two at once do not both hear no.
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
