import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** Sends rows in PostgreSQL's text format to a `copy … from stdin`. */
export async function copyRows(
  client: pg.Client,
  sql: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const stream = client.query(copyFrom(sql));
  const done = finished(stream);
  // Awaited below; a refusal may come while rows are still being sent.
  done.catch(() => {});
  for await (const chunk of rows) {
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  await done;
}
