/**
 * Adds transactions to wallets. All additions that arrive while a statement is running are batched
 * into the next. For each addition independently, the database claims the idempotency key, checks,
 * posts, inserts, audits and stores the reply (`add_to_wallets` in migrations/0111_posting.sql).
 */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Result } from '#kit/result.ts';
import { createBatch, getConflictKeys, type Undecided } from '#server/database/batches.ts';
import type { Db } from '#server/database/db.ts';
import type { Claim, StoredReply } from '#server/database/idempotency.ts';
import type { Transaction } from '../contract.ts';
import { rangeRefusal } from './balance-range.ts';
import { toTransactionRow } from './transaction-row.ts';

type Addition = {
  readonly chapterId: Id<'chapter'>;
  readonly actorId: Id<'member'>;
  /** Undefined without an idempotency key. */
  readonly claim: Claim | undefined;
  /** The only owner whose wallets the actor may write; undefined if unrestricted. */
  readonly onlyOwnerId: Id<'member'> | undefined;
  readonly transaction: Transaction;
  readonly journalId: Id<'journal'>;
  readonly auditId: Id<'audit'>;
  /** The reply to store for the key. */
  readonly reply: StoredReply;
};

/** `seen`: the key was used for the same request before; contains its reply. */
export type AdditionOutcome =
  | { readonly outcome: 'added' | AdditionRefusal }
  | ({ readonly outcome: 'seen' } & StoredReply);
type AdditionRefusal = 'key_reused' | 'in_flight' | 'no_wallet' | 'not_allowed' | 'unknown_member';

export type AddToWallet = (addition: Addition) => Promise<Result<AdditionOutcome>>;

export function createAdditionBatch(db: Db): AddToWallet {
  return createBatch<Addition, AdditionOutcome>(db, {
    conflictKeys: ({ claim }) => getConflictKeys(claim),
    toRefusal: rangeRefusal,
    send: async (connection, additions, { waits }) => {
      const sent = JSON.stringify(additions.map(toStatementInput));
      const statement = sql<
        AdditionOutcome | Undecided
      >`select * from add_to_wallets(${sent}, ${waits})`;
      return (await statement.execute(connection)).rows;
    },
  });
}

/** The input format of `add_to_wallets`. */
function toStatementInput({ chapterId, actorId, claim, transaction, ...addition }: Addition) {
  return {
    chapter_id: chapterId,
    actor_id: actorId,
    key: claim?.key,
    request_hash: claim?.requestHash,
    ...addition.reply,
    only_owner_id: addition.onlyOwnerId,
    audit_id: addition.auditId,
    transaction: toTransactionRow(chapterId, transaction, {
      journal_id: addition.journalId,
      leg: 1,
      updated_by: actorId,
    }),
    after: transaction,
  };
}
