import type { ListedExpense } from '#features/expenses/expense.ts';
import type { Instant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import type { Session } from '#web/api/session.ts';

const at: Instant = '2026-11-01T08:00:00.000Z';

const open = { status: 'open', settledAt: null, settledBy: null } as const;
const settled = { status: 'settled', settledAt: at, settledBy: testId<'member'>('u1') } as const;
const deleted = { status: 'deleted', settledAt: null, settledBy: null, deletedAt: at } as const;

export const people = [
  { id: testId<'member'>('u1'), name: 'Maya Chen', balance: 21450 },
  { id: testId<'member'>('u2'), name: 'Diego Alvarez', balance: -8625 },
  { id: testId<'member'>('u3'), name: 'Priya Raman', balance: 0 },
  { id: testId<'member'>('u4'), name: 'Tom Becker', balance: -12825 },
  { id: testId<'member'>('u5'), name: 'Aisha Khan', balance: 6200 },
  { id: testId<'member'>('u6'), name: 'Luca Moretti', balance: -6200 },
  { id: testId<'member'>('u7'), name: 'Zoë Ångström-Featherstonehaugh', balance: -999999999999 },
  { id: testId<'member'>('u8'), name: 'Bo', balance: 1 },
];

const payers = people.slice(0, 6);

const longTitle =
  'A very long title of an expense that someone typed without thinking of the width of columns';

export const expenses: readonly ListedExpense[] = [
  makeExpense(0, 'Harbor dinner', '2026-11-15T03:30:00.000Z', open, 68420),
  makeExpense(1, 'Forum retreat cabin', '2026-11-08T00:00:00.000Z', open, 124000),
  makeExpense(2, 'Speaker gift', '2026-11-03T20:15:00.000Z', settled, 8500),
  makeExpense(3, 'Catalina ferry tickets', '2026-10-28T16:00:00.000Z', open, 39150),
  makeExpense(4, 'Coworking day passes', '2026-10-21T15:30:00.000Z', deleted, 15000),
  makeExpense(5, longTitle, '2026-10-09T00:45:00.000Z', settled, 999999999999),
];

function makeExpense(
  index: number,
  title: string,
  expenseDate: Instant,
  state: typeof open | typeof settled | typeof deleted,
  total: number,
): ListedExpense {
  const payer = payers[index]?.id ?? testId('u1');
  return {
    id: testId(`e${index}`),
    title,
    description: '',
    amount: cents(total),
    expenseDate,
    eventId: null,
    participants: payers.map(({ id }) => id),
    category: 'Food',
    paidBy: payer,
    payers: [],
    original: null,
    isEvenSplit: false,
    isExcludedFromGroupTotals: false,
    useWalletTransactions: false,
    payerReimbursementType: 'Full',
    payerReimbursementAmount: null,
    participantBreakdowns: payers.map(({ id }) => ({
      participantId: id,
      amountOwed: cents(id === payer ? 0 : Math.floor(total / 6)),
    })),
    payerCredits: [{ memberId: payer, amount: cents(total) }],
    overrides: [],
    receiptIds: [],
    createdBy: testId('u1'),
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...state,
  };
}

export const session: Session = {
  chapter: {
    id: testId('sd'),
    name: 'San Diego chapter',
    logo: null,
    timeZone: 'America/Los_Angeles',
    policy: 'open',
    eventPolicy: 'open',
    membersSeeWallets: true,
    settlesThrough: 'wallets',
    saysHowToPay: true,
    links: {
      chapterSiteUrl: 'https://chapter.example.org',
      networkHubUrl: 'https://hub.example.org',
      learningCentreUrl: 'https://learning.example.org',
      localPlatformUrl: 'https://local.example.org',
    },
  },
  me: {
    accountId: 'a1',
    memberId: testId('u1'),
    displayName: 'Maya Chen',
    email: 'maya.chen@example.org',
    role: 'member',
    isInstallationAdmin: false,
  },
  chapters: [{ id: testId('sd'), name: 'San Diego chapter', role: 'member' }],
};
