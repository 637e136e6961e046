import pg from 'pg';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import type { Write } from './concurrent-writers.ts';

/** What each mark has left in the database: the thing itself, and the record of who did it. */
const left = `
  with logged as (
    select * from hub.expense
    where corrects_id is null and replaces_id is null and recurring_id is null
  )
  select id::text as mark, 1 as things, 0 as records from logged
  union all
  select 'settle ' || id, 1, 0 from logged where status = 'settled'
  union all
  select 'correct ' || r.corrects_id, 1, 0
  from hub.expense r
  join hub.expense n on n.chapter_id = r.chapter_id and n.replaces_id = r.corrects_id
  union all
  select r.template ->> 'title', 1, 0
  from hub.recurring_expense r
  join hub.expense e on e.chapter_id = r.chapter_id and e.recurring_id = r.id
  union all
  select description, 1, 0 from hub.wallet_transaction
  where origin = 'manual' and deleted_at is null
  union all
  select h.description, 1, 0 from hub.wallet_transaction_history h
  join hub.wallet_transaction t on t.chapter_id = h.chapter_id and t.id = h.transaction_id
  where t.origin = 'manual'
  union all
  select 'delete ' || id, 1, 0 from hub.wallet_transaction where deleted_at is not null
  union all
  -- What settling records has none.
  select reference, 1, 0 from hub.payment where reference is not null
  union all
  select 'confirm ' || p.id, 1, 0 from hub.ledger_journal j
  join hub.payment p on p.chapter_id = j.chapter_id and p.id = j.payment_id
  where j.kind = 'pay' and p.said_as <> 'treasurer'
  union all
  select 'take-back ' || payment_id, 1, 0 from hub.ledger_journal where kind = 'pay_back'
  union all
  select title, 1, 0 from hub.charge
  union all
  select act || ' ' || item_id, 1, 0 from hub.charge_act
  union all
  select after ->> 'title', 0, 1 from hub.audit where action = 'charge.create'
  union all
  select substr(action, 8) || ' ' || entity_id, 0, 1 from hub.audit
  where action in ('charge.waive', 'charge.cancel')
  union all
  select after ->> 'reference', 0, 1 from hub.audit
  where action = 'payment.create' and after ->> 'reference' is not null
  union all
  select 'confirm ' || entity_id, 0, 1 from hub.audit where action = 'payment.confirm'
  union all
  select 'take-back ' || entity_id, 0, 1 from hub.audit where action = 'payment.take-back'
  union all
  select a.entity_id::text, 0, 1 from hub.audit a
  join logged on logged.id = a.entity_id
  where a.action = 'expense.create'
  union all
  select 'settle ' || a.entity_id, 0, 1 from hub.audit a
  join logged on logged.id = a.entity_id
  where a.action = 'expense.settle'
  union all
  select 'correct ' || entity_id, 0, 1 from hub.audit where action = 'expense.correct'
  union all
  select after ->> 'title', 0, 1 from hub.audit where action = 'recurring.create'
  union all
  select after ->> 'description', 0, 1 from hub.audit
  where action in ('transaction.create', 'transaction.update')
  union all
  select 'delete ' || entity_id, 0, 1 from hub.audit where action = 'transaction.delete'`;

/**
 * Where what is in the database differs from what was acknowledged: an acknowledged write is there
 * exactly once, any other at most once, and nothing unwritten appears.
 */
export async function findWrongWrites(
  dataDir: string,
  writes: readonly Write[],
): Promise<string[]> {
  return compareWrites(await query(dataDir, whatIsThere), writes);
}

export const whatIsThere = `select mark, sum(things)::int as things, sum(records)::int as records
  from (${left}) all_left group by mark`;

/** The same for the rows of `whatIsThere`, read from any database. */
export function compareWrites(
  rows: readonly { mark: string; things: number; records: number }[],
  writes: readonly Write[],
): string[] {
  const found = new Map(rows.map(({ mark, things, records }) => [mark, { things, records }]));
  const wrong: string[] = [];
  for (const { mark, acknowledged } of writes) {
    const { things, records } = found.get(mark) ?? { things: 0, records: 0 };
    found.delete(mark);
    const isRight = acknowledged === undefined ? things <= 1 : things === 1;
    if (isRight && things === records) continue;
    const state = acknowledged === undefined ? 'unacknowledged' : 'acknowledged';
    wrong.push(`${mark}, ${state}, is there ${things} times and recorded ${records} times`);
  }
  for (const mark of found.keys()) wrong.push(`${mark} exists, but no one wrote it`);
  return wrong;
}

/** Connects to the running database of a data folder, as its owner. */
export async function connect(dataDir: string): Promise<pg.Client> {
  const running = await findEmbeddedPostgres(dataDir);
  if (!running) throw new Error('the database does not run');
  const client = new pg.Client({ connectionString: running.ownerUrl });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Asks the running database of a data folder, as its owner. */
export async function query(dataDir: string, sql: string) {
  const client = await connect(dataDir);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
