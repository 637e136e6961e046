/**
 * Logs expenses in batches: those that arrive while a statement runs are sent together in the next.
 * For each expense, as if it came alone, the database claims the idempotency key, checks references,
 * stores and audits the expense, and stores the reply (`log_expenses` in
 * migrations/0121_lookups.sql).
 */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { ok, type Result } from '#kit/result.ts';
import { createBatch, getConflictKeys, type Undecided } from '#server/database/batches.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Claim, StoredReply } from '#server/database/idempotency.ts';
import type { OpenExpense } from '../expense.ts';
import {
  toExpenseRow,
  toOverrideParticipantRows,
  toOverrideRows,
  toPayerRows,
  toShareRows,
} from './expense-row.ts';
import { rangeRefusal } from './figures.ts';

export type LogRequest = {
  readonly chapterId: Id<'chapter'>;
  /** Null if the system makes it. */
  readonly actorId: Id<'member'> | null;
  /** Undefined if the request has no idempotency key. */
  readonly claim: Claim | undefined;
  /** Undefined if the request is invalid and only its idempotency key is looked up. */
  readonly logged:
    | { readonly expense: OpenExpense; readonly auditId: Id<'audit'>; readonly reply: StoredReply }
    | undefined;
};

/** `seen`: the key was used for the same request before; contains that request's reply. */
export type Outcome =
  | { readonly outcome: 'logged' | RefusedOutcome }
  | ({ readonly outcome: 'seen' } & StoredReply);
type RefusedOutcome =
  | 'key_reused'
  | 'in_flight'
  | 'refused'
  | 'unknown_participant'
  | 'unknown_payer'
  | 'unknown_payers'
  | 'unknown_event'
  | 'id_taken';

export type LogExpense = (request: LogRequest) => Promise<Result<Outcome>>;

export function createExpenseLogger(db: Db): LogExpense {
  return createBatch<LogRequest, Outcome>(db, {
    conflictKeys: ({ claim, logged }) => [
      ...getConflictKeys(claim),
      ...(logged ? [logged.expense.id] : []),
    ],
    toRefusal: rangeRefusal,
    send: (connection, requests, { waits }) => send(connection, requests, waits),
  });
}

/** Logs one expense as part of a transaction, whose locks it may wait for. */
export async function logInTransaction(
  tx: Tx,
  request: Omit<LogRequest, 'claim'>,
): Promise<Result<Outcome>> {
  try {
    const [done] = await send(tx, [{ ...request, claim: undefined }], true);
    if (!done || done.outcome === 'alone') throw new Error('a single expense had no outcome');
    return ok(done);
  } catch (error) {
    const refused = rangeRefusal(error);
    if (refused) return refused;
    throw error;
  }
}

async function send(connection: Db | Tx, requests: readonly LogRequest[], waits: boolean) {
  const sent = JSON.stringify(requests.map(toStatementInput));
  const statement = sql<Outcome | Undecided>`select * from log_expenses(${sent}, ${waits})`;
  return (await statement.execute(connection)).rows;
}

/** The input format of `log_expenses`. */
function toStatementInput({ chapterId, actorId, claim, logged }: LogRequest) {
  return {
    chapter_id: chapterId,
    actor_id: actorId,
    key: claim?.key,
    request_hash: claim?.requestHash,
    ...(logged && {
      ...logged.reply,
      audit_id: logged.auditId,
      expense: toExpenseRow(chapterId, logged.expense),
      shares: toShareRows(chapterId, logged.expense),
      ...(logged.expense.payers.length > 0 && { payers: toPayerRows(chapterId, logged.expense) }),
      ...(logged.expense.overrides.length > 0 && {
        overrides: toOverrideRows(chapterId, logged.expense),
        override_participants: toOverrideParticipantRows(chapterId, logged.expense),
      }),
      after: logged.expense,
    }),
  };
}
