import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '../database/db.ts';
import type { NewId } from '../database/ids.ts';

/** What was done to what, `expense.settle`; the audit's words say it in a sentence. */
export type AuditAction = `${string}.${string}`;

export type AuditRecord = {
  action: AuditAction;
  kind: string;
  id: Id;
  before?: unknown;
  after?: unknown;
};

/** Who does it, in which chapter, when. */
export type AuditContext = {
  readonly chapterId: Id<'chapter'>;
  readonly memberId: Id<'member'> | null;
  readonly now: Instant;
  readonly newId: NewId;
};

/** Records who did what, when, with the state before and after, in the transaction of the work. */
export async function audit(tx: Tx, by: AuditContext, record: AuditRecord): Promise<void> {
  await auditAll(tx, by, [record]);
}

/** As `audit`, for a few hundred records of one work at once. */
export async function auditAll(
  tx: Tx,
  by: AuditContext,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record) => ({
    chapter_id: by.chapterId,
    id: by.newId<'audit'>(),
    at: by.now,
    actor_id: by.memberId,
    action: record.action,
    entity_kind: record.kind,
    entity_id: record.id,
    before: record.before === undefined ? null : JSON.stringify(record.before),
    after: record.after === undefined ? null : JSON.stringify(record.after),
  }));
  await tx.insertInto('audit').values(rows).execute();
}
