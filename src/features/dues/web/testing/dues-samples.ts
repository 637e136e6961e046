/** A server that answers what is read of dues. */
import { walletCalls } from '#features/wallets/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { toInstant } from '#kit/day.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { page } from '#kit/page.ts';
import { answer } from '#web/testing/network.ts';
import { memberId, members, nextId, today } from '#web/testing/session.ts';
import {
  type ChargeDetail,
  type ChargeItem,
  dueCalls,
  type MemberDues,
  type MemberDuesDetail,
} from '../../contract.ts';
import { compareDues, isShown, summarize } from '../../member-dues.ts';

const none = cents(0);
const now = () => toInstant(Temporal.Now.instant());

/** A member, the cents that are open of them, and in how many days they are due; late if negative. */
type Open = readonly [name: string, open: number, dueInDays: number];

export function makeItem(name: string, fields: Partial<ChargeItem> = {}): ChargeItem {
  const amount = fields.amount ?? cents(250_00);
  return {
    id: nextId('charge-item'),
    chargeId: nextId('charge'),
    title: '2027 dues',
    note: null,
    isLateFee: false,
    member: { id: memberId(name), name },
    amount,
    waived: none,
    open: amount,
    dueOn: addDays(today(), 30),
    chargedAt: now(),
    canceledAt: null,
    coveredOn: null,
    isPaid: false,
    reason: null,
    version: 1,
    ...fields,
  };
}

export function makeCharge(
  items: readonly ChargeItem[],
  fields: Partial<ChargeDetail> = {},
): ChargeDetail {
  const id = fields.id ?? nextId('charge');
  const { title = '2027 dues', dueOn = addDays(today(), 30) } = fields;
  const asked = items.filter(({ canceledAt }) => canceledAt === null);
  const sum = (pick: (item: ChargeItem) => Cents) => sumCents(asked.map(pick));
  return {
    id,
    title,
    dueOn,
    category: null,
    note: null,
    occurrenceId: null,
    isLateFee: false,
    createdBy: { id: memberId('Maya Chen'), name: 'Maya Chen' },
    createdAt: now(),
    itemCount: asked.length,
    settledCount: asked.filter(({ open }) => open === 0).length,
    amount: sum(({ amount }) => amount),
    waived: sum(({ waived }) => waived),
    open: sum(({ open }) => open),
    items: items.map((item) => ({ ...item, chargeId: id, title })),
    ...fields,
  };
}

export function makeDues(name: string, fields: Partial<MemberDues> = {}): MemberDues {
  return {
    member: { id: memberId(name), name },
    hasLeft: false,
    open: none,
    late: none,
    dueOn: null,
    dueFirst: fields.open ?? none,
    credit: none,
    waiting: none,
    pausedUntil: null,
    pauseNote: null,
    remindedAt: null,
    ...fields,
  };
}

function toDues([name, open, days]: Open): MemberDues {
  const amount = cents(open);
  return makeDues(name, {
    open: amount,
    late: days < 0 ? amount : none,
    dueOn: addDays(today(), days),
  });
}

function toDetail(dues: MemberDues, charges: readonly ChargeDetail[]): MemberDuesDetail {
  const own = charges.flatMap(({ items }) =>
    items.filter(({ member }) => member.id === dues.member.id),
  );
  const debts = dues.dueOn
    ? [
        {
          transactionId: nextId('transaction'),
          title: '2027 dues',
          amount: dues.open,
          open: dues.open,
          dueOn: dues.dueOn,
          chargedAt: now(),
          chargeItemId: null,
          expenseId: null,
        },
      ]
    : [];
  return { ...dues, debts, charges: page(own, own.length, { skip: 0, take: 40 }) };
}

/** Everyone is even, but for those named. */
export function serveDues({
  late = [],
  others = [],
  charges = [],
}: {
  late?: readonly Open[];
  others?: readonly MemberDues[];
  charges?: readonly ChargeDetail[];
} = {}): void {
  const named = [...late.map(toDues), ...others];
  const all = [
    ...named,
    ...members
      .filter(({ id }) => !named.some(({ member }) => member.id === id))
      .map(({ displayName }) => makeDues(displayName)),
  ].sort(compareDues);
  answer(dueCalls.list, ({ query }) => {
    const { show, skip, take } = query;
    const shown = show ? all.filter((dues) => isShown(dues, show, today())) : all;
    return {
      summary: summarize(
        all.map((dues) => ({ ...dues, isAsked: true })),
        today(),
      ),
      members: page(shown.slice(skip, skip + take), shown.length, query),
    };
  });
  answer(dueCalls.ofMember, ({ params }) => {
    const dues = all.find(({ member }) => member.id === params.memberId);
    return toDetail(dues ?? makeDues('Maya Chen'), charges);
  });
  answer(dueCalls.charges, ({ query }) => ({
    charges: page([...charges], charges.length, query),
  }));
  answer(dueCalls.charge, ({ params }) => {
    const found = charges.find(({ id }) => id === params.chargeId);
    return found ?? makeCharge([]);
  });
  answer(dueCalls.proposals, { items: [] });
  answer(walletCalls.list, ({ query }) => ({ wallets: page([], 0, query) }));
}
