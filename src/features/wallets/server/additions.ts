/**
 * Adding transactions to wallets, each in one statement, and all that arrive while one is under way
 * in the next. The database claims the key, checks, posts, shows, records and keeps the reply, for
 * each as if it came alone (`add_to_wallets` in migrations/0029_claims.sql).
 */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Result } from '#kit/result.ts';
import { conflictKeyOfClaim, createBatch, type Undecided } from '#server/database/batches.ts';
import type { Db } from '#server/database/db.ts';
import type { Claim, KeptReply } from '#server/database/idempotency.ts';
import type { Transaction } from '../contract.ts';
import { refusalOfRange } from './balance-range.ts';

export type Addition = {
  readonly chapterId: Id<'chapter'>;
  readonly actorId: Id<'member'>;
  /** Without one, each request adds. */
  readonly claim: Claim | undefined;
  /** The only owner whose wallets the actor may write; undefined: everybody's. */
  readonly onlyOwnerId: Id<'member'> | undefined;
  readonly transaction: Transaction;
  readonly journalId: Id<'journal'>;
  readonly auditId: Id<'audit'>;
  /** What to keep under the key. */
  readonly reply: KeptReply;
};

/** `seen`: the key was used for the same request before, and this is what that one got. */
export type Outcome =
  | { readonly outcome: 'added' | Refusing }
  | ({ readonly outcome: 'seen' } & KeptReply);
type Refusing = 'key_reused' | 'in_flight' | 'no_wallet' | 'not_allowed' | 'unknown_member';

export type AddToWallet = (addition: Addition) => Promise<Result<Outcome>>;

export function additionsTo(db: Db): AddToWallet {
  return createBatch<Addition, Outcome>(db, {
    conflictKeysOf: ({ claim }) => conflictKeyOfClaim(claim),
    refusalOf: refusalOfRange,
    send: async (connection, additions, { waits }) => {
      const sent = JSON.stringify(additions.map(sentOf));
      const statement = sql<Outcome | Undecided>`select * from add_to_wallets(${sent}, ${waits})`;
      return (await statement.execute(connection)).rows;
    },
  });
}

/** As `add_to_wallets` reads it. */
function sentOf({ claim, reply, transaction, ...addition }: Addition) {
  return {
    chapter_id: addition.chapterId,
    actor_id: addition.actorId,
    key: claim?.key,
    request_hash: claim?.requestHash,
    ...reply,
    wallet_id: transaction.walletId,
    only_owner_id: addition.onlyOwnerId,
    transaction_id: transaction.id,
    journal_id: addition.journalId,
    audit_id: addition.auditId,
    user_id: transaction.userId,
    amount_cents: transaction.amount,
    description: transaction.description,
    reference_id: transaction.referenceId,
    metadata_json: transaction.metadataJson,
    added_at: transaction.createdAt,
    after: transaction,
  };
}
