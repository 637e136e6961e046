/** Who is asked for something, who is late and since when, for a day. */

import { countDaysLate } from '#features/wallets/due-words.ts';
import type { Day } from '#kit/day.ts';
import { type Cents, sumCents } from '#kit/money.ts';
import { type DuesFilter, type DuesSummary, duesFilters, type MemberDues } from './contract.ts';

/** What of a member's debts is open, when the first is due, and what of it is late. */
export function sumDebts(
  debts: readonly { readonly open: Cents; readonly dueOn: Day }[],
  today: Day,
): Pick<MemberDues, 'open' | 'late' | 'dueOn' | 'dueFirst'> {
  const [dueOn = null] = debts.map((debt) => debt.dueOn).sort();
  const sumOf = (some: typeof debts) => sumCents(some.map(({ open }) => open));
  return {
    open: sumOf(debts),
    late: sumOf(debts.filter((debt) => debt.dueOn < today)),
    dueOn,
    dueFirst: sumOf(debts.filter((debt) => debt.dueOn === dueOn)),
  };
}

export function isShown(dues: MemberDues, filter: DuesFilter, today: Day): boolean {
  if (filter === 'left') return dues.hasLeft;
  if (filter === 'credit') return dues.credit > 0;
  if (filter === 'open') return dues.open > 0;
  const days = daysLateOf(dues, today);
  if (filter === 'late-30') return days >= 1 && days <= 30;
  return filter === 'late-60' ? days >= 31 && days <= 60 : days >= 61;
}

/** 0 unless something is late. */
export function daysLateOf({ dueOn }: Pick<MemberDues, 'dueOn'>, today: Day): number {
  return dueOn === null ? 0 : countDaysLate(dueOn, today);
}

/** The longest late first, then what is due first, then credits, and everyone else by name. */
export function compareDues(one: MemberDues, other: MemberDues): number {
  return (
    compareDays(one.dueOn, other.dueOn) ||
    Number(other.credit > 0) - Number(one.credit > 0) ||
    other.open - one.open
  );
}

function compareDays(one: Day | null, other: Day | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  return other === null || one < other ? -1 : 1;
}

/** With whether a charge asks something of the member that is not canceled. */
export type Asked = MemberDues & { readonly isAsked: boolean };

export function summarize(members: readonly Asked[], today: Day): DuesSummary {
  const ofAsked = members.filter(({ hasLeft, isAsked }) => isAsked && !hasLeft);
  const counts = duesFilters.map((filter) => [
    filter,
    members.filter((dues) => isShown(dues, filter, today)).length,
  ]);
  return {
    askedCount: ofAsked.length,
    settledCount: ofAsked.filter(({ open }) => open === 0).length,
    open: sumCents(members.map(({ open }) => open)),
    oldestDays: Math.max(0, ...members.map((dues) => daysLateOf(dues, today))),
    counts: Object.fromEntries(counts) as DuesSummary['counts'],
  };
}
