/**
 * Records single payments in batches: those that arrive while one is written are written together in
 * the next, each as if it came alone.
 */
import { openSettlementWallets, rangeRefusal } from '#features/wallets/server/store.ts';
import { ok, type Result } from '#kit/result.ts';
import { createBatch, getConflictKeys, type Undecided } from '#server/database/batches.ts';
import type { Db, Tx } from '#server/database/db.ts';
import {
  type Claim,
  keyReused,
  requestInFlight,
  type StoredReply,
} from '#server/database/idempotency.ts';
import type { PaymentDetail } from '../contract.ts';
import { decideRecording, findRefusal, listWithoutWallet, type Recording } from './record.ts';
import {
  type ClaimedFacts,
  readFacts,
  toAlikeKey,
  type Writing,
  writePayments,
} from './recording-statements.ts';

type KeyedRecording = Recording & {
  /** Undefined without an idempotency key. */
  readonly claim: Claim | undefined;
  readonly replyOf: (payment: PaymentDetail) => StoredReply;
};

export type RecordPayment = (recording: KeyedRecording) => Promise<Result<StoredReply>>;

type Outcome = { readonly outcome: 'decided'; readonly result: Result<StoredReply> };

export function createPaymentRecorder(db: Db): RecordPayment {
  const record = createBatch<KeyedRecording, Outcome>(db, {
    conflictKeys: (recording) => [...getConflictKeys(recording.claim), toAlikeKey(recording)],
    toRefusal: rangeRefusal,
    send: (connection, recordings, how) =>
      connection.transaction().execute((tx) => recordAll(tx, recordings, how)),
  });
  return async (recording) => {
    const done = await record(recording);
    return done.ok ? done.value.result : done;
  };
}

type ReplyingWriting = Writing & { readonly reply: StoredReply };
type Decision = { readonly writing: ReplyingWriting } | { readonly result: Result<StoredReply> };

async function recordAll(
  tx: Tx,
  recordings: readonly KeyedRecording[],
  how: { readonly waits: boolean },
): Promise<(Outcome | Undecided)[]> {
  const facts = await readFacts(tx, recordings, how);
  const decisions: (Decision | undefined)[] = [];
  for (const [index, recording] of recordings.entries()) {
    const known = facts[index];
    decisions.push(known && (await decide(tx, recording, known, how)));
  }
  const writings = decisions.flatMap((decision) =>
    decision && 'writing' in decision ? [decision.writing] : [],
  );
  const written = await writePayments(tx, writings, how);
  return decisions.map((decision) => {
    if (decision === undefined) return { outcome: 'alone' };
    if ('result' in decision) return { outcome: 'decided', result: decision.result };
    if (!written.has(decision.writing)) return { outcome: 'alone' };
    return { outcome: 'decided', result: ok(decision.writing.reply) };
  });
}

/** Undefined if it has to wait for others, unless it may (`waits`). */
async function decide(
  tx: Tx,
  recording: KeyedRecording,
  facts: ClaimedFacts,
  { waits }: { readonly waits: boolean },
): Promise<Decision | undefined> {
  const settled = resultOfClaim(facts) ?? (await findRefusal(tx, recording, facts));
  if (settled) return { result: settled };
  const without = listWithoutWallet(recording, facts);
  if (without.length > 0 && !waits) return undefined;
  const { caller, now, newId } = recording;
  const opening = { actorId: caller.memberId, now, newId };
  const opened = await openSettlementWallets(tx, caller.chapterId, without, opening);
  const decided = decideRecording(recording, facts, opened);
  const reply = recording.replyOf({ ...decided.payment, transactions: decided.transactions });
  return { writing: { recording, decided, reply } };
}

function resultOfClaim({ claimed, seen }: ClaimedFacts): Result<StoredReply> | undefined {
  switch (claimed) {
    case null:
      return undefined;
    case 'seen':
      return ok(seen);
    case 'key_reused':
      return keyReused;
    case 'in_flight':
      return requestInFlight;
    default:
      return claimed satisfies never;
  }
}
