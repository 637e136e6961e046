/**
 * Which database a call is served from. The only place to change when chapters are spread over several
 * (docs/scaling.md).
 */
import type { Caller } from '#kit/caller.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import type { Result } from '#kit/result.ts';
import type { Db } from '../database/db.ts';
import type { ReportDatabase } from '../database/report-database.ts';

export type Databases = {
  db: Db;
  /** A standby for reads that may lag. The caller is looked up elsewhere, so signing out works at once. */
  reports?: ReportDatabase | undefined;
};

/** That of the caller's chapter, which all chapters share today. */
export function chooseDatabase({ db }: Databases, _caller: Caller): Db {
  return db;
}

/** Reads from the standby if the endpoint may lag, and otherwise where the chapter is written. */
export async function readFrom<T>(
  databases: Databases,
  endpoint: Endpoint,
  caller: Caller,
  read: (db: Db) => Promise<Result<T>>,
): Promise<Result<T>> {
  const lagging = endpoint.mayLag ? await databases.reports?.read(read) : undefined;
  return lagging ?? read(chooseDatabase(databases, caller));
}
