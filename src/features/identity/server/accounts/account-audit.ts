import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type AuditRecord, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

type Member = { chapterId: Id<'chapter'>; memberId: Id<'member'> };

/**
 * Records an account's change in every chapter of its owner: accounts belong to no chapter, audit
 * records to exactly one.
 */
export async function auditAccount(
  tx: Tx,
  accountId: string,
  context: { now: Instant; newId: NewId; isOperator?: boolean },
  record: Omit<AuditRecord, 'kind' | 'id'>,
): Promise<void> {
  const members = await sql<Member>`
    select m.chapter_id as "chapterId", m.id as "memberId"
    from hub.account_chapter ac
    join hub.member m on m.chapter_id = ac.chapter_id and m.id = ac.member_id
    where ac.account_id = ${accountId} and m.account_id = ac.account_id and m.status <> 'removed'
    order by m.chapter_id
  `.execute(tx);
  for (const { chapterId, memberId } of members.rows) {
    await audit(
      tx,
      {
        chapterId,
        memberId: context.isOperator ? null : memberId,
        now: context.now,
        newId: context.newId,
      },
      { ...record, kind: 'member', id: memberId },
    );
  }
}
