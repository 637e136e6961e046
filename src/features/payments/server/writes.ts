/** Every write of payments: lock, decide, save, post, audit. */
import { readStanding } from '#features/expenses/server/store.ts';
import { findActiveMemberIds, listMemberNames } from '#features/members/server/store.ts';
import { postPayment } from '#features/wallets/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { type Instant, instantToDay, localToInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { centsToDollars } from '#kit/money.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { NewPayment, Payment, PaymentDetail } from '../contract.ts';
import {
  firstStatus,
  movementsOf,
  type PaymentAct,
  refusalOfAct,
  sayAs,
  toFacts,
} from '../payment.ts';

import {
  addTransactions,
  findPayment,
  insertPayment,
  lockDuplicate,
  savePayment,
} from './store.ts';

export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<
    MemberCaller,
    'chapterId' | 'memberId' | 'role' | 'timeZone' | 'seesAllWallets'
  >;
  readonly now: Instant;
  readonly newId: NewId;
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
};

export async function recordPayment(
  work: Work,
  stated: NewPayment,
): Promise<Result<PaymentDetail>> {
  const { tx, caller, now, newId } = work;
  const { fromMemberId, toMemberId, amount, paidOn, method } = stated;
  const saidAs = sayAs(caller, stated);
  if (!saidAs) return notYourPayment;
  const refused = refusalOfStatement(work, stated);
  if (refused) return refused;
  const sides = [fromMemberId, toMemberId].filter((id) => id !== null);
  const named = await listMemberNames(tx, caller.chapterId, [...sides, caller.memberId]);
  const people = new Map(named.map(({ id, displayName }) => [id, { id, name: displayName }]));
  for (const field of ['fromMemberId', 'toMemberId'] as const) {
    const id = stated[field];
    if (id !== null && !people.has(id)) return unknownMember(field);
  }
  const left = await refusalOfFormerMember(work, stated);
  if (left) return left;
  const duplicate = await lockDuplicate(tx, caller.chapterId, stated);
  if (duplicate && !stated.isDuplicateAllowed) return possibleDuplicate(duplicate);
  const saidBy = { id: caller.memberId, name: people.get(caller.memberId)?.name ?? '' };
  const status = firstStatus(saidAs);
  const payment: Payment = {
    id: newId(),
    from: fromMemberId === null ? null : (people.get(fromMemberId) ?? null),
    to: toMemberId === null ? null : (people.get(toMemberId) ?? null),
    amount,
    paidOn,
    method,
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
  await insertPayment(tx, caller.chapterId, payment);
  await record(work, { action: 'payment.create', kind: 'payment', id: payment.id, after: payment });
  return status === 'confirmed' ? post(work, payment, 'pay') : notPosted(payment);
}

export async function confirmPayment(
  work: Work,
  id: Id<'payment'>,
): Promise<Result<PaymentDetail>> {
  const changed = await change(work, id, 'confirm', 'payment.confirm', (decider) => ({
    status: 'confirmed',
    decidedBy: decider,
    decidedAt: work.now,
  }));
  return changed.ok ? post(work, changed.value, 'pay') : changed;
}

export async function rejectPayment(
  work: Work,
  id: Id<'payment'>,
  reason: string,
): Promise<Result<PaymentDetail>> {
  const changed = await change(work, id, 'reject', 'payment.reject', (decider) => ({
    status: 'rejected',
    decidedBy: decider,
    decidedAt: work.now,
    reason,
  }));
  return changed.ok ? notPosted(changed.value) : changed;
}

export async function withdrawPayment(
  work: Work,
  id: Id<'payment'>,
): Promise<Result<PaymentDetail>> {
  const changed = await change(work, id, 'withdraw', 'payment.withdraw', (decider) => ({
    status: 'withdrawn',
    decidedBy: decider,
    decidedAt: work.now,
  }));
  return changed.ok ? notPosted(changed.value) : changed;
}

export async function takeBackPayment(
  work: Work,
  id: Id<'payment'>,
  reason: string,
): Promise<Result<PaymentDetail>> {
  const changed = await change(work, id, 'takeBack', 'payment.take-back', (decider) => ({
    status: 'taken_back',
    takenBackBy: decider,
    takenBackAt: work.now,
    reason,
  }));
  return changed.ok ? post(work, changed.value, 'pay_back') : changed;
}

type Person = Payment['saidBy'];

/** Locks a payment, and saves and records what has become of it, if the caller may decide that. */
async function change(
  work: Work,
  id: Id<'payment'>,
  act: PaymentAct,
  action: AuditRecord['action'],
  decide: (decider: Person) => Partial<Payment>,
): Promise<Result<Payment>> {
  const { tx, caller, now, ifMatch } = work;
  const before = await findPayment(tx, caller, id, 'lock');
  if (!before) return notFound('Payment');
  const refused = refusalOfAct(caller, toFacts(before), act);
  if (refused) return refused;
  if (ifMatch !== undefined && ifMatch !== before.version) {
    return refuse('changed', 'changed_meanwhile', 'Someone else changed this payment meanwhile');
  }
  const [name] = await listMemberNames(tx, caller.chapterId, [caller.memberId]);
  const decider = { id: caller.memberId, name: name?.displayName ?? '' };
  const after = { ...before, ...decide(decider), version: before.version + 1, updatedAt: now };
  await savePayment(tx, caller.chapterId, after);
  await record(work, { action, kind: 'payment', id, before, after });
  return ok(after);
}

async function post(
  work: Work,
  payment: Payment,
  kind: 'pay' | 'pay_back',
): Promise<Result<PaymentDetail>> {
  const { tx, caller, now, newId } = work;
  const { from, to } = payment;
  const legs = movementsOf({ ...toFacts(payment), amount: payment.amount }, kind);
  const posting = {
    paymentId: payment.id,
    kind,
    actorId: caller.memberId,
    referenceId: payment.reference,
    // A payment counts on its day, a counter-entry when it is made.
    effectiveAt: kind === 'pay' ? effectiveAtOf(payment, work) : now,
    legs: legs.map((leg) => {
      const said = leg.memberId === from?.id ? `to ${nameOf(to)}` : `from ${nameOf(from)}`;
      const description = kind === 'pay' ? `Payment ${said}` : `Taken back: payment ${said}`;
      return { ...leg, description };
    }),
  };
  const posted = await postPayment(tx, caller.chapterId, posting, now, newId);
  return posted.ok ? ok(await addTransactions(tx, caller, payment)) : posted;
}

const nameOf = (side: Person | null) => side?.name ?? 'the chapter';

/** Noon of the day, or now if it is today. */
function effectiveAtOf({ paidOn }: Payment, { caller, now }: Work): Instant {
  const isToday = paidOn === instantToDay(now, caller.timeZone);
  return isToday ? now : localToInstant(`${paidOn}T12:00`, caller.timeZone);
}

function notPosted(payment: Payment): Result<PaymentDetail> {
  return ok({ ...payment, transactions: [] });
}

function refusalOfStatement({ caller, now }: Work, stated: NewPayment): Refused | undefined {
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
  return undefined;
}

/** Who has left pays and is paid only as long as they have or owe something. */
async function refusalOfFormerMember(
  { tx, caller: { chapterId } }: Work,
  stated: NewPayment,
): Promise<Refused | undefined> {
  const sides = [stated.fromMemberId, stated.toMemberId].filter((id) => id !== null);
  const active = await findActiveMemberIds(tx, chapterId, sides);
  for (const field of ['fromMemberId', 'toMemberId'] as const) {
    const id = stated[field];
    if (id === null || active.has(id)) continue;
    if ((await readStanding(tx, chapterId, id)) === 0) {
      const message = 'This person has left the chapter and is even';
      return refuse('invalid', 'former_member', message, { field });
    }
  }
  return undefined;
}

const notYourPayment = refuse(
  'forbidden',
  'not_your_payment',
  'You can record what you paid or received; anything else is recorded by a treasurer',
);

function unknownMember(field: string): Refused {
  return refuse('invalid', 'unknown_member', 'This person is not a member', { field });
}

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

async function record({ tx, caller, now, newId }: Work, what: AuditRecord): Promise<void> {
  const { chapterId, memberId } = caller;
  await audit(tx, { chapterId, memberId, now, newId }, what);
}
