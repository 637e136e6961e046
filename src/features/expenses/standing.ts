import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, zeroCents } from '#kit/money.ts';
import type { MemberStanding } from './summary-contract.ts';

/** The words before the amount of a standing; a standing of zero has no amount. */
export function describeStanding(standing: Cents, name?: string): string {
  if (standing === 0) return name === undefined ? 'Settled up' : `${name} is settled up`;
  if (standing > 0) return name === undefined ? 'You are owed' : `${name} is owed`;
  return name === undefined ? 'To pay' : `${name} has to pay`;
}

export type Party = 'you' | 'member' | 'chapter';

/** 'To pay $40.00 → $12.50', or 'To pay $40.00 → Is owed $5.00' beyond zero. */
export function describeStandingChange(before: Cents, after: Cents, party: Party): string {
  if (before === after) {
    return before > 0 && party !== 'chapter'
      ? `Balance ${formatMoney(before)}, unchanged`
      : `${describeSide(before, party)}, unchanged`;
  }
  const isSameSide = Math.sign(before) === Math.sign(after);
  const words = isSameSide ? formatMoney(cents(Math.abs(after))) : describeSide(after, party);
  return `${describeSide(before, party)} → ${words}`;
}

const sideWords = {
  you: { toPay: 'To pay', owed: 'You are owed' },
  member: { toPay: 'To pay', owed: 'Is owed' },
  chapter: { toPay: 'Owes members', owed: 'Members owe it' },
};

function describeSide(standing: Cents, party: Party): string {
  if (standing === 0) return 'Settled up';
  const words = sideWords[party][standing < 0 ? 'toPay' : 'owed'];
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
