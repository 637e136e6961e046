import pg from 'pg';
import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { readHubVersion } from '#server/config/paths.ts';
import { openUnmigrated, requireCluster } from '#server/database/open-database.ts';
import { isRefusedByPooler, pooled, refusePooler } from '#server/database/refuse-pooler.ts';
import { describeFailure } from '../describe-failure.ts';
import { examineDatabase, examineSurroundings } from '../doctor/examine.ts';
import { checkNames, type Examined, problem } from '../doctor/finding.ts';

const words = { fine: 'fine   ', advice: 'advice ', problem: 'PROBLEM' };

/** Prints what is wrong with an installation and how to mend it; exits with 1 if anything is. */
export async function doctorCommand(
  config: Config,
  { json: isJson = false }: { json?: boolean },
): Promise<void> {
  // A monitor gets its document all the same.
  if (!isJson) await requireCluster(config);
  const checks: Examined[] = [];
  for await (const check of examineAll(config)) {
    checks.push(check);
    const { code, level, text } = check;
    if (!isJson) process.stdout.write(`${words[level]}  ${checkNames[code]}: ${text}\n`);
  }
  const problems = checks.filter(({ level }) => level === 'problem').length;
  const document = { version: readHubVersion(), problems, checks };
  process.stdout.write(
    isJson ? `${JSON.stringify(document)}\n` : `${plural(problems, 'problem')}\n`,
  );
  if (problems > 0) process.exitCode = 1;
}

/** A database that is down must not hide the rest. */
async function* examineAll(config: Config): AsyncGenerator<Examined> {
  yield* examineSurroundings(config);
  let opened: Awaited<ReturnType<typeof connectAsOwner>>;
  try {
    opened = await connectAsOwner(config);
  } catch (error) {
    const text = `${describeFailure(error)} What is in it was not checked.`;
    yield { code: 'database', ...problem(text) };
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
  const database = await openUnmigrated(config);
  const client = new pg.Client({
    connectionString: database.ownerUrl,
    application_name: 'chapter-hub doctor',
    connectionTimeoutMillis: 10_000,
    // As what serves and checks asks for, which a pooler may refuse.
    options: '-c statement_timeout=0',
  });
  client.on('error', () => {});
  const isOwn = config.migrationDatabaseUrl !== undefined;
  try {
    await client.connect().catch(blame(config, isOwn ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL'));
    await refusePooler(database.pool).catch(blame(config, 'DATABASE_URL'));
    return { database, client };
  } catch (error) {
    await client.end().catch(() => {});
    await database.close();
    throw error;
  }
}

/** Names the setting, whose address or pooler it is. */
function blame({ databaseUrl }: Pick<Config, 'databaseUrl'>, variable: string) {
  return (error: unknown): never => {
    if (isRefusedByPooler(error)) throw pooled(variable);
    if (databaseUrl === undefined || error instanceof CommandError) throw error;
    throw new CommandError(
      `${describeFailure(error).replace(/\.$/, '')}. Is PostgreSQL running, and are host, port, user, password and database right in ${variable}?`,
    );
  };
}
