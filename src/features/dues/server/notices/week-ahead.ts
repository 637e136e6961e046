/** What is due, for the summary of a week; for those who keep the books also who is late. */

import { describeLate } from '#features/wallets/due-words.ts';
import { daysBetween } from '#kit/calendar/window.ts';
import { plural } from '#kit/counts.ts';
import { instantToDay } from '#kit/day.ts';
import { type Cents, formatMoney } from '#kit/money.ts';
import { roleSuffices } from '#kit/role.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import type { WeekAheadSource } from '#server/notice-source.ts';
import { daysLateOf } from '../../member-dues.ts';
import { duesToday, readDues } from '../dues-list.ts';
import { describeDebt, linkToDues, nameDueDay } from './reminder.ts';

const daysAhead = 14;
const maxNames = 10;

export const duesAhead: WeekAheadSource = async (db, context) => {
  const { chapterId, memberId, role, now, timeZone, publicUrl, showsAmounts } = context;
  const today = instantToDay(now, timeZone);
  const keepsBooks = roleSuffices(role, 'treasurer');
  const on = duesToday(now, timeZone);
  const everyone = await readDues(db, chapterId, on, keepsBooks ? undefined : [memberId]);
  const own = everyone.find(({ member }) => member.id === memberId);
  const due = (own?.debts ?? []).filter(({ dueOn }) => daysBetween(today, dueOn) <= daysAhead);
  const late = everyone.filter((dues) => keepsBooks && dues.late > 0);
  const [first] = due;
  if (!first && late.length === 0) return undefined;
  const say = (amount: Cents) => (showsAmounts ? formatMoney(amount) : 'something');
  const titles = [
    ...(own && first
      ? [
          own.late > 0
            ? `${say(own.open)} open`
            : `${say(own.dueFirst)} due ${nameDueDay(first.dueOn, today)}`,
        ]
      : []),
    ...(late.length > 0 ? [`${plural(late.length, 'member')} late`] : []),
  ];
  const names = late.slice(0, maxNames).map((dues) => {
    const days = describeLate(daysLateOf(dues, today));
    return `${toSingleLine(dues.member.name)}: ${formatMoney(dues.late)}, ${days}.`;
  });
  const more = late.length - names.length;
  return {
    title: titles.join(', '),
    paragraphs: [
      ...due.map((debt) => describeDebt(debt, today)),
      // After what is their own.
      ...(late.length > 0 ? [`${plural(late.length, 'member')} late in the chapter:`] : []),
      ...names,
      ...(more > 0 ? [`And ${plural(more, 'more member')}.`] : []),
      linkToDues(publicUrl, first !== undefined),
    ],
  };
};
