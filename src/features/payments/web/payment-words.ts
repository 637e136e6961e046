/** How screens say what a payment is. */
import { formatDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { methodNames } from '#kit/payment-methods.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';
import type { Payment, PaymentStatus } from '../contract.ts';

export const statusNames: Record<PaymentStatus, string> = {
  waiting: 'Waiting',
  confirmed: 'Confirmed',
  rejected: 'Declined',
  withdrawn: 'Canceled',
  taken_back: 'Reversed',
};

export const statusTones: Record<PaymentStatus, BadgeTone> = {
  waiting: 'warn',
  confirmed: 'settled',
  rejected: 'outline',
  withdrawn: 'outline',
  taken_back: 'outline',
};

/** 'You paid Ben', 'Ann paid you', 'The chapter paid Ann'. */
export function describePayment({ from, to }: Pick<Payment, 'from' | 'to'>, me: Id<'member'>) {
  const payer = from === null ? 'The chapter' : from.id === me ? 'You' : from.name;
  const payee = to === null ? 'the chapter' : to.id === me ? 'you' : to.name;
  return `${payer} paid ${payee}`;
}

/** Who can confirm it: 'Waiting for Ben Ode or a treasurer'; undefined once decided. */
export function describeWaiting(
  { status, from, to, saidAs }: Pick<Payment, 'status' | 'from' | 'to' | 'saidAs'>,
  me: Id<'member'>,
): string | undefined {
  if (status !== 'waiting') return undefined;
  const other = saidAs === 'payee' ? from : to;
  if (other === null) return 'Waiting for a treasurer';
  return `Waiting for ${other.id === me ? 'you' : other.name} or a treasurer`;
}

/** 'Canceled by you', 'Declined by Ben Ode'; undefined unless it came to nothing. */
export function describeEnd(
  { status, decidedBy, takenBackBy }: Pick<Payment, 'status' | 'decidedBy' | 'takenBackBy'>,
  me: Id<'member'>,
): string | undefined {
  if (status === 'waiting' || status === 'confirmed') return undefined;
  return `${statusNames[status]} by ${nameOrYou(takenBackBy ?? decidedBy, me)}`;
}

export function nameOrYou(person: Payment['decidedBy'], me: Id<'member'>): string {
  return person?.id === me ? 'you' : (person?.name ?? '');
}

/** 'Nov 20, 2026 · Check · 1042' */
export function describeHow({ paidOn, method, reference }: Payment): string {
  return [formatDay(paidOn), methodNames[method], reference].filter(Boolean).join(' · ');
}
