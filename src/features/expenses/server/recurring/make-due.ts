/**
 * Makes the expenses that are due, every night. Each is made in one transaction with the move of its
 * recurring expense to the next day, under a lock; whatever runs twice, late or is killed halfway makes
 * it once. What is refused stays due, says why, and is tried again the next night.
 */
import { type ChapterOfJob, listChapters } from '#features/chapters/server/store.ts';
import { findMember, ordinaryMember } from '#features/members/server/store.ts';
import { type Day, type Instant, instantToDay, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { afterMaking, nextDay } from '../../recurring/schedule.ts';
import { checkOutcome, validateNewExpense } from '../create.ts';
import { logInTransaction } from '../log-expenses.ts';
import { findDue, lockDue, type StoredRecurring, saveRecurring } from './recurring-store.ts';

/** How many missed days of one recurring expense are made in one night. */
export const maxMadeAtOnce = 12;

type Job = {
  readonly db: Db;
  readonly now: Instant;
  readonly newId: NewId;
  readonly signal?: AbortSignal;
};
type Made = { readonly made: number; readonly refused: number };

/** A bug with one does not keep the others from being made; it is thrown at the end. */
export async function makeDueExpenses(job: Job): Promise<Made> {
  const all = { made: 0, refused: 0 };
  const errors: unknown[] = [];
  for (const chapter of await listChapters(job.db)) {
    const result = await makeDueInChapter(job, chapter);
    all.made += result.made;
    all.refused += result.refused;
    errors.push(...result.errors);
  }
  if (errors.length > 0) throw new AggregateError(errors, 'recurring expenses could not be made');
  return all;
}

export async function makeDueInChapter(
  job: Job,
  chapter: ChapterOfJob,
): Promise<Made & { readonly errors: readonly unknown[] }> {
  const today = instantToDay(job.now, chapter.timeZone);
  const all = { made: 0, refused: 0, errors: [] as unknown[] };
  for (const id of await findDue(job.db, chapter.id, today)) {
    job.signal?.throwIfAborted();
    try {
      const result = await catchUp(job, chapter, today, id);
      all.made += result.made;
      all.refused += result.refused;
    } catch (error) {
      all.errors.push(error);
    }
  }
  return all;
}

async function catchUp(
  job: Job,
  chapter: ChapterOfJob,
  today: Day,
  id: Id<'recurring'>,
): Promise<Made> {
  for (let made = 0; made < maxMadeAtOnce; made += 1) {
    job.signal?.throwIfAborted();
    const result = await inTransaction(job.db, (tx) => makeNext(tx, job, chapter, today, id));
    if (!result.ok) {
      // Records that are busy do not make the expense wrong.
      if (result.refusal.code === 'busy') throw new Error(`recurring expense ${id} is busy`);
      await keepFailure(job, chapter.id, today, id, result);
      return { made, refused: 1 };
    }
    if (!result.value) return { made, refused: 0 };
  }
  return { made: maxMadeAtOnce, refused: 0 };
}

/** False if there is nothing to make. */
async function makeNext(
  tx: Tx,
  { now, newId }: Job,
  chapter: ChapterOfJob,
  today: Day,
  id: Id<'recurring'>,
): Promise<Result<boolean>> {
  const stored = await lockDue(tx, chapter.id, today, id);
  const day = stored && nextDay(stored.schedule);
  if (!stored || day === null || day === undefined) return ok(false);
  if (await hasUnexplainedFigures(tx, chapter.id)) return figuresDiffer;
  const author = await findMember(tx, chapter.id, ordinaryMember, stored.savedBy);
  if (author?.status !== 'active') return authorLeft(author?.displayName ?? 'Its author');
  const { role } = author;
  const caller = { chapterId: chapter.id, memberId: stored.savedBy, role, policy: chapter.policy };
  const expense = await validateNewExpense(
    { db: tx, caller, now, newId, createdBy: stored.createdBy },
    {
      ...stored.template,
      expenseDate: localToInstant(`${day}T${stored.localTime}`, chapter.timeZone),
      receiptIds: [],
    },
  );
  if (!expense.ok) return expense;
  const logged = await logInTransaction(tx, {
    chapterId: chapter.id,
    actorId: null,
    logged: {
      expense: { ...expense.value, recurringId: id, recurringDay: day },
      auditId: newId(),
      reply: { status: 201, etag: null, reply: null },
    },
  });
  if (!logged.ok) return logged;
  const refused = checkOutcome(logged.value.outcome);
  if (refused) return refused;
  await saveRecurring(tx, chapter.id, {
    ...stored,
    schedule: afterMaking(stored.schedule),
    failure: null,
    updatedAt: now,
    version: stored.version + 1,
  });
  return ok(true);
}

/** Keeps the version: a member who is about to mend it has seen all there is to see. */
async function keepFailure(
  { db, now }: Job,
  chapterId: Id<'chapter'>,
  today: Day,
  id: Id<'recurring'>,
  { refusal: { code, message } }: Refused,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored: StoredRecurring | undefined = await lockDue(tx, chapterId, today, id);
    const failure = { code, message, at: now };
    if (stored) await saveRecurring(tx, chapterId, { ...stored, failure });
    return ok(undefined);
  });
}

async function hasUnexplainedFigures(tx: Tx, chapterId: Id<'chapter'>): Promise<boolean> {
  const found = await tx
    .selectFrom('unexplained_difference')
    .select('chapter_id')
    .where('chapter_id', '=', chapterId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const figuresDiffer = refuse(
  'not-ready',
  'figures_differ',
  'Balances need review, so money changes are paused',
);

function authorLeft(name: string): Refused {
  const message = `${name}, who saved this last, is no longer an active member`;
  return refuse('forbidden', 'author_left', message);
}
