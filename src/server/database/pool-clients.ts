/** What connections of a pool do beyond pg: they prepare by name, and are given up when useless. */
import { createHash } from 'node:crypto';
import pg from 'pg';

type Query = (text: unknown, ...rest: unknown[]) => unknown;

/**
 * A statement with this comment is planned for its values, each time: the best plan for a word that is searched
 * for depends on how many rows have it.
 */
export const planAnew = '/* plan anew */';

/** They stay in the memory of the connection's database process until it ends. */
const maxPreparedStatements = 500;

/**
 * Names the statements that Kysely sends, so that each connection parses and plans them once.
 * Statements without values (begin, commit) stay unnamed. When the names are used up, as by lists of many
 * lengths, so do new statements until the connection is replaced.
 */
export function prepareByName(client: pg.PoolClient): void {
  const names = new Map<string, string>();
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql);
    if (known || names.size >= maxPreparedStatements) return known;
    // Of the text: where a pooler mixes connections up, a name must never lead to another statement.
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 20);
    names.set(sql, name);
    return name;
  };
  const query = client.query.bind(client) as Query;
  const named: Query = (text, ...rest) => {
    const [values, ...more] = rest;
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) {
      return query(text, ...rest);
    }
    if (text.includes(planAnew)) return query(text, ...rest);
    const name = nameOf(text);
    return query(name ? { name, text, values } : { text, values }, ...more);
  };
  client.query = named as typeof client.query;
}

/** Of pg, whose types omit it. */
type Stream = { connection: { stream: { destroy(): void } } };

const noAnswer = 'Query read timeout';

function isReadOnly(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25006';
}

/**
 * A connection without an answer is lost, as after a failover or in a firewall that forgot it: its
 * client would wait forever. One that may only read leads to a former primary. The idle ones of the
 * same age are most likely no better, and are replaced before anyone waits for them.
 */
export function giveUpLostConnections(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const demoted = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    // The pool removes a client that is ending.
    if (demoted.has(client)) void (client as unknown as pg.Client).end();
    else if (!error) idle.add(client);
  });
  const destroy = (client: pg.PoolClient) =>
    (client as unknown as Stream).connection.stream.destroy();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const watched: Query = (...sent) => {
      const answer = query(...(sent as [unknown, ...unknown[]]));
      if (answer instanceof Promise) {
        answer.catch((error: unknown) => {
          const isLost = error instanceof Error && error.message === noAnswer;
          if (!isLost && !isReadOnly(error)) return;
          for (const other of idle) destroy(other);
          if (isLost) destroy(client);
          else demoted.add(client);
        });
      }
      return answer;
    };
    client.query = watched as typeof client.query;
  });
}
