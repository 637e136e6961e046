/** What was charged about a year ago and may be asked again. */
import { type Day, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { ChargeProposal } from './contract.ts';
import { usualDueDay } from './due-day.ts';

/** Proposed from so many days before the anniversary of the charge, and until so many after it. */
const daysBefore = 14;
const daysAfter = 60;

/** The days on which what is proposed today was charged. */
export function proposedDays(today: Day): { readonly from: Day; readonly to: Day } {
  const yearAgo = Temporal.PlainDate.from(today).subtract({ years: 1 });
  return {
    from: toDay(yearAgo.subtract({ days: daysAfter })),
    to: toDay(yearAgo.add({ days: daysBefore })),
  };
}

export function proposeNext(
  charge: { readonly id: Id<'charge'>; readonly title: string; readonly dueOn: Day },
  chargedOn: Day,
  today: Day,
): ChargeProposal {
  const due = toDay(Temporal.PlainDate.from(charge.dueOn).add({ years: 1 }));
  return {
    chargeId: charge.id,
    title: charge.title,
    chargedOn,
    nextTitle: nextTitleOf(charge.title),
    nextDueOn: due > today ? due : usualDueDay(today),
  };
}

/**
 * '2026 dues' → '2027 dues', 'Dues 2026/27' → 'Dues 2027/28', 'FY26' → 'FY27'. What follows a year and is not the next
 * one is a month: '2026-03'. Without a year, the same.
 */
export function nextTitleOf(title: string): string {
  return title.replaceAll(
    /(?<!\d)(\bFY ?)?(20\d\d|[2-9]\d)(?:( ?[/–—‑_-] ?)(20\d\d|\d\d))?(?!\d)/gi,
    (_, fiscal = '', year: string, dash = '', end = '') => {
      const isPair = dash !== '' && Number(end) % 100 === (Number(year) + 1) % 100;
      // Two digits alone are a day or a number of something.
      const isYear = year.length === 4 || fiscal !== '' || isPair;
      return `${fiscal}${isYear ? addOne(year) : year}${dash}${isPair ? addOne(end) : nextTitleOf(end)}`;
    },
  );
}

const addOne = (digits: string) =>
  String(Number(digits) + 1)
    .slice(-digits.length)
    .padStart(digits.length, '0');
