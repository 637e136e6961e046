/** What becomes of a payment once it is recorded: lock, decide, save, post, audit. */

import { listMemberNames } from '#features/members/server/store.ts';
import { postJournal } from '#features/wallets/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type AuditRecord, auditWork } from '#server/audit/audit.ts';
import type { VersionedWork } from '#server/work.ts';
import type { Payment, PaymentDetail } from '../contract.ts';
import { checkAct, type PaymentAct, toFacts } from '../payment.ts';
import { effectiveAtOf, legsOf } from './posting.ts';
import { addTransactions, findPayment, savePayment } from './store.ts';

export type Work = VersionedWork<'role' | 'timeZone' | 'seesAllWallets'>;

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
  const refused = checkAct(caller, toFacts(before), act);
  if (refused) return refused;
  if (ifMatch !== undefined && ifMatch !== before.version) {
    return refuse('changed', 'changed_meanwhile', 'Someone else changed this payment');
  }
  const [name] = await listMemberNames(tx, caller.chapterId, [caller.memberId]);
  const decider = { id: caller.memberId, name: name?.displayName ?? '' };
  const after = { ...before, ...decide(decider), version: before.version + 1, updatedAt: now };
  await savePayment(tx, caller.chapterId, after);
  await auditWork(work, { action, kind: 'payment', id, before, after });
  return ok(after);
}

async function post(
  work: Work,
  payment: Payment,
  kind: 'pay' | 'pay_back',
): Promise<Result<PaymentDetail>> {
  const { tx, caller, now, newId } = work;
  const posting = {
    kind,
    subjectId: payment.id,
    source: {
      origin: 'payment',
      paymentId: payment.id,
      referenceId: payment.reference ?? undefined,
    },
    actorId: caller.memberId,
    // A payment counts on its day, a counter-entry when it is made.
    effectiveAt: kind === 'pay' ? effectiveAtOf(payment, work) : now,
    legs: legsOf(payment, kind),
  };
  const posted = await postJournal(tx, caller.chapterId, posting, now, newId);
  return posted.ok ? ok(await addTransactions(tx, caller, payment)) : posted;
}

function notPosted(payment: Payment): Result<PaymentDetail> {
  return ok({ ...payment, transactions: [] });
}
