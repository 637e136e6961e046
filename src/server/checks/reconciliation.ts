/** Whether every figure adds up: asked from scratch, kept for all servers, explained by the operator. */

import pg from 'pg';
import type { Instant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import type { Db } from '../database/db.ts';

export type Difference = {
  chapterId: Id<'chapter'>;
  check: string;
  subjectId: string;
  expected: string;
  actual: string;
};

export type FoundDifference = Difference & {
  /** The operator has said why it is there. */
  isExplained: boolean;
};

/** What anybody may know: no figure, no id, no chapter. */
export type FiguresSummary = {
  /** Differences that nobody has explained, and the names of the checks that found them. */
  unexplained: number;
  checks: string[];
  explained: number;
};

/** A check reads everything, so it takes its time. */
const limitMilliseconds = 600_000;

/**
 * Checks all figures, over all chapters, and keeps what differs: from then on every server on this
 * database refuses to move money in the chapters concerned, until each difference is explained or
 * gone.
 */
export async function checkFigures(
  url: string,
  now: Instant,
  signal?: AbortSignal,
): Promise<FoundDifference[]> {
  return withLongTimeout(url, (client) => check(client, now), signal);
}

/**
 * Explains every difference that is there now, and no other: figures that drift further apart are a
 * new one. Needs the rights of the tables' owner. Returns what it explained.
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

/** As of the last check, whichever server made it: one statement, which the first answer waits for. */
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

/** On a connection of its own: serving goes on beside it, and whoever gives up leaves at once. */
export async function withLongTimeout<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chapter-hub reconcile',
    connectionTimeoutMillis: 10_000,
    statement_timeout: limitMilliseconds,
    lock_timeout: limitMilliseconds,
  });
  // A connection lost between two statements shows in the next one.
  client.on('error', () => {});
  const leave = () => void client.end().catch(() => {});
  signal?.addEventListener('abort', leave);
  try {
    signal?.throwIfAborted();
    await client.connect();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', leave);
    await client.end().catch(() => {});
  }
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
