/** Mails of a chapter that wait in the queue: they go where it goes, and are sent once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CommandError } from '../config/command-error.ts';
import { copyRows } from '../database/copy-rows.ts';
import { mailQueue } from '../mail/mail-queue.ts';

const ofChapter = `data ->> 'chapterId' = $1::text`;
const patienceMilliseconds = 10_000;

/** Keeps the chapter's mails waiting for as long as it rests. Waits for what is being sent. */
export async function holdJobs(client: pg.Client, chapterId: string): Promise<void> {
  const end = performance.now() + patienceMilliseconds;
  while (!(await delayJobs(client, chapterId))) {
    if (performance.now() > end) {
      throw new CommandError(
        'An email of the chapter is being sent. Nothing was moved. Try again in a minute.',
      );
    }
    await sleep(200);
  }
}

/**
 * Until the chapter rests no more; if that is for good, until a day that metrics can count from, as they can't
 * from infinity before PostgreSQL 17. False if some were not waiting for that in this moment.
 */
export async function delayJobs(client: pg.Client, chapterId: string): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(
    `with rest as (
      select least(rests_until, '2200-01-01') as ends from hub.chapter
      where id = $1::uuid and rests_until is not null
    ), delayed as (
      update jobs.job set start_after = ends from rest
      where ${ofChapter} and state in ('created', 'retry') and start_after <> ends returning 1
    )
    select (select count(*) from delayed)::int
      + (select count(*) from jobs.job where ${ofChapter} and state = 'active')::int as others`,
    [chapterId],
  );
  return rows[0]?.others === 0;
}

async function listColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
    where attrelid = 'jobs.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`,
  );
  return rows.map(({ name }) => name);
}

/** Where they go, nothing has to be waited for any more. */
export async function copyJobsOut(client: pg.Client, chapterId: string): Promise<string> {
  const read = (await listColumns(client)).map((column) =>
    column === 'start_after' ? 'now() as start_after' : column,
  );
  return `copy (select ${read.join(', ')} from jobs.job
    where ${ofChapter.replace('$1', `'${chapterId}'`)} and state in ('created', 'retry') order by name, id) to stdout`;
}

/** A mail of an account is of no chapter, whatever it says. */
const waits = `name = '${mailQueue}' and state in ('created', 'retry') and not data ?| '{accountId,email}'`;

/** The waiting mails of the chapter, whatever else someone packed with them. */
export async function importJobs(
  client: pg.Client,
  chapterId: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const columns = (await listColumns(client)).join(', ');
  await client.query(
    `create temp table staged_job on commit drop as select ${columns} from jobs.job with no data`,
  );
  await copyRows(client, `copy staged_job (${columns}) from stdin`, rows);
  await client.query(
    `insert into jobs.job (${columns}) select ${columns} from staged_job where ${ofChapter} and ${waits}`,
    [chapterId],
  );
}

export async function deleteJobs(client: pg.Client, chapterId: string): Promise<void> {
  await client.query(`delete from jobs.job where ${ofChapter}`, [chapterId]);
}
