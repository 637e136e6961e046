import type { TestHub } from './hub.ts';

/** How many statements a hub sends its database during `work`; only those with a word, if given. */
export async function countStatements(
  { database: { pool } }: TestHub,
  work: () => Promise<unknown>,
  word = '',
): Promise<number> {
  let sent = 0;
  const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
  const restore = clients.map((client) => {
    const query = client.query;
    client.query = ((...call: Parameters<typeof query>) => {
      const [statement] = call as readonly unknown[];
      const text = typeof statement === 'string' ? statement : JSON.stringify(statement ?? '');
      if (text.includes(word)) sent += 1;
      return query.apply(client, call);
    }) as typeof query;
    return () => void (client.query = query);
  });
  for (const client of clients) client.release();
  await work();
  for (const undo of restore) undo();
  return sent;
}
