/** What a payment moves in the ledger, and when it counts. */
import type { MemberCaller } from '#kit/caller.ts';
import { type Instant, instantToDay, localToInstant } from '#kit/day.ts';
import type { Payment } from '../contract.ts';
import { type Movement, movementsOf, toFacts } from '../payment.ts';

export type Leg = Movement & { readonly description: string };

/** The movements of wallets, each with the description of its transaction. */
export function legsOf(payment: Payment, kind: 'pay' | 'pay_back'): Leg[] {
  const { from, to, amount } = payment;
  return movementsOf({ ...toFacts(payment), amount }, kind).map((movement) => {
    const parties = movement.memberId === from?.id ? `to ${nameOf(to)}` : `from ${nameOf(from)}`;
    const description = kind === 'pay' ? `Payment ${parties}` : `Reversed: payment ${parties}`;
    return { ...movement, description };
  });
}

const nameOf = (side: Payment['from']) => side?.name ?? 'the chapter';

/** Noon of the day that it was paid, or now if that is today. */
export function effectiveAtOf(
  { paidOn }: Pick<Payment, 'paidOn'>,
  { caller, now }: { readonly caller: Pick<MemberCaller, 'timeZone'>; readonly now: Instant },
): Instant {
  const isToday = paidOn === instantToDay(now, caller.timeZone);
  return isToday ? now : localToInstant(`${paidOn}T12:00`, caller.timeZone);
}
