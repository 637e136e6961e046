import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE } from '#server/postgres/cluster.ts';

export type TestDatabase = {
  readonly ownerUrl: string;
  readonly appUrl: string;
  drop(): Promise<void>;
};

/**
 * A new, migrated, empty database with production rights: a copy of the run's template, created in
 * some tens of milliseconds (not migrated with `isMigrated: false`), or of another that nothing uses. Call
 * `drop` when done; open connections are closed.
 */
export async function createTestDatabase({
  isMigrated = true,
  copyOf,
}: {
  isMigrated?: boolean;
  copyOf?: TestDatabase;
} = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const migrated = databaseOf(templateUrl);
  const template = copyOf ? databaseOf(copyOf.ownerUrl) : isMigrated ? migrated : 'template1';
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(templateUrl, [
    `create database ${name} template ${template} strategy file_copy`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${APP_ROLE}`,
  ]);
  const ownerUrl = templateUrl.replace(`/${migrated}?`, `/${name}?`);
  return {
    ownerUrl,
    appUrl: ownerUrl.replace(/\/\/[^@]*@/, `//${APP_ROLE}@`),
    drop: () => asOwner(templateUrl, [`drop database if exists ${name} with (force)`]),
  };
}

function databaseOf(url: string): string {
  const name = /@\/(\w+)\?/.exec(url)?.[1];
  if (name === undefined) throw new Error('the tests have no database: run them with vitest');
  return name;
}

async function asOwner(templateUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({
    connectionString: templateUrl.replace(/@\/\w+\?/, '@/postgres?'),
    application_name: 'chapter-hub tests',
  });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Closes the connection whatever comes of the work. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'a test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
