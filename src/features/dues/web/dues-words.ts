/** How screens say what members have due. */

import {
  countDaysLate,
  describeDue,
  describeLate,
  formatNearDay,
} from '#features/wallets/due-words.ts';
import { formatCount, plural } from '#kit/counts.ts';
import type { Day } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';
import type { ChargeState } from '../charge-state.ts';
import type { Charge, ChargeProposal, DuesFilter, DuesSummary, MemberDues } from '../contract.ts';

export type StatusWord = { readonly text: string; readonly tone: BadgeTone };

export const stateTones: Record<ChargeState, BadgeTone> = {
  due: 'info',
  late: 'owes',
  paid: 'settled',
  covered: 'settled',
  waived: 'outline',
  canceled: 'outline',
};

/** As seen beside each other; the second says all of it. */
export const filterNames: Record<DuesFilter, readonly [short: string, full: string]> = {
  open: ['Open', 'Open'],
  'late-30': ['Late 1–30', 'Late 1–30 days'],
  'late-60': ['31–60', 'Late 31–60 days'],
  'late-61': ['61+', 'Late 61+ days'],
  credit: ['Credit', 'Credit'],
  left: ['Left', 'Left'],
};

/** '12 days late' or '$143.04 is 12 days late', then what else a treasurer should know before they write to the member. */
export function describeDues(dues: MemberDues, today: Day): StatusWord[] {
  const { hasLeft, waiting, pausedUntil } = dues;
  const isPaused = pausedUntil !== null && pausedUntil >= today;
  const words: (StatusWord | false)[] = [
    describeOpen(dues, today),
    waiting > 0 && { text: `Says paid ${formatMoney(waiting)}`, tone: 'warn' },
    isPaused && { text: `Paused until ${formatNearDay(pausedUntil, today)}`, tone: 'outline' },
    hasLeft && { text: 'Left', tone: 'outline' },
  ];
  return words.filter((word) => word !== false);
}

function describeOpen({ open, late, dueOn, dueFirst, credit }: MemberDues, today: Day): StatusWord {
  if (dueOn !== null && open > 0) {
    const isLate = late > 0;
    const words = isLate ? describeLate(countDaysLate(dueOn, today)) : describeDue(dueOn, today);
    const amount = isLate ? late : dueFirst;
    const upTo = dueFirst < amount ? 'up to ' : '';
    return {
      text:
        amount < open
          ? `${formatMoney(amount)} is ${upTo}${words.replace(/^D/, 'd')}`
          : upTo + words,
      tone: isLate ? stateTones.late : stateTones.due,
    };
  }
  if (credit > 0) return { text: `Credit ${formatMoney(credit)}`, tone: 'owed' };
  return { text: 'Nothing due', tone: 'outline' };
}

/** '58 of 60 covered · $500.00 open · oldest 47 days'; empty before the first charge. */
export function describeSummary({
  askedCount,
  settledCount,
  open,
  oldestDays,
}: DuesSummary): string {
  return [
    ...(askedCount > 0
      ? [`${formatCount(settledCount)} of ${formatCount(askedCount)} covered`]
      : []),
    ...(askedCount > 0 || open > 0 ? [`${formatMoney(open)} open`] : []),
    ...(oldestDays > 0 ? [`oldest ${plural(oldestDays, 'day')}`] : []),
  ].join(' · ');
}

/** '9 of 12 covered, $412.00 open' */
export function describeCharge({ itemCount, settledCount, open }: Charge): string {
  if (itemCount === 0) return 'Canceled';
  const covered = `${formatCount(settledCount)} of ${formatCount(itemCount)} covered`;
  return open > 0 ? `${covered}, ${formatMoney(open)} open` : covered;
}

/** '2026 dues were charged a year ago. Charge 2027 dues?' */
export function describeProposal({ title, nextTitle }: ChargeProposal): string {
  return `${title} ${/s$/i.test(title) ? 'were' : 'was'} charged a year ago. Charge ${nextTitle}${nextTitle === title ? ' again' : ''}?`;
}
