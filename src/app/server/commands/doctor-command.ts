import pg from 'pg';
import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { openUnmigrated, requireCluster } from '#server/database/open-database.ts';
import { describeFailure } from '../describe-failure.ts';
import { type Examined, examineDatabase, examineSurroundings } from '../doctor/examine.ts';
import { problem } from '../doctor/finding.ts';

const words = { fine: 'fine   ', advice: 'advice ', problem: 'PROBLEM' };

/** Prints what is wrong with an installation and how to mend it; exits with 1 if anything is. */
export async function doctorCommand(config: Config): Promise<void> {
  await requireCluster(config);
  let problems = 0;
  for await (const { name, level, text } of examineAll(config)) {
    if (level === 'problem') problems += 1;
    process.stdout.write(`${words[level]}  ${name}: ${text}\n`);
  }
  process.stdout.write(`${plural(problems, 'problem')}\n`);
  if (problems > 0) process.exitCode = 1;
}

/** A database that is down must not hide the rest. */
async function* examineAll(config: Config): AsyncGenerator<Examined> {
  yield* examineSurroundings(config);
  let opened: Awaited<ReturnType<typeof connectAsOwner>>;
  try {
    opened = await connectAsOwner(config);
  } catch (error) {
    yield { name: 'Database', ...problem(describeDown(config, error)) };
    return;
  }
  const { database, client } = opened;
  try {
    const readClock = () => toInstant(Temporal.Now.instant());
    yield* examineDatabase({ config, client, now: readClock(), readClock, ...database });
  } finally {
    await client.end().catch(() => {});
    await database.close();
  }
}

async function connectAsOwner(config: Config) {
  const database = await openUnmigrated(config, createLog(config.logLevel));
  const client = new pg.Client({
    connectionString: database.ownerUrl,
    application_name: 'chapter-hub doctor',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return { database, client };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function describeDown(
  { databaseUrl, migrationDatabaseUrl }: Pick<Config, 'databaseUrl' | 'migrationDatabaseUrl'>,
  error: unknown,
): string {
  const what = describeFailure(error);
  const rest = 'What is in it was not checked.';
  if (databaseUrl === undefined || error instanceof CommandError) return `${what} ${rest}`;
  const variable = migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
  return `${what}. Is PostgreSQL running, and are host, port, user, password and database right in ${variable}? ${rest}`;
}
