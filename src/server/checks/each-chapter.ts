import pg from 'pg';

/**
 * Does this for one chapter after the other. What the database refuses of one does not keep it from the others: it is
 * thrown in the end.
 */
export async function forEachChapter(
  chapterIds: readonly string[],
  signal: AbortSignal | undefined,
  act: (chapterId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const chapterId of chapterIds) {
    signal?.throwIfAborted();
    await act(chapterId).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
      failures.push(error);
    });
  }
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, 'chapters could not be checked');
}
