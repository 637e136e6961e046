/**
 * Adding transactions to wallets, each in one statement, and all that arrive while one is under way
 * in the next. The database claims the key, checks, posts, shows, records and keeps the reply, for
 * each as if it came alone (migrations/0006_posting.sql).
 */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { ok, type Result } from '#kit/result.ts';
import { type Db, isUndone, withRetries } from '#server/db.ts';
import { gathering } from '#server/gather.ts';
import { type Claim, type KeptReply, refusalOfKey } from '#server/idempotency.ts';
import type { Transaction } from '../contract.ts';
import { refusalOfRange } from './balance-range.ts';

export type Addition = {
  readonly chapterId: Id;
  readonly actorId: Id;
  /** Without one, each request adds. */
  readonly claim: Claim | undefined;
  /** The only owner whose wallets the actor may write; undefined: everybody's. */
  readonly onlyOwnerId: Id | undefined;
  readonly transaction: Transaction;
  readonly journalId: Id;
  readonly auditId: Id;
  /** What to keep under the key. */
  readonly reply: KeptReply;
};

/** `seen`: the key was used for the same request before, and this is what that one got. */
export type Outcome =
  | { readonly outcome: 'added' | Refusing }
  | ({ readonly outcome: 'seen' } & KeptReply);
type Refusing = 'key_reused' | 'in_flight' | 'no_wallet' | 'not_allowed' | 'unknown_member';

/** What only a statement of its own can tell: it would wait, or something in its batch failed. */
type Together = Outcome | { readonly outcome: 'alone' };

export type AddToWallet = (addition: Addition) => Promise<Result<Outcome>>;

const mostAtOnce = 50;

/**
 * A batch waits for no lock and stands or falls as a whole, so that an addition can neither delay
 * nor fail its neighbours: each that could is done again alone, where it may wait and be retried.
 */
export function additionsTo(db: Db): AddToWallet {
  const addTogether = gathering(
    (additions: readonly Addition[]) => addAll(db, additions),
    mostAtOnce,
  );
  return async (addition) => {
    const done = await addTogether(addition);
    return done.outcome === 'alone' ? withRetries(() => addAlone(db, addition)) : ok(done);
  };
}

async function addAll(db: Db, additions: readonly Addition[]): Promise<readonly Together[]> {
  const alone = { outcome: 'alone' } as const;
  const first = firstOfEachKey(additions);
  try {
    const done = await add(db, [...first], { waits: false });
    const outcomes = new Map([...first].map((addition, index) => [addition, done[index]]));
    return additions.map((addition) => outcomes.get(addition) ?? alone);
  } catch (error) {
    if (!isUndone(error)) throw error;
    return additions.map(() => alone);
  }
}

/** A key that comes again while its first use is under way is for a statement after that one. */
function firstOfEachKey(additions: readonly Addition[]): Set<Addition> {
  const byKey = new Map<unknown, Addition>();
  for (const addition of additions) {
    const { claim } = addition;
    const key = claim ? `${claim.chapterId} ${claim.memberId} ${claim.key}` : addition;
    if (!byKey.has(key)) byKey.set(key, addition);
  }
  return new Set(byKey.values());
}

async function addAlone(db: Db, addition: Addition): Promise<Result<Outcome>> {
  try {
    const [done] = await add(db, [addition], { waits: true });
    if (!done || done.outcome === 'alone') throw new Error('an addition alone had no outcome');
    return ok(done);
  } catch (error) {
    const refused = refusalOfRange(error) ?? refusalOfKey(error);
    if (refused) return refused;
    throw error;
  }
}

async function add(
  db: Db,
  additions: readonly Addition[],
  { waits }: { waits: boolean },
): Promise<readonly Together[]> {
  const sent = JSON.stringify(additions.map(sentOf));
  return db.connection().execute(async (connection) => {
    try {
      const statement = sql<Together>`select * from add_to_wallets(${sent}, ${waits})`;
      return (await statement.execute(connection)).rows;
    } catch (error) {
      // An error is told before its locks are let go of. Whoever tries again would meet them.
      if (isUndone(error)) await sql`select`.execute(connection);
      throw error;
    }
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
