/** Who may record, see and decide a payment, and what it moves. The same on the server and the screen. */
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import { type Refused, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import type { Payment, PaymentStatus } from './contract.ts';

/** A member, or null for the chapter, whose side treasurers and admins speak for. */
export type Side = Id<'member'> | null;

type Actor = Pick<MemberCaller, 'memberId' | 'role'>;

export type PaymentFacts = {
  readonly fromMemberId: Side;
  readonly toMemberId: Side;
  readonly saidBy: Id<'member'>;
  readonly saidAs: Payment['saidAs'];
  readonly status: PaymentStatus;
};

export type PaymentAct = 'confirm' | 'reject' | 'withdraw' | 'takeBack';

export function keepsTheBooks({ role }: Pick<Actor, 'role'>): boolean {
  return roleSuffices(role, 'treasurer');
}

/** As whom this person may record a payment between these sides; undefined if they may not. */
export function sayAs(
  actor: Actor,
  { fromMemberId, toMemberId }: Pick<PaymentFacts, 'fromMemberId' | 'toMemberId'>,
): Payment['saidAs'] | undefined {
  if (keepsTheBooks(actor)) return 'treasurer';
  if (fromMemberId === actor.memberId) return 'payer';
  if (toMemberId === actor.memberId) return 'payee';
  return undefined;
}

/** As `sayAs`; who settles an expense as paid outside may record all of its payments. */
export function sayAsSettler(
  actor: Actor,
  sides: Pick<PaymentFacts, 'fromMemberId' | 'toMemberId'>,
): Payment['saidAs'] {
  return sayAs(actor, sides) ?? 'settler';
}

/** A treasurer's word counts at once; what one side alone says waits. */
export function firstStatus(saidAs: Payment['saidAs']): 'waiting' | 'confirmed' {
  return saidAs === 'treasurer' ? 'confirmed' : 'waiting';
}

export function maySee(
  actor: Actor,
  { fromMemberId, toMemberId, saidBy, saidAs }: Omit<PaymentFacts, 'status'>,
): boolean {
  const sees =
    saidAs === 'settler' ? [fromMemberId, toMemberId, saidBy] : [fromMemberId, toMemberId];
  return keepsTheBooks(actor) || sees.includes(actor.memberId);
}

/** The refusal if this person may not do this to a payment they see; the status comes last. */
export function checkAct(
  actor: Actor,
  payment: PaymentFacts,
  act: PaymentAct,
): Refused | undefined {
  switch (act) {
    case 'confirm':
    case 'reject':
      if (payment.saidBy === actor.memberId && payment.status === 'waiting') {
        return refuse(
          'forbidden',
          'own_word',
          `Someone else has to ${act === 'reject' ? 'decline' : act} what you recorded`,
        );
      }
      if (act === 'confirm' && payment.saidAs === 'settler' && !isPayee(actor, payment)) {
        return refuse(
          'forbidden',
          'payee_needed',
          'Only the person who was paid or a treasurer can confirm this',
        );
      }
      return checkStatus(payment.status, 'waiting');
    case 'withdraw':
      if (payment.saidBy !== actor.memberId) {
        return refuse(
          'forbidden',
          'not_yours',
          'Only the person who recorded this payment can cancel it',
        );
      }
      return checkStatus(payment.status, 'waiting');
    case 'takeBack':
      if (!keepsTheBooks(actor)) {
        return refuse('forbidden', 'treasurer_needed', 'Only treasurers and admins can do this');
      }
      return checkStatus(payment.status, 'confirmed');
  }
}

/** Treasurers speak for the chapter, and for anyone. */
function isPayee(actor: Actor, { toMemberId }: Pick<PaymentFacts, 'toMemberId'>): boolean {
  return keepsTheBooks(actor) || toMemberId === actor.memberId;
}

const became: Record<PaymentStatus, string> = {
  waiting: 'is still waiting to be confirmed',
  confirmed: 'is already confirmed',
  rejected: 'was already declined',
  withdrawn: 'was canceled',
  taken_back: 'was already reversed',
};

function checkStatus(status: PaymentStatus, needed: PaymentStatus): Refused | undefined {
  if (status === needed) return undefined;
  return refuse('conflict', `payment_${status}`, `This payment ${became[status]}`, {
    details: { status },
  });
}

/** What this person may do to a payment they see. */
export function listActs(actor: Actor, payment: PaymentFacts): PaymentAct[] {
  const acts: PaymentAct[] = ['confirm', 'reject', 'withdraw', 'takeBack'];
  return acts.filter((act) => checkAct(actor, payment, act) === undefined);
}

export type Movement = { readonly memberId: Id<'member'>; readonly amountCents: Cents };

/** The payer's wallet goes up, the payee's down; the chapter's side needs no wallet. */
export function movementsOf(
  {
    fromMemberId,
    toMemberId,
    amount,
  }: Pick<PaymentFacts, 'fromMemberId' | 'toMemberId'> & { readonly amount: Cents },
  kind: 'pay' | 'pay_back',
): Movement[] {
  const up = kind === 'pay' ? amount : cents(-amount);
  return [
    ...(fromMemberId === null ? [] : [{ memberId: fromMemberId, amountCents: up }]),
    ...(toMemberId === null ? [] : [{ memberId: toMemberId, amountCents: cents(-up) }]),
  ];
}

/** The facts of a payment as the API shows it. */
export function toFacts(payment: Payment): PaymentFacts {
  const { from, to, saidBy, saidAs, status } = payment;
  return {
    fromMemberId: from?.id ?? null,
    toMemberId: to?.id ?? null,
    saidBy: saidBy.id,
    saidAs,
    status,
  };
}
