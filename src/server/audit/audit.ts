import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '../database/db.ts';
import type { NewId } from '../database/ids.ts';
import type { Work } from '../work.ts';

/** Entity and verb, such as `expense.settle`; features supply the wording. */
export type AuditAction = `${string}.${string}`;

export type AuditRecord = {
  action: AuditAction;
  kind: string;
  id: Id;
  before?: unknown;
  after?: unknown;
};

/** Chapter, actor and time of a record. */
export type AuditContext = {
  readonly chapterId: Id<'chapter'>;
  readonly memberId: Id<'member'> | null;
  readonly now: Instant;
  readonly newId: NewId;
};

/** Records who did what and when, with the state before and after, in the same transaction. */
export async function audit(tx: Tx, context: AuditContext, record: AuditRecord): Promise<void> {
  await auditAll(tx, context, [record]);
}

/** As `audit`, of a change that its caller makes. */
export async function auditWork(
  { tx, caller: { chapterId, memberId }, now, newId }: Work,
  record: AuditRecord,
): Promise<void> {
  await auditAll(tx, { chapterId, memberId, now, newId }, [record]);
}

/** As `audit`, for up to a few hundred records at once. */
export async function auditAll(
  tx: Tx,
  context: AuditContext,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map((record) => ({
    chapter_id: context.chapterId,
    id: context.newId<'audit'>(),
    at: context.now,
    actor_id: context.memberId,
    action: record.action,
    entity_kind: record.kind,
    entity_id: record.id,
    before: record.before === undefined ? null : JSON.stringify(record.before),
    after: record.after === undefined ? null : JSON.stringify(record.after),
  }));
  await tx.insertInto('audit').values(rows).execute();
}
