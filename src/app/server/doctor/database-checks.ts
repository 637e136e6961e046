/** Checks of the database itself, which need no table of Chapter Hub. */
import { sql } from 'kysely';
import type pg from 'pg';
import { plural } from '#kit/counts.ts';
import type { Instant } from '#kit/day.ts';
import type { Db } from '#server/database/db.ts';
import { advice, type Finding, fine, problem } from './finding.ts';
import { type Made, readMadeByMigrations } from './made-by-migrations.ts';

const maxClockSeconds = 5;

/** Deadlines are read off one clock and written off another. */
export async function checkClock(
  client: pg.ClientBase,
  readClock: () => Instant,
): Promise<Finding> {
  const readMilliseconds = () => Temporal.Instant.from(readClock()).epochMilliseconds;
  const before = readMilliseconds();
  const { rows } = await client.query<{ milliseconds: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as milliseconds`,
  );
  const between = (before + readMilliseconds()) / 2;
  const seconds = Math.abs(Number(rows[0]?.milliseconds) - between) / 1_000;
  return seconds <= maxClockSeconds
    ? fine('It agrees with the database.')
    : problem(
        `It differs by ${plural(Math.round(seconds), 'second')} from the database's. Turn on time synchronization (NTP) on both machines.`,
      );
}

/** Whether the database itself keeps the server from changing what was posted. */
export async function checkRole(db: Db): Promise<Finding> {
  const { rows } = await sql<{ name: string; isSuperuser: boolean; isOwner: boolean }>`
    select rolname as name, rolsuper as "isSuperuser",
      exists (select from pg_class where relnamespace = 'hub'::regnamespace
        and pg_has_role(relowner, 'member')) as "isOwner"
    from pg_roles where rolname = current_user`.execute(db);
  const [role] = rows;
  if (!role?.isSuperuser && !role?.isOwner) return fine("It can't change what was posted.");
  return advice(
    `The server's role, ${role.name}, ${role.isSuperuser ? 'is a superuser' : 'owns the tables'}, so the database can't keep it from changing what was posted. Give it a role without these rights: docs/operate.md, "Install".`,
  );
}

/** After an upgrade of the operating system, indexes of texts may be in another order than searches. */
export async function checkCollations(client: pg.ClientBase): Promise<Finding> {
  const { rows: names } = await client.query<{ database: string; isOfDatabase: boolean }>(
    `select quote_ident(datname) as database, datcollversion is distinct from
      pg_database_collation_actual_version(oid) as "isOfDatabase"
    from pg_database where datname = current_database()`,
  );
  const { rows: collations } = await client.query<{ name: string }>(
    `select collnamespace::regnamespace || '.' || quote_ident(collname) as name
    from pg_collation
    where collversion is not null and collversion <> pg_collation_actual_version(oid)
      and exists (select from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.attcollation = pg_collation.oid and c.relkind in ('r', 'i')
          and c.relnamespace in ('hub'::regnamespace, 'auth'::regnamespace))`,
  );
  const { database = '', isOfDatabase = false } = names[0] ?? {};
  if (!isOfDatabase && collations.length === 0)
    return fine('Texts are sorted as when their indexes were made.');
  // PostgreSQL 15 wants the name of the database.
  const byOwner = [
    `reindex database ${database};`,
    ...(isOfDatabase ? [`alter database ${database} refresh collation version;`] : []),
  ];
  const bySuperuser = collations.map(({ name }) => `alter collation ${name} refresh version;`);
  return problem(
    [
      `The operating system sorts texts in another way than when indexes were made. Run as the owner: ${byOwner.join(' ')}`,
      // Those of the system belong to a superuser.
      ...(bySuperuser.length > 0 ? [`Then as a superuser: ${bySuperuser.join(' ')}`] : []),
    ].join(' '),
  );
}

export async function checkExtensions(client: pg.ClientBase): Promise<Finding> {
  const { extensions } = await readMadeByMigrations();
  const { rows: there } = await client.query<{ name: string }>(
    'select extname as name from pg_extension',
  );
  const missing = subtract(extensions, there);
  if (missing.length > 0) {
    return problem(
      `Missing, with the indexes of searches: ${missing.map(({ name }) => name).join(', ')}. Run as the owner: ${listStatements(missing)} Then run doctor again, which names the indexes.`,
    );
  }
  const { rows } = await client.query<{ name: string; is: string; could: string }>(
    `select e.extname as name, e.extversion as is, a.default_version as could
    from pg_extension e join pg_available_extensions a on a.name = e.extname
    where e.extversion <> a.default_version order by 1`,
  );
  if (rows.length === 0) return fine('They have the versions of the database server.');
  const outdated = rows.map(({ name, is, could }) => `${name} is ${is}, not ${could}`).join('; ');
  const statements = rows.map(({ name }) => `alter extension ${name} update;`).join(' ');
  return problem(`${outdated}. Run as the owner of each: ${statements}`);
}

export async function checkIndexes(client: pg.ClientBase): Promise<Finding> {
  const { indexes } = await readMadeByMigrations();
  const { rows } = await client.query<{ name: string; isValid: boolean }>(
    `select c.relnamespace::regnamespace || '.' || quote_ident(c.relname) as name,
      i.indisvalid and i.indisready as "isValid"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace in ('hub'::regnamespace, 'auth'::regnamespace, 'jobs'::regnamespace)
    order by 1`,
  );
  const missing = subtract(indexes, rows);
  const invalid = rows.filter(({ isValid }) => !isValid);
  const troubles: string[] = [];
  if (missing.length > 0) {
    // Where the operator classes of the extensions are.
    const statements = `set search_path = hub, public; ${listStatements(missing)}`;
    troubles.push(
      `${plural(missing.length, 'index', 'indexes')} missing, so searches are slow, or the same may be there twice. Run as the owner: ${statements}`,
    );
  }
  if (invalid.length > 0) {
    const statements = invalid.map(({ name }) => `reindex index ${name};`).join(' ');
    troubles.push(
      `${plural(invalid.length, 'index', 'indexes')} not valid, so rows may be missed or doubled. Run as the owner: ${statements}`,
    );
  }
  return troubles.length === 0 ? fine('All are there and valid.') : problem(troubles.join(' '));
}

function subtract(expected: readonly Made[], there: readonly { readonly name: string }[]): Made[] {
  const names = new Set(there.map(({ name }) => name));
  return expected.filter(({ name }) => !names.has(name));
}

const listStatements = (missing: readonly Made[]) =>
  missing.map(({ statement }) => statement).join(' ');
