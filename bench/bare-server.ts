/**
 * The minimum cost of a response that reads the database: a bare Fastify route that runs one prepared
 * select and sends the given bytes. Runs as its own process: reads `BareServerOptions` from stdin and
 * prints its address.
 */
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import pg from 'pg';

export type BareServerOptions = {
  readonly host: string;
  readonly user: string;
  readonly database: string;
  readonly select: string;
  readonly values: readonly unknown[];
  readonly bytes: string;
};

const { host, user, database, select, values, bytes }: BareServerOptions = JSON.parse(
  await text(process.stdin),
);
const pool = new pg.Pool({ host, port: 5432, user, database, max: 10 });
const app = Fastify();
app.get('/', async (_request, reply) => {
  await pool.query({ name: 'bare', text: select, values: [...values] });
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${address}\n`);
process.on('SIGTERM', () => void app.close().then(() => pool.end()));
