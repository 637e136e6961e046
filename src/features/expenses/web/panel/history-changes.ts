/** What a record of an expense's history says, in words: money as money, people by name. */
import { formatDateTime, type Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatMoney } from '#kit/money.ts';
import type { Change } from '#web/ui/overlays/history.tsx';
import type { ExpenseEvent } from '../../contract.ts';
import {
  type Expense,
  type ExpenseFieldName,
  type ExpenseFields,
  expenseFieldNames,
  type Override,
} from '../../expense.ts';
import { fieldLabels } from '../../field-labels.ts';
import { serializeOverride } from '../../revise.ts';
import { listed } from '../form/share-preview.ts';

export type Naming = {
  readonly personName: (id: Id<'member'>) => string;
  readonly eventName: (id: Id<'event'>) => string;
  readonly timeZone: string;
};

const actions: Readonly<Record<string, string>> = {
  'expense.create': 'logged the expense',
  'expense.update': 'changed the expense',
  'expense.delete': 'deleted the expense',
  'expense.restore': 'restored the expense',
  'expense.settle': 'settled the expense',
  'expense.override.create': 'added an override',
  'expense.override.update': 'changed an override',
  'expense.override.delete': 'deleted an override',
};

export function actionWords({ action }: Pick<ExpenseEvent, 'action'>): string {
  return actions[action] ?? action;
}

/** Everybody a record names. */
export function peopleOf({
  before,
  after,
}: Pick<ExpenseEvent, 'before' | 'after'>): Id<'member'>[] {
  const ids = [before, after].flatMap((expense) => [
    ...(expense?.participants ?? []),
    ...(expense?.overrides.flatMap((override) => override.participantIds) ?? []),
    expense?.paidBy ?? [],
  ]);
  return [...new Set(ids.flat())];
}

/**
 * What a record changed, field by field and override by override, then the shares that follow; of
 * the first, what the expense was.
 */
export function changesOf(
  { action, before, after }: Pick<ExpenseEvent, 'action' | 'before' | 'after'>,
  naming: Naming,
): Change[] {
  if (action === 'expense.create' && after) {
    return names
      .map((name) => ({
        name: fieldLabels[name],
        before: undefined,
        after: wordsOf(name, after, naming),
      }))
      .filter((change) => change.after !== none && change.after !== no);
  }
  if (!before || !after) return [];
  const fields = names
    .map((name) => ({
      name: fieldLabels[name],
      before: wordsOf(name, before, naming),
      after: wordsOf(name, after, naming),
    }))
    .filter((change) => change.before !== change.after);
  return [
    ...(before.status === after.status
      ? []
      : [{ name: 'Status', before: before.status, after: after.status }]),
    ...fields,
    ...overrideChanges(before.overrides, after.overrides, naming),
    ...shareChanges(before, after, naming),
  ];
}

const no = 'no';
const yesOrNo = (value: boolean) => (value ? 'yes' : no);
const none = '-';

type Words = (expense: Expense, naming: Naming) => string;

/** Fields that are a text or a yes or no, which need no words of their own. */
type PlainField = {
  [Name in ExpenseFieldName]: ExpenseFields[Name] extends string | boolean ? Name : never;
}[ExpenseFieldName];

const plain =
  (name: ExpenseFieldName): Words =>
  ({ [name]: value }) =>
    typeof value === 'boolean' ? yesOrNo(value) : String(value || none);

const fieldWords: Record<Exclude<ExpenseFieldName, PlainField>, Words> &
  Partial<Record<PlainField, Words>> = {
  title: plain('title'),
  amount: ({ amount }) => formatMoney(amount),
  expenseDate: ({ expenseDate }, { timeZone }) => dateWords(expenseDate, timeZone),
  description: plain('description'),
  category: plain('category'),
  eventId: ({ eventId }, { eventName }) => (eventId === null ? none : eventName(eventId)),
  isEvenSplit: plain('isEvenSplit'),
  paidBy: ({ paidBy }, { personName }) => (paidBy === null ? none : personName(paidBy)),
  participants: ({ participants }, { personName }) => namesWords(participants, personName),
  payerReimbursementType: ({ payerReimbursementType: type }) =>
    type === 'None' ? 'Paid from Company Account' : type,
  payerReimbursementAmount: ({ payerReimbursementAmount: amount }) =>
    amount === null ? none : formatMoney(amount),
  useWalletTransactions: plain('useWalletTransactions'),
  isExcludedFromGroupTotals: plain('isExcludedFromGroupTotals'),
};

/** In the order in which the history tells them. */
const names = [
  ...new Set([...Object.keys(fieldWords), ...expenseFieldNames]),
] as ExpenseFieldName[];

function wordsOf(name: ExpenseFieldName, expense: Expense, naming: Naming): string {
  return (fieldWords[name] ?? plain(name))(expense, naming);
}

function dateWords(at: Instant, zone: string): string {
  return formatDateTime(at, zone);
}

function namesWords(ids: readonly Id<'member'>[], personName: Naming['personName']): string {
  return ids
    .map(personName)
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .join(', ');
}

function overrideWords(override: Override, { personName }: Naming): string {
  const { label, amount, participantIds } = override;
  return `${label} ${formatMoney(amount)}, ${namesWords(participantIds, personName)}`;
}

function overrideChanges(
  before: readonly Override[],
  after: readonly Override[],
  naming: Naming,
): Change[] {
  const ids = new Set([...before, ...after].map(({ id }) => id));
  const find = (overrides: readonly Override[], id: Id<'override'>) =>
    overrides.find((override) => override.id === id);
  return [...ids].flatMap((id) => {
    const [was, is] = [find(before, id), find(after, id)];
    if (was && is && serializeOverride(was) === serializeOverride(is)) return [];
    return {
      name: 'Override',
      before: was && overrideWords(was, naming),
      after: is && overrideWords(is, naming),
    };
  });
}

/** One line for all the shares: how many moved, and who they are. */
function shareChanges(before: Expense, after: Expense, { personName }: Naming): Change[] {
  const owed = ({ participantBreakdowns }: Expense) =>
    new Map(participantBreakdowns.map((share) => [share.participantId, share.amountOwed]));
  const [was, is] = [owed(before), owed(after)];
  const moved = [...is.keys()].filter((id) => was.has(id) && was.get(id) !== is.get(id));
  if (moved.length === 0) return [];
  const words = (shares: typeof was) =>
    moved.length > 3
      ? `${listed(moved.map(personName))}`
      : moved.map((id) => `${personName(id)} ${formatMoney(shares.get(id) as never)}`).join(', ');
  return moved.length > 3
    ? [{ name: 'Shares', before: undefined, after: `re-split among ${words(is)}` }]
    : [{ name: 'Shares', before: words(was), after: words(is) }];
}
