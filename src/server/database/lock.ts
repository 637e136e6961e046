import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Tx } from './db.ts';

/** Operations that only one transaction may run at a time. */
type Exclusive =
  | 'ask for a backup'
  | 'change documents'
  | 'change groups'
  | 'change memberships'
  | 'import a calendar'
  | 'import members'
  | 'invite'
  | 'name a chapter'
  | 'upload files';

/** Serializes the operation, per chapter if one is given, until the commit. */
export async function lockUntilCommit(
  tx: Tx,
  what: Exclusive,
  chapterId?: Id<'chapter'>,
): Promise<void> {
  const key = chapterId === undefined ? what : `${what}/${chapterId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
