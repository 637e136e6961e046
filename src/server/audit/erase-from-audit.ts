import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Tx } from '../database/db.ts';
import { type AuditContext, audit } from './audit.ts';
import { sealAudit } from './audit-chain.ts';

/** Texts of the hub's own making that say who someone was, each with what takes its place. */
export type ErasedWords = Readonly<Record<string, string>>;

/** Keeps each statement far below its time limit, however long the chapter's history is. */
const maxRecordsAtOnce = 2_000;

/**
 * Erases a member from the audit log and records that, in the transaction in which `eraseRest` erases them
 * from all other tables. What each changed record says from now on is sealed in the record of the
 * erasure, without which the change would be reported as tampering (decision 23).
 */
export async function eraseFromAudit(
  tx: Tx,
  context: AuditContext,
  memberId: Id<'member'>,
  eraseRest: () => Promise<ErasedWords>,
): Promise<void> {
  const { chapterId, now } = context;
  // Locks the end of the chain until the commit: whatever is linked later is read without the person.
  await sealAudit(tx, chapterId, now);
  const words = await eraseRest();
  const erased: Record<string, string> = {};
  let last: string | null = null;
  do {
    const page = await eraseFromPage(tx, chapterId, memberId, words, last);
    Object.assign(erased, page.erased);
    last = page.lastId;
  } while (last !== null);
  await audit(tx, context, {
    action: 'member.erase',
    kind: 'member',
    id: memberId,
    after: { erased },
  });
  await sql`select hub.seal_erasure(${chapterId}, ${memberId}, ${now})`.execute(tx);
}

type Page = { readonly lastId: string | null; readonly erased: Readonly<Record<string, string>> };

async function eraseFromPage(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
  words: ErasedWords,
  after: string | null,
): Promise<Page> {
  const { rows } = await sql<Page>`
    select last_id as "lastId", erased from hub.erase_from_audit(
      ${chapterId}, ${memberId}, ${JSON.stringify(words)}, ${after}, ${maxRecordsAtOnce})`.execute(
    tx,
  );
  return rows[0] ?? { lastId: null, erased: {} };
}
