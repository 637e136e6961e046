import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

export type OpenCopy = {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
};

/**
 * Begins a `copy … from stdin`, which takes rows in PostgreSQL's text format. The next call throws what the
 * database refuses, whenever it did so.
 */
export function openCopy(client: pg.Client, sql: string): OpenCopy {
  const stream = client.query(copyFrom(sql));
  let failure: Error | undefined;
  // Without a listener, an error between two calls ends the process. So do rows that the stream still holds
  // back then, unless it is destroyed: it sends them to a connection that it no longer has.
  stream.on('error', (error: Error) => {
    failure ??= error;
    stream.destroy();
  });
  return {
    async write(chunk) {
      if (failure) throw failure;
      if (!stream.write(chunk)) await once(stream, 'drain');
    },
    async end() {
      if (failure) throw failure;
      stream.end();
      await finished(stream);
    },
  };
}

/** Sends all rows to a `copy … from stdin`. */
export async function copyRows(
  client: pg.Client,
  sql: string,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const copy = openCopy(client, sql);
  for await (const chunk of rows) await copy.write(chunk);
  await copy.end();
}
