import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Tx } from './db.ts';

/** What one transaction at a time may do. */
type Exclusive = 'change memberships' | 'import members' | 'invite' | 'name a chapter';

/** Waits for others who do this, in the same chapter where one is given; held until the commit. */
export async function lockUntilCommit(
  tx: Tx,
  what: Exclusive,
  chapterId?: Id<'chapter'>,
): Promise<void> {
  const key = chapterId === undefined ? what : `${what}/${chapterId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
