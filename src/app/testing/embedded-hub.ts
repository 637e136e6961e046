/**
 * A process that owns the embedded database of a folder and does nothing else, for tests that kill
 * it: `node embedded-hub.ts DIR`. Says `ready {json}` or `refused {json}`; on the line `exit` ends
 * without stopping, on any other signal but SIGINT dies as processes do.
 */
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { PostgresError } from '#server/postgres/postgres-error.ts';

const say = (word: string, value: unknown) =>
  process.stdout.write(`${word} ${JSON.stringify(value)}\n`);

process.on('SIGINT', () => say('interrupted', {}));
const log = { info: () => {}, warn: () => {} };
try {
  const { exited, stop, ...rest } = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log,
  });
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'exit') process.exit(3);
    else void stop().then(() => process.exit(0));
  });
  say('ready', rest);
  say('over', await exited);
} catch (error) {
  const { code, message } = error as PostgresError;
  say('refused', { code, message });
  process.exitCode = error instanceof PostgresError ? 4 : 5;
}
