/**
 * Records payments in batches: those that arrive while one is written are written together in the
 * next. For each, as if it came alone, the database tells what decides (`payment_facts`) and writes
 * what was decided (`record_payments` in migrations/0046_recording_payments.sql).
 */
import { sql } from 'kysely';
import { maxDescriptionLength } from '#features/wallets/contract.ts';
import { refusalOfRange } from '#features/wallets/server/store.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { createBatch, getConflictKeys, type Undecided } from '#server/database/batches.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { StoredReply } from '#server/database/idempotency.ts';
import {
  type DecidedPayment,
  decideRecording,
  type Recording,
  type RecordingFacts,
} from './record.ts';
import { toPaymentRow } from './store.ts';

export type RecordPayment = (recording: Recording) => Promise<Result<StoredReply>>;

/** Payments closer than this, of the same sides and amount, may be the same one. */
const duplicateDays = 3;

type Outcome = { readonly outcome: 'decided'; readonly result: Result<StoredReply> };

export function createPaymentRecorder(db: Db): RecordPayment {
  const record = createBatch<Recording, Outcome>(db, {
    conflictKeys: (recording) => [...getConflictKeys(recording.claim), toAlikeKey(recording)],
    refusalOf: refusalOfRange,
    send: (connection, recordings, how) =>
      connection.transaction().execute((tx) => recordAll(tx, recordings, how)),
  });
  return async (recording) => {
    const done = await record(recording);
    return done.ok ? done.value.result : done;
  };
}

async function recordAll(
  tx: Tx,
  recordings: readonly Recording[],
  how: { readonly waits: boolean },
): Promise<(Outcome | Undecided)[]> {
  const facts = await readFacts(tx, recordings, how);
  const decisions = [];
  for (const [index, recording] of recordings.entries()) {
    const known = facts[index];
    decisions.push(known && (await decideRecording(tx, recording, known, how)));
  }
  const toWrite = decisions.flatMap((decision, index) => {
    const recording = recordings[index];
    return recording && decision && 'write' in decision ? [{ recording, ...decision }] : [];
  });
  const written = await writeAll(tx, toWrite, how);
  return decisions.map((decision) => {
    if (decision === undefined) return { outcome: 'alone' };
    if ('result' in decision) return { outcome: 'decided', result: decision.result };
    if (!written.has(decision.write.payment.id)) return { outcome: 'alone' };
    return { outcome: 'decided', result: ok(decision.write.reply) };
  });
}

type FactsRow = StoredReply & {
  readonly claimed: RecordingFacts['claimed'];
  readonly is_taken: boolean;
  readonly duplicate_id: RecordingFacts['duplicateId'];
  readonly actor_name: string;
  readonly from_name: string | null;
  readonly from_has_left: boolean | null;
  readonly from_wallet: Id<'wallet'> | null;
  readonly to_name: string | null;
  readonly to_has_left: boolean | null;
  readonly to_wallet: Id<'wallet'> | null;
};

/** Undefined for a payment alike to one that another transaction is recording. */
async function readFacts(
  tx: Tx,
  recordings: readonly Recording[],
  { waits }: { readonly waits: boolean },
): Promise<(RecordingFacts | undefined)[]> {
  const asked = recordings.map((recording) => ({
    chapter_id: recording.caller.chapterId,
    actor_id: recording.caller.memberId,
    key: recording.claim?.key,
    request_hash: recording.claim?.requestHash,
    alike: toAlikeKey(recording),
    from_member_id: recording.stated.fromMemberId,
    to_member_id: recording.stated.toMemberId,
    amount_cents: recording.stated.amount,
    paid_on: recording.stated.paidOn,
  }));
  const { rows } = await sql<FactsRow>`
    select * from payment_facts(${JSON.stringify(asked)}, ${duplicateDays}, ${waits})
  `.execute(tx);
  return rows.map((row) => (row.is_taken && row.claimed === null ? undefined : toFacts(row)));
}

function toFacts(row: FactsRow): RecordingFacts {
  return {
    claimed: row.claimed,
    seen: { status: row.status, etag: row.etag, reply: row.reply },
    duplicateId: row.duplicate_id,
    actorName: row.actor_name,
    from: {
      name: row.from_name,
      hasLeft: row.from_has_left ?? false,
      walletId: row.from_wallet,
    },
    to: { name: row.to_name, hasLeft: row.to_has_left ?? false, walletId: row.to_wallet },
  };
}

/** Those who record the same sides and amount take turns, so that two at once find each other. */
function toAlikeKey({ caller, stated }: Recording): string {
  const { fromMemberId, toMemberId, amount } = stated;
  return ['payment', caller.chapterId, fromMemberId, toMemberId, amount].join('/');
}

type Writing = { readonly recording: Recording; readonly write: DecidedPayment };

/** Those that were written: all, unless another writer holds a wallet and `waits` is false. */
async function writeAll(
  tx: Tx,
  writings: readonly Writing[],
  { waits }: { readonly waits: boolean },
): Promise<Set<Id<'payment'>>> {
  if (writings.length === 0) return new Set();
  const sent = JSON.stringify(writings.map(toStatementInput));
  const { rows } = await sql<{ is_written: boolean }>`
    select is_written from record_payments(${sent}, ${waits}) is_written
  `.execute(tx);
  const written = writings.filter((_, index) => rows[index]?.is_written);
  return new Set(written.map(({ write }) => write.payment.id));
}

/** The input format of `record_payments`. */
function toStatementInput({ recording, write: { payment, posting, reply } }: Writing) {
  const { caller, claim, newId } = recording;
  return {
    chapter_id: caller.chapterId,
    actor_id: caller.memberId,
    key: claim?.key,
    request_hash: claim?.requestHash,
    ...reply,
    audit_id: newId(),
    payment: toPaymentRow(caller.chapterId, payment),
    after: payment,
    ...(posting && {
      journal_id: newId(),
      effective_at: posting.effectiveAt,
      legs: posting.legs.map((leg) => ({
        transaction_id: leg.transactionId,
        wallet_id: leg.walletId,
        user_id: leg.memberId,
        amount_cents: leg.amountCents,
        description: cut(leg.description, maxDescriptionLength),
      })),
    }),
  };
}
