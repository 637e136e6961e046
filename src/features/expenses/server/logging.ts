/**
 * Logging expenses, each in one statement, and all that arrive while one is under way in the next.
 * The database claims the key, checks, stores, records and keeps the reply, for each as if it came
 * alone (`log_expenses` in migrations/0030_expense_rows.sql).
 */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Result } from '#kit/result.ts';
import { conflictKeyOfClaim, createBatch, type Undecided } from '#server/database/batches.ts';
import type { Db } from '#server/database/db.ts';
import type { Claim, KeptReply } from '#server/database/idempotency.ts';
import type { OpenExpense } from '../expense.ts';
import { toExpenseRow, toShareRows } from './expense-row.ts';
import { refusalOfRange } from './figures.ts';

export type Logging = {
  readonly chapterId: Id<'chapter'>;
  readonly actorId: Id<'member'>;
  /** Without one, each request logs an expense. */
  readonly claim: Claim | undefined;
  /** Undefined when it was refused already, and only its key is asked about. */
  readonly logged:
    | { readonly expense: OpenExpense; readonly auditId: Id<'audit'>; readonly reply: KeptReply }
    | undefined;
};

/** `seen`: the key was used for the same request before, and this is what that one got. */
export type Outcome =
  | { readonly outcome: 'logged' | Refusing }
  | ({ readonly outcome: 'seen' } & KeptReply);
type Refusing =
  | 'key_reused'
  | 'in_flight'
  | 'refused'
  | 'unknown_participant'
  | 'unknown_payer'
  | 'unknown_event'
  | 'id_taken';

export type LogExpense = (logging: Logging) => Promise<Result<Outcome>>;

export function loggingTo(db: Db): LogExpense {
  return createBatch<Logging, Outcome>(db, {
    conflictKeysOf: ({ claim, logged }) => [
      ...conflictKeyOfClaim(claim),
      ...(logged ? [logged.expense.id] : []),
    ],
    refusalOf: refusalOfRange,
    send: async (connection, loggings, { waits }) => {
      const sent = JSON.stringify(loggings.map(sentOf));
      const statement = sql<Outcome | Undecided>`select * from log_expenses(${sent}, ${waits})`;
      return (await statement.execute(connection)).rows;
    },
  });
}

/** As `log_expenses` reads it. */
function sentOf({ chapterId, actorId, claim, logged }: Logging) {
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
      after: logged.expense,
    }),
  };
}
