/** A year of the demo's dues: charged, mostly paid by the stack, some late, one waived in part. */

import { type ChargeDetail, dueCalls } from '#features/dues/contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents } from '#kit/money.ts';
import type { TimelineAction } from './actions.ts';
import { type DemoChapter, memberAt, type Past } from './chapter.ts';
import type { SeededRandom } from './seeded-random.ts';

type DemoCharge = {
  readonly title: string;
  readonly category: string;
  readonly chargedDaysAgo: number;
  /** Negative: days from today. */
  readonly dueDaysAgo: number;
  readonly amount: Cents;
  /** Of a hundred members who had joined. */
  readonly asked: number;
  /** Stacks of checks: how many days ago, and how many of a hundred who were asked had paid by then. */
  readonly stacks: readonly { readonly daysAgo: number; readonly paid: number }[];
};

function listCharges(year: number): DemoCharge[] {
  return [
    {
      title: `${year} dues`,
      category: 'Dues',
      chargedDaysAgo: 352,
      dueDaysAgo: 322,
      amount: cents(250_00),
      asked: 100,
      stacks: [
        { daysAgo: 345, paid: 40 },
        { daysAgo: 330, paid: 75 },
        { daysAgo: 310, paid: 100 },
      ],
    },
    {
      title: 'Retreat deposit',
      category: 'Retreat',
      chargedDaysAgo: 118,
      dueDaysAgo: 88,
      amount: cents(120_00),
      asked: 45,
      stacks: [{ daysAgo: 95, paid: 92 }],
    },
    {
      title: 'Fall workshop',
      category: 'Workshops',
      chargedDaysAgo: 41,
      dueDaysAgo: 12,
      amount: cents(65_00),
      asked: 60,
      stacks: [{ daysAgo: 20, paid: 90 }],
    },
    {
      title: `${year + 1} dues`,
      category: 'Dues',
      chargedDaysAgo: 9,
      dueDaysAgo: -31,
      amount: cents(275_00),
      asked: 100,
      stacks: [{ daysAgo: 2, paid: 30 }],
    },
  ];
}

/** Each begins after the one before: what members are asked for and pay touches their wallets. */
export function duesActions(
  chapter: DemoChapter,
  { today, timeZone }: { readonly today: Day; readonly timeZone: string },
  past: Past,
  random: SeededRandom,
): TimelineAction[] {
  const treasurer = memberAt(chapter, 1);
  const dayOf = (daysAgo: number) => addDays(today, -daysAgo);
  const actions = listCharges(Number(dayOf(322).slice(0, 4))).flatMap(
    (charge): TimelineAction[] => {
      const { title, category, chargedDaysAgo, amount } = charge;
      const members = chapter.people
        .filter(({ joinedDaysAgo }) => joinedDaysAgo > chargedDaysAgo)
        .filter(() => random.percent(charge.asked))
        .map(({ id }) => id);
      const body = {
        title,
        category,
        dueOn: dayOf(charge.dueDaysAgo),
        items: members.map((memberId) => ({ memberId, amount })),
      };
      const ask: TimelineAction = {
        at: past.instant(chargedDaysAgo, 19, 30),
        touches: [dues],
        run: (client, at) => client.call(treasurer, at, dueCalls.create, { body }),
      };
      let paid = 0;
      const stacks = charge.stacks.map(({ daysAgo, paid: share }): TimelineAction => {
        const payers = members.slice(paid, Math.floor((members.length * share) / 100));
        paid += payers.length;
        const at = past.instant(daysAgo, 20, 15);
        const items = payers.map((fromMemberId, index) => ({
          fromMemberId,
          amount,
          reference: String(1_000 + random.whole(1, 8_000) + index),
          isDuplicateAllowed: true,
        }));
        const stack = { paidOn: instantToDay(at, timeZone), method: 'check' as const, items };
        return {
          at,
          touches: [dues],
          run: (client, when) =>
            client.call(treasurer, when, paymentCalls.recordBatch, { body: stack }),
        };
      });
      return [ask, ...stacks];
    },
  );
  return [...actions, payUp(treasurer, past, timeZone), ...exceptions(treasurer, past, dayOf)];
}

/** After a reminder at a meeting most pay whatever is open, shares of expenses, too; each fifth is still late. */
function payUp(treasurer: Id<'member'>, past: Past, timeZone: string): TimelineAction {
  return {
    at: past.instant(16, 18, 0),
    touches: [dues],
    calls: 2,
    run: async (client, at) => {
      const { members } = await client.call(treasurer, at, dueCalls.list, {});
      const items = members.items
        .filter(({ open }, index) => open > 0 && index % 5 !== 4)
        .map(({ member, open }) => ({
          fromMemberId: member.id,
          amount: open,
          isDuplicateAllowed: true,
        }));
      const body = { paidOn: instantToDay(at, timeZone), method: 'bank' as const, items };
      await client.call(treasurer, at, paymentCalls.recordBatch, { body });
    },
  };
}

/** One is waived a part, and one asked for time. */
function exceptions(
  treasurer: Id<'member'>,
  past: Past,
  dayOf: (daysAgo: number) => Day,
): TimelineAction[] {
  let charge: ChargeDetail | undefined;
  const itemAt = (index: number) => {
    const item = charge?.items[index];
    if (!item) throw new Error('the demo has no charge of so many members');
    return { chargeId: item.chargeId, itemId: item.id };
  };
  return [
    {
      at: past.instant(1, 19, 0),
      touches: [dues],
      calls: 4,
      run: async (client, at) => {
        const { charges } = await client.call(treasurer, at, dueCalls.charges, {});
        const [newest] = charges.items;
        if (!newest) throw new Error('the demo has no charge');
        const params = { chargeId: newest.id };
        charge = await client.call(treasurer, at, dueCalls.charge, { params });
        const waiver = { amount: cents(100_00), reason: 'Joined in fall' };
        await client.call(treasurer, at, dueCalls.waive, { params: itemAt(3), body: waiver });
        const dueOn = dayOf(-60);
        await client.call(treasurer, at, dueCalls.move, { params: itemAt(5), body: { dueOn } });
      },
    },
  ];
}

const dues = 'dues';
