/**
 * Compares every figure with its source, stores differences for all servers, and lets the operator
 * explain them.
 */

import type pg from 'pg';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import type { Db } from '../database/db.ts';
import { withLongTimeout } from '../database/with-client.ts';

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
 * Checks all figures of all chapters and stores the differences: every server on this database then
 * refuses to move money in the affected chapters until each difference is explained or gone.
 */
export async function checkFigures(
  url: string,
  now: Instant,
  signal?: AbortSignal,
): Promise<FoundDifference[]> {
  return withLongTimeout(url, (client) => check(client, now), signal);
}

/**
 * Explains every current difference and no other: if figures drift further apart, that is a new
 * one. Requires the rights of the tables' owner. Returns what it explained.
 */
export async function explainDifferences(
  ownerUrl: string,
  said: { readonly why: string; readonly by: string; readonly now: Instant },
): Promise<Difference[]> {
  return withLongTimeout(ownerUrl, async (client) => {
    await client.query('begin');
    await check(client, said.now);
    const { rows } = await client.query(
      `insert into hub.reconciliation_explanation
        (chapter_id, check_name, subject_id, gap, expected, actual, why, explained_by, explained_at)
      select chapter_id, check_name, subject_id, gap, expected, actual, $1, $2, $3
      from hub.unexplained_difference
      returning *`,
      [said.why, said.by, said.now],
    );
    await client.query('commit');
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

async function check(client: pg.Client, now: Instant): Promise<FoundDifference[]> {
  const { rows } = await client.query(
    'select * from hub.check_figures($1) order by check_name, chapter_id, subject_id',
    [now],
  );
  return rows.map((row) => ({ ...toDifference(row), isExplained: row.is_explained }));
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
