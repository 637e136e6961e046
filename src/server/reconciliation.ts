import type pg from 'pg';

export type Difference = {
  chapterId: string;
  check: string;
  subjectId: string;
  expected: string;
  actual: string;
};

/**
 * Every figure of the database that does not add up, over all chapters; none is the only right
 * answer. It reads everything, so it takes its time: the usual limit on a statement is lifted.
 */
export async function findDifferences(pool: pg.Pool): Promise<Difference[]> {
  const client = await pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`set local statement_timeout = '10min'`);
    const { rows } = await client.query(`
      select * from hub.reconciliation
      union all
      select * from hub.expense_reconciliation
      order by check_name, chapter_id, subject_id`);
    await client.query('commit');
    return rows.map((row) => ({
      chapterId: row.chapter_id,
      check: row.check_name,
      subjectId: row.subject_id,
      expected: String(row.expected),
      actual: String(row.actual),
    }));
  } finally {
    client.release();
  }
}
