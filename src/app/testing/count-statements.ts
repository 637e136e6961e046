import type { TestHub } from './hub.ts';

/** How many statements a hub sends its database during `work`. */
export async function countStatements(
  { database: { pool } }: TestHub,
  work: () => Promise<unknown>,
): Promise<number> {
  let sent = 0;
  const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
  const restore = clients.map((client) => {
    const query = client.query;
    client.query = ((...call: Parameters<typeof query>) => {
      sent += 1;
      return query.apply(client, call);
    }) as typeof query;
    return () => void (client.query = query);
  });
  for (const client of clients) client.release();
  await work();
  for (const undo of restore) undo();
  return sent;
}
