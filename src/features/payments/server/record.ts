/** Decides on a payment that somebody wants to record. */
import { readStanding, readStatus } from '#features/expenses/server/store.ts';
import { maySeeWalletsOf } from '#features/wallets/read-permission.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { type Day, type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { centsToDollars } from '#kit/money.ts';
import { type Refused, refuse } from '#kit/result.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { NewPayment, Payment, PaymentDetail, RecordedFields } from '../contract.ts';
import { recordedFields } from '../field-labels.ts';
import { firstStatus, type Side, sayAs, sayAsSettler } from '../payment.ts';
import { effectiveAtOf, type Leg, legsOf } from './posting.ts';
import { findPayment } from './store.ts';

export type Recording = {
  readonly caller: Pick<
    MemberCaller,
    'chapterId' | 'memberId' | 'role' | 'timeZone' | 'seesAllWallets'
  >;
  readonly now: Instant;
  readonly newId: NewId;
  readonly entered: NewPayment;
  /** Whether it is recorded by settling an expense as paid outside. */
  readonly settles?: boolean;
  /** With which others it is recorded. */
  readonly depositId?: Id<'deposit'>;
};

function findRecorderRole({ caller, entered, settles }: Recording): Payment['saidAs'] | undefined {
  return settles ? sayAsSettler(caller, entered) : sayAs(caller, entered);
}

type SideFacts = {
  /** Null for the chapter and for someone unknown. */
  readonly name: string | null;
  readonly hasLeft: boolean;
  readonly walletId: Id<'wallet'> | null;
};

/** What the database knows of a payment to be recorded. */
export type RecordingFacts = {
  /** The latest payment that may be the same one. */
  readonly duplicateId: Id<'payment'> | null;
  readonly actorName: string;
  readonly from: SideFacts;
  readonly to: SideFacts;
};

/** What is to be written. */
export type DecidedPayment = {
  readonly payment: Payment;
  /** What the caller may see of what it posts. */
  readonly transactions: PaymentDetail['transactions'];
  /** Undefined while it waits. */
  readonly posting:
    | { readonly effectiveAt: Instant; readonly legs: readonly PostedLeg[] }
    | undefined;
};
type PostedLeg = Leg & {
  readonly transactionId: Id<'transaction'>;
  readonly walletId: Id<'wallet'>;
};

/** The members whose missing wallets recording this payment opens. */
export function listWithoutWallet(recording: Recording, facts: RecordingFacts): Id<'member'>[] {
  if (findRecorderRole(recording) !== 'treasurer') return [];
  const { fromMemberId, toMemberId } = recording.entered;
  return [
    ...(fromMemberId && !facts.from.walletId ? [fromMemberId] : []),
    ...(toMemberId && !facts.to.walletId ? [toMemberId] : []),
  ];
}

/** What recording this payment writes; `opened` are the wallets of those who had none. */
export function decideRecording(
  recording: Recording,
  facts: RecordingFacts,
  opened: ReadonlyMap<Id<'member'>, Id<'wallet'>>,
): DecidedPayment {
  const { caller, newId } = recording;
  const payment = toPayment(recording, facts);
  if (payment.status === 'waiting') {
    return { payment, transactions: [], posting: undefined };
  }
  const found = new Map([
    [payment.from?.id, facts.from.walletId],
    [payment.to?.id, facts.to.walletId],
  ]);
  const posted = legsOf(payment, 'pay').map((leg): PostedLeg => {
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
  return { payment, transactions, posting: { effectiveAt, legs: posted } };
}

/** Why this payment may not be recorded. */
export async function findRefusal(
  tx: Tx,
  recording: Recording,
  facts: RecordingFacts,
): Promise<Refused | undefined> {
  const { caller, now, entered } = recording;
  if (!findRecorderRole(recording)) return notYourPayment;
  if (entered.fromMemberId === entered.toMemberId) {
    return refuse('invalid', 'same_side', 'A payment is between two different sides', {
      field: 'toMemberId',
    });
  }
  const refused =
    checkPaidOn(entered.paidOn, instantToDay(now, caller.timeZone)) ??
    (await findRefusalOfSide(tx, recording, 'fromMemberId', facts.from)) ??
    (await findRefusalOfSide(tx, recording, 'toMemberId', facts.to)) ??
    (await findRefusalOfExpense(tx, recording));
  if (refused) return refused;
  if (facts.duplicateId === null || entered.isDuplicateAllowed) return undefined;
  // Who is neither side may not learn what the sides have paid each other; their word waits anyway.
  if (findRecorderRole(recording) === 'settler') return undefined;
  const duplicate = await findPayment(tx, caller, facts.duplicateId);
  if (!duplicate) throw new Error('a possible duplicate was not found');
  return possibleDuplicate(duplicate);
}

export function checkPaidOn(paidOn: Day, today: Day): Refused | undefined {
  if (paidOn <= today) return undefined;
  return refuse('invalid', 'future_day', 'A payment cannot be in the future', { field: 'paidOn' });
}

/** Who has left pays and is paid only as long as they have or owe something. */
async function findRefusalOfSide(
  tx: Tx,
  { caller: { chapterId }, entered, settles }: Recording,
  field: 'fromMemberId' | 'toMemberId',
  { name, hasLeft }: SideFacts,
): Promise<Refused | undefined> {
  const side = entered[field];
  if (side === null) return undefined;
  if (name === null) {
    return refuse('invalid', 'unknown_member', 'This person is not a member', { field });
  }
  // The sides of an expense are given by it.
  if (!hasLeft || settles || (await readStanding(tx, chapterId, side)) !== 0) return undefined;
  const message = 'This person has left the chapter and is settled up';
  return refuse('invalid', 'former_member', message, { field });
}

/** What settles an expense is in the transaction that has locked it. */
async function findRefusalOfExpense(
  tx: Tx,
  { caller, entered: { expenseId }, settles }: Recording,
): Promise<Refused | undefined> {
  if (expenseId === undefined || settles) return undefined;
  const status = await readStatus(tx, caller.chapterId, expenseId);
  if (status === 'open' || status === 'settled') return undefined;
  return refuse('invalid', 'unknown_expense', 'This expense does not exist', {
    field: 'expenseId',
  });
}

function toPayment(recording: Recording, facts: RecordingFacts): Payment {
  const { caller, now, newId, entered } = recording;
  const saidAs = findRecorderRole(recording);
  if (!saidAs) throw new Error('a payment is recorded by someone who may not');
  const saidBy = { id: caller.memberId, name: facts.actorName };
  const status = firstStatus(saidAs);
  return {
    id: newId(),
    from: toPerson(entered.fromMemberId, facts.from),
    to: toPerson(entered.toMemberId, facts.to),
    amount: entered.amount,
    paidOn: entered.paidOn,
    method: entered.method,
    ...toRecorded(entered),
    status,
    saidBy,
    saidAs,
    decidedBy: status === 'confirmed' ? saidBy : null,
    decidedAt: status === 'confirmed' ? now : null,
    takenBackBy: null,
    takenBackAt: null,
    reason: null,
    expenseId: entered.expenseId ?? null,
    depositId: recording.depositId ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** An empty text says nothing. */
function toRecorded(entered: NewPayment): RecordedFields {
  return Object.fromEntries(
    recordedFields.map((field) => [field, entered[field] || null]),
  ) as RecordedFields;
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
