/**
 * The least that an answer from the database can cost: a bare Fastify route with one prepared select
 * that sends the given bytes. Run as a process of its own: reads a `Bare` from stdin, prints its
 * port, and ends with its parent.
 */
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import pg from 'pg';

export type Bare = {
  readonly host: string;
  readonly user: string;
  readonly database: string;
  readonly select: string;
  readonly values: readonly unknown[];
  readonly bytes: string;
};

const { host, user, database, select, values, bytes }: Bare = JSON.parse(await text(process.stdin));
const pool = new pg.Pool({ host, port: 5432, user, database, max: 10 });
const app = Fastify();
app.get('/', async (_request, reply) => {
  await pool.query({ name: 'bare', text: select, values: [...values] });
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${address}\n`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
