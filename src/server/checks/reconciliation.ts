/**
 * Compares every figure with its source, stores differences for all servers, and lets the operator
 * explain them.
 */
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import type { Db } from '../database/db.ts';
import { withLongTimeout } from '../database/with-client.ts';
import { forEachChapter } from './each-chapter.ts';

export type Difference = {
  chapterId: Id<'chapter'>;
  check: string;
  subjectId: string;
  expected: string;
  actual: string;
};

export type FoundDifference = Difference & {
  /** The operator has explained it. */
  isExplained: boolean;
};

/** Safe to publish: contains no figures, ids or chapters. */
export type FiguresSummary = {
  /** Unexplained differences, and the names of the checks that found them. */
  unexplained: number;
  checks: string[];
  explained: number;
};

/**
 * Which chapters are checked: those whose figures may be others than those that were proved; with them, those
 * whose proof is a week old; or all.
 */
export type FiguresScope = 'moved' | 'due' | 'all';

const chaptersOf: Record<FiguresScope, string> = {
  moved: 'has_moved',
  // A night early, so that none is a week old before the next one. What is proved in the future is no proof.
  due: `has_moved or proved_at not between now() - interval '6 days' and now()`,
  all: 'true',
};

export type FiguresOptions = {
  readonly scope?: FiguresScope;
  readonly signal?: AbortSignal | undefined;
  /** Called with what a chapter has, which is not kept. */
  readonly onFound: (found: FoundDifference) => void;
};

/**
 * Checks the figures of one chapter after the other, in a transaction for each, and stores the differences: every
 * server on this database then refuses to move money in the affected chapters until each difference is explained or
 * gone. Where something differs a chapter is always checked, so that all differences that exist are found.
 */
export async function checkChapters(
  url: string,
  now: Instant,
  { scope = 'all', signal, onFound }: FiguresOptions,
): Promise<void> {
  await withLongTimeout(
    url,
    async (client) => {
      const chapters = await client.query<{ chapter_id: string }>(
        `select chapter_id from hub.chapter_figures where ${chaptersOf[scope]}
        order by has_moved desc, proved_at nulls first, chapter_id`,
      );
      const ids = chapters.rows.map(({ chapter_id }) => chapter_id);
      await forEachChapter(ids, signal, async (id) => {
        const { rows } = await client.query('select * from hub.check_figures($1, $2)', [id, now]);
        for (const row of rows) onFound({ ...toDifference(row), isExplained: row.is_explained });
      });
    },
    signal,
  );
}

/** Checks all figures of all chapters; every difference there is. */
export async function checkFigures(url: string, now: Instant): Promise<FoundDifference[]> {
  const found: FoundDifference[] = [];
  await checkChapters(url, now, { onFound: (difference) => found.push(difference) });
  return found;
}

/**
 * Explains every current difference and no other: if figures drift further apart, that is a new
 * one. Requires the rights of the tables' owner. Returns what it explained.
 */
export async function explainDifferences(
  ownerUrl: string,
  explained: { readonly why: string; readonly by: string; readonly now: Instant },
): Promise<Difference[]> {
  await checkFigures(ownerUrl, explained.now);
  return withLongTimeout(ownerUrl, async (client) => {
    const { rows } = await client.query(
      `insert into hub.reconciliation_explanation
        (chapter_id, check_name, subject_id, gap, expected, actual, why, explained_by, explained_at)
      select chapter_id, check_name, subject_id, gap, expected, actual, $1, $2, $3
      from hub.unexplained_difference
      returning *`,
      [explained.why, explained.by, explained.now],
    );
    return rows.map(toDifference);
  });
}

/** Result of the last check by any server. A single statement, because readiness waits for it. */
export async function summarizeFigures(db: Db): Promise<FiguresSummary> {
  const found = await db
    .selectFrom('reconciliation_finding as f')
    .leftJoin('reconciliation_explanation as e', (join) =>
      join
        .onRef('e.chapter_id', '=', 'f.chapter_id')
        .onRef('e.check_name', '=', 'f.check_name')
        .onRef('e.subject_id', '=', 'f.subject_id')
        .onRef('e.gap', '=', 'f.gap'),
    )
    .select((row) => [
      'f.check_name',
      row.fn.countAll<number>().as('all'),
      row.fn.count<number>('e.why').as('explained'),
    ])
    .groupBy('f.check_name')
    .orderBy('f.check_name')
    .execute();
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const unexplained = found.filter(({ all, explained }) => all > explained);
  return {
    unexplained: sum(unexplained.map(({ all, explained }) => all - explained)),
    checks: unexplained.map(({ check_name }) => check_name),
    explained: sum(found.map(({ explained }) => explained)),
  };
}

function toDifference(row: Record<string, string>): Difference {
  return {
    chapterId: toId(String(row.chapter_id)),
    check: String(row.check_name),
    subjectId: String(row.subject_id),
    expected: String(row.expected),
    actual: String(row.actual),
  };
}
