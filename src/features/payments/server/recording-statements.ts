/**
 * The two statements that record payments, any number at once (migrations/0111_posting.sql):
 * `payment_facts` reads what decides about each, `record_payments` writes what was decided.
 */
import { sql } from 'kysely';
import { maxDescriptionLength } from '#features/wallets/contract.ts';
import type { Id } from '#kit/id.ts';
import { cut } from '#kit/text.ts';
import type { Tx } from '#server/database/db.ts';
import type { Claim, StoredReply } from '#server/database/idempotency.ts';
import type { DecidedPayment, Recording, RecordingFacts } from './record.ts';
import { toPaymentRow } from './store.ts';

type Waits = { readonly waits: boolean };

/** Undefined without a key, or if the request as a whole claims it. */
type Claiming = { readonly claim?: Claim | undefined };

export type ClaimedFacts = RecordingFacts & {
  /** Null if the work should be done. */
  readonly claimed: 'seen' | 'key_reused' | 'in_flight' | null;
  /** The stored reply of the same request. */
  readonly seen: StoredReply;
};

/** Payments closer than this, of the same sides and amount, may be the same one. */
const duplicateDays = 3;

type FactsRow = StoredReply & {
  readonly claimed: ClaimedFacts['claimed'];
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
export async function readFacts(
  tx: Tx,
  recordings: readonly (Recording & Claiming)[],
  { waits }: Waits,
): Promise<(ClaimedFacts | undefined)[]> {
  const asked = recordings.map((recording) => ({
    chapter_id: recording.caller.chapterId,
    actor_id: recording.caller.memberId,
    key: recording.claim?.key,
    request_hash: recording.claim?.requestHash,
    alike: toAlikeKey(recording),
    from_member_id: recording.entered.fromMemberId,
    to_member_id: recording.entered.toMemberId,
    amount_cents: recording.entered.amount,
    paid_on: recording.entered.paidOn,
    expense_id: recording.entered.expenseId,
  }));
  const { rows } = await sql<FactsRow>`
    select * from payment_facts(${JSON.stringify(asked)}, ${duplicateDays}, ${waits})
  `.execute(tx);
  return rows.map((row) => (row.is_taken && row.claimed === null ? undefined : toFacts(row)));
}

function toFacts(row: FactsRow): ClaimedFacts {
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
export function toAlikeKey({ caller, entered }: Pick<Recording, 'caller' | 'entered'>): string {
  const { fromMemberId, toMemberId, amount } = entered;
  return ['payment', caller.chapterId, fromMemberId, toMemberId, amount].join('/');
}

export type Writing = {
  readonly recording: Recording & Claiming;
  readonly decided: DecidedPayment;
  /** Stored with the key, if there is one. */
  readonly reply?: StoredReply;
};

/** Those that were written: all, unless another writer holds a wallet and `waits` is false. */
export async function writePayments(
  tx: Tx,
  writings: readonly Writing[],
  { waits }: Waits,
): Promise<Set<Writing>> {
  if (writings.length === 0) return new Set();
  const sent = JSON.stringify(writings.map(toStatementInput));
  const { rows } = await sql<{ is_written: boolean }>`
    select is_written from record_payments(${sent}, ${waits}) is_written
  `.execute(tx);
  return new Set(writings.filter((_, index) => rows[index]?.is_written));
}

/** The input format of `record_payments`. */
function toStatementInput({ recording, decided: { payment, posting }, reply }: Writing) {
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
