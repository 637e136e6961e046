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

/** '2026 dues' → '2027 dues', 'Dues 2026/27' → 'Dues 2027/28'. Without a year, the same. */
export function nextTitleOf(title: string): string {
  return title.replaceAll(
    /\b(20\d\d)(?:([/–-])(\d\d))?\b/g,
    (_, year: string, dash: string | undefined, end: string | undefined) => {
      const next = String(Number(year) + 1);
      const nextEnd = String((Number(end) + 1) % 100).padStart(2, '0');
      return dash === undefined ? next : `${next}${dash}${nextEnd}`;
    },
  );
}
