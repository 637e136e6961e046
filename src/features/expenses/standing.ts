import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, zeroCents } from '#kit/money.ts';
import type { MemberStanding } from './summary-contract.ts';

/** What is said before the amount of a standing; a standing of zero has no amount. */
export function describeStanding(standing: Cents, name?: string): string {
  if (standing === 0) return name === undefined ? 'Settled up' : `${name} is settled up`;
  if (standing > 0) return name === undefined ? 'You are owed' : `${name} is owed`;
  return name === undefined ? 'To pay' : `${name} has to pay`;
}

/** 'To pay $40.00 → $12.50', or 'To pay $40.00 → Is owed $5.00' beyond zero. */
export function describeStandingChange(before: Cents, after: Cents, isMe: boolean): string {
  if (before === after) {
    return before > 0
      ? `Balance ${formatMoney(before)}, unchanged`
      : `${describeSide(before, isMe)}, unchanged`;
  }
  const isSameSide = Math.sign(before) === Math.sign(after);
  const words = isSameSide ? formatMoney(cents(Math.abs(after))) : describeSide(after, isMe);
  return `${describeSide(before, isMe)} → ${words}`;
}

function describeSide(standing: Cents, isMe: boolean): string {
  if (standing === 0) return 'Settled up';
  const words = standing < 0 ? 'To pay' : isMe ? 'You are owed' : 'Is owed';
  return `${words} ${formatMoney(cents(Math.abs(standing)))}`;
}

/** Of former members only those are listed who have or owe something, so that no entry means zero. */
export function findStanding(
  items: readonly MemberStanding[],
  memberId: Id<'member'>,
): Omit<MemberStanding, 'name'> & { name: string | undefined } {
  return (
    items.find((item) => item.memberId === memberId) ?? {
      memberId,
      name: undefined,
      open: zeroCents,
      wallet: zeroCents,
      standing: zeroCents,
      walletId: null,
      otherCurrencies: [],
    }
  );
}
