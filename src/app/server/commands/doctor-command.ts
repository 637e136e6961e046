import pg from 'pg';
import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import type { Config } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { openUnmigrated } from '#server/database/open-database.ts';
import { examine } from '../doctor/examine.ts';

const words = { fine: 'fine   ', advice: 'advice ', problem: 'PROBLEM' };

/** Prints what is wrong with an installation and how to mend it; exits with 1 if anything is. */
export async function doctorCommand(config: Config): Promise<void> {
  const database = await openUnmigrated(config, createLog(config.logLevel));
  const client = new pg.Client({
    connectionString: database.ownerUrl,
    application_name: 'chapter-hub doctor',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    let problems = 0;
    const readClock = () => toInstant(Temporal.Now.instant());
    const patient = { config, client, now: readClock(), readClock, ...database };
    for await (const { name, level, text } of examine(patient)) {
      if (level === 'problem') problems += 1;
      process.stdout.write(`${words[level]}  ${name}: ${text}\n`);
    }
    process.stdout.write(`${plural(problems, 'problem')}\n`);
    if (problems > 0) process.exitCode = 1;
  } finally {
    await client.end().catch(() => {});
    await database.close();
  }
}
