/** Decides on a payment that somebody wants to record. */
import { readStanding } from '#features/expenses/server/store.ts';
import { maySeeWalletsOf } from '#features/wallets/read-permission.ts';
import { openSettlementWallets } from '#features/wallets/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { centsToDollars } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import {
  type Claim,
  keyReused,
  requestInFlight,
  type StoredReply,
} from '#server/database/idempotency.ts';
import type { NewId } from '#server/database/ids.ts';
import type { NewPayment, Payment, PaymentDetail } from '../contract.ts';
import { firstStatus, type Side, sayAs } from '../payment.ts';
import { effectiveAtOf, type Leg, legsOf } from './posting.ts';
import { findPayment } from './store.ts';

export type Recording = {
  readonly caller: Pick<
    MemberCaller,
    'chapterId' | 'memberId' | 'role' | 'timeZone' | 'seesAllWallets'
  >;
  readonly now: Instant;
  readonly newId: NewId;
  /** Undefined without an idempotency key. */
  readonly claim: Claim | undefined;
  readonly replyOf: (payment: PaymentDetail) => StoredReply;
  readonly stated: NewPayment;
};

type SideFacts = {
  /** Null for the chapter and for someone unknown. */
  readonly name: string | null;
  readonly hasLeft: boolean;
  readonly walletId: Id<'wallet'> | null;
};

/** What the database tells of a payment to be recorded. */
export type RecordingFacts = {
  /** Null if the work should be done. */
  readonly claimed: 'seen' | 'key_reused' | 'in_flight' | null;
  /** The stored reply of the same request. */
  readonly seen: StoredReply;
  /** The latest payment that may be the same one. */
  readonly duplicateId: Id<'payment'> | null;
  readonly actorName: string;
  readonly from: SideFacts;
  readonly to: SideFacts;
};

/** What is to be written. */
export type DecidedPayment = {
  readonly payment: Payment;
  /** Undefined while it waits. */
  readonly posting:
    | { readonly effectiveAt: Instant; readonly legs: readonly PostedLeg[] }
    | undefined;
  readonly reply: StoredReply;
};
type PostedLeg = Leg & {
  readonly transactionId: Id<'transaction'>;
  readonly walletId: Id<'wallet'>;
};

export type Decision =
  | { readonly write: DecidedPayment }
  | { readonly result: Result<StoredReply> };

/** Undefined if it has to wait for others, unless it may (`waits`). */
export async function decideRecording(
  tx: Tx,
  recording: Recording,
  facts: RecordingFacts,
  { waits }: { readonly waits: boolean },
): Promise<Decision | undefined> {
  const settled = resultOfClaim(facts) ?? (await findRefusal(tx, recording, facts));
  if (settled) return { result: settled };
  const { caller, newId, now, replyOf } = recording;
  const payment = toPayment(recording, facts);
  if (payment.status === 'waiting') {
    const reply = replyOf({ ...payment, transactions: [] });
    return { write: { payment, posting: undefined, reply } };
  }
  const legs = legsOf(payment, 'pay');
  const found = new Map([
    [payment.from?.id, facts.from.walletId],
    [payment.to?.id, facts.to.walletId],
  ]);
  const members = legs.map(({ memberId }) => memberId);
  const without = members.filter((id) => !found.get(id));
  if (without.length > 0 && !waits) return undefined;
  const opening = { actorId: caller.memberId, now, newId };
  const opened = await openSettlementWallets(tx, caller.chapterId, without, opening);
  const posted = legs.map((leg): PostedLeg => {
    const walletId = found.get(leg.memberId) ?? opened.get(leg.memberId);
    if (!walletId) throw new Error('a side of a payment has no wallet');
    return { ...leg, transactionId: newId(), walletId };
  });
  const effectiveAt = effectiveAtOf(payment, recording);
  const transactions = posted
    .filter(({ memberId }) => maySeeWalletsOf(caller, memberId))
    .map(({ transactionId, walletId, memberId, amountCents }) => ({
      transactionId,
      walletId,
      memberId,
      amount: amountCents,
      date: effectiveAt,
    }));
  const reply = replyOf({ ...payment, transactions });
  return { write: { payment, posting: { effectiveAt, legs: posted }, reply } };
}

function resultOfClaim({ claimed, seen }: RecordingFacts): Result<StoredReply> | undefined {
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

async function findRefusal(
  tx: Tx,
  recording: Recording,
  facts: RecordingFacts,
): Promise<Refused | undefined> {
  const { caller, now, stated } = recording;
  if (!sayAs(caller, stated)) return notYourPayment;
  if (stated.fromMemberId === stated.toMemberId) {
    return refuse('invalid', 'same_side', 'A payment is between two different sides', {
      field: 'toMemberId',
    });
  }
  if (stated.paidOn > instantToDay(now, caller.timeZone)) {
    return refuse('invalid', 'future_day', 'A payment cannot be in the future', {
      field: 'paidOn',
    });
  }
  const refused =
    (await findRefusalOfSide(tx, caller, 'fromMemberId', stated.fromMemberId, facts.from)) ??
    (await findRefusalOfSide(tx, caller, 'toMemberId', stated.toMemberId, facts.to));
  if (refused) return refused;
  if (facts.duplicateId === null || stated.isDuplicateAllowed) return undefined;
  const duplicate = await findPayment(tx, caller, facts.duplicateId);
  if (!duplicate) throw new Error('a possible duplicate was not found');
  return possibleDuplicate(duplicate);
}

/** Who has left pays and is paid only as long as they have or owe something. */
async function findRefusalOfSide(
  tx: Tx,
  { chapterId }: Pick<MemberCaller, 'chapterId'>,
  field: string,
  side: Side,
  { name, hasLeft }: SideFacts,
): Promise<Refused | undefined> {
  if (side === null) return undefined;
  if (name === null) {
    return refuse('invalid', 'unknown_member', 'This person is not a member', { field });
  }
  if (!hasLeft || (await readStanding(tx, chapterId, side)) !== 0) return undefined;
  const message = 'This person has left the chapter and is even';
  return refuse('invalid', 'former_member', message, { field });
}

function toPayment({ caller, now, newId, stated }: Recording, facts: RecordingFacts): Payment {
  const saidAs = sayAs(caller, stated);
  if (!saidAs) throw new Error('a payment is recorded by someone who may not');
  const saidBy = { id: caller.memberId, name: facts.actorName };
  const status = firstStatus(saidAs);
  return {
    id: newId(),
    from: toPerson(stated.fromMemberId, facts.from),
    to: toPerson(stated.toMemberId, facts.to),
    amount: stated.amount,
    paidOn: stated.paidOn,
    method: stated.method,
    reference: stated.reference || null,
    note: stated.note || null,
    status,
    saidBy,
    saidAs,
    decidedBy: status === 'confirmed' ? saidBy : null,
    decidedAt: status === 'confirmed' ? now : null,
    takenBackBy: null,
    takenBackAt: null,
    reason: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

function toPerson(side: Side, { name }: SideFacts): Payment['from'] {
  return side === null ? null : { id: side, name: name ?? '' };
}

const notYourPayment = refuse(
  'forbidden',
  'not_your_payment',
  'You can record what you paid or received; anything else is recorded by a treasurer',
);

function possibleDuplicate(other: Payment): Refused {
  const message = 'A payment of the same amount between the same two is already recorded';
  return refuse('conflict', 'possible_duplicate', message, {
    details: {
      paymentId: other.id,
      amount: centsToDollars(other.amount),
      paidOn: other.paidOn,
      status: other.status,
      saidBy: other.saidBy.name,
    },
  });
}
