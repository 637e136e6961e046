/** Reminders of what is due or late: one email a day with all of it, to members who can do something about it. */

import { readSmallestPayment } from '#features/chapters/server/store.ts';
import { listMembersPaying } from '#features/payments/server/store.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { plural } from '#kit/counts.ts';
import { type Day, instantToDay, instantToLocal, localToTime, startOfDay } from '#kit/day.ts';
import { formatMoney, sumCents } from '#kit/money.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { hoursBefore, noticeSource } from '#server/notice-source.ts';
import type { OpenDebt } from '../../contract.ts';
import { duesToday, readDues } from '../dues-list.ts';
import {
  describeDebt,
  findStep,
  linkToDues,
  nameDueDay,
  reminderKind,
  type Step,
} from './reminder.ts';

const timeOfDay = '08:00';
/** For this long, a payment that a member recorded may wait without a reminder. */
const patienceDays = 14;
/** Beyond these, nothing is due yet. */
const daysAhead = 7;

/** What a step was reached for, beside everything else that is due. */
type Due = { readonly debt: OpenDebt; readonly step: Step; readonly all: readonly OpenDebt[] };

function composeSubject(debts: readonly OpenDebt[], today: Day, showsAmounts: boolean): string {
  const [first, ...others] = debts;
  if (!first) throw new Error('a reminder is about a debt');
  const what = others.length === 0 ? toSingleLine(first.title) : plural(debts.length, 'charge');
  const amount = formatMoney(sumCents(debts.map(({ open }) => open)));
  if (debts.every(({ dueOn }) => dueOn >= today)) {
    const due = debts.every(({ dueOn }) => dueOn === first.dueOn) ? 'Due' : 'First due';
    return `${due} ${nameDueDay(first.dueOn, today)}: ${what}${showsAmounts ? `, ${amount}` : ''}`;
  }
  return `${what}: ${showsAmounts ? `${amount} is ` : ''}still open`;
}

export const dueReminders = noticeSource<Due>({
  kind: reminderKind,
  switch: null,
  when: 'scheduled',
  atMostEvery: 'day',
  async find(db, { chapterId, now, timeZone, memberId }) {
    // One that waited for the mail server over night leaves with the first.
    if (!memberId && localToTime(instantToLocal(now, timeZone)) < timeOfDay) return [];
    const on = duesToday(now, timeZone);
    const dues = await readDues(db, chapterId, on, memberId ? [memberId] : undefined);
    const owing = dues.filter(
      ({ hasLeft, open, pausedUntil }) => !hasLeft && open > 0 && !pausedUntil,
    );
    if (owing.length === 0) return [];
    // Amounts too small to pay, such as the rest of a rounding, wait for the next time, as when settling up.
    const least = await readSmallestPayment(db, chapterId);
    const paying = await listMembersPaying(db, chapterId, {
      waitingSince: hoursBefore(now, patienceDays * 24),
      undoneSince: startOfDay(on.day, timeZone),
    });
    return owing
      .filter(({ member, open }) => !paying.has(member.id) && open >= least)
      .flatMap(({ member, debts: all }) =>
        all.flatMap((debt) => {
          const step = findStep(debt.dueOn, instantToDay(debt.chargedAt, timeZone), on.day);
          if (step === undefined) return [];
          const key = `due ${debt.transactionId} ${debt.dueOn} ${step}`;
          return [{ to: member.id, key, by: null, changed: null, item: { debt, step, all } }];
        }),
      );
  },
  compose(_db, items, { now, timeZone, publicUrl, showsAmounts }) {
    const today = instantToDay(now, timeZone);
    const due = (items[0]?.all ?? []).filter(({ dueOn }) => daysBetween(today, dueOn) <= daysAhead);
    const debts = items.map(({ debt }) => debt);
    const all = formatMoney(sumCents(due.map(({ open }) => open)));
    return {
      subject: composeSubject(debts, today, showsAmounts),
      paragraphs: [
        ...due.map((debt) => describeDebt(debt, today)),
        ...(due.length > 1 ? [`That is ${all} in all.`] : []),
        linkToDues(publicUrl, true),
      ],
      note: 'Need more time? Ask the treasurer to pause reminders.',
    };
  },
});
