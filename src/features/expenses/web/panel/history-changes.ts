/** Describes the changes in an expense's history, with formatted money and people's names. */
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
import { describeOriginal } from '../../original.ts';
import { serializeOverride } from '../../revise.ts';
import { describeStated } from '../../stated-words.ts';
import { joinNames } from '../people.ts';

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
  'expense.correct': 'corrected the expense',
  'expense.reverse': 'logged and settled the reversal',
  'expense.override.create': 'added an override',
  'expense.override.update': 'changed an override',
  'expense.override.delete': 'deleted an override',
  'expense.receipt.create': 'added receipts',
  'expense.receipt.delete': 'removed a receipt',
};

export function describeAction({ action }: Pick<ExpenseEvent, 'action'>): string {
  return actions[action] ?? action;
}

/** Everyone in a record. */
export function listPeople({
  before,
  after,
}: Pick<ExpenseEvent, 'before' | 'after'>): Id<'member'>[] {
  const ids = [before, after].flatMap((expense) => [
    ...(expense?.participants ?? []),
    ...(expense?.overrides.flatMap((override) => override.participantIds) ?? []),
    expense?.paidBy ?? [],
    ...(expense?.payers.map(({ memberId }) => memberId) ?? []),
  ]);
  return [...new Set(ids.flat())];
}

/**
 * The changes of a record: fields, overrides and the resulting shares. For the first record, the
 * fields of the new expense.
 */
export function listChanges(
  { action, before, after }: Pick<ExpenseEvent, 'action' | 'before' | 'after'>,
  naming: Naming,
): Change[] {
  if ((action === 'expense.create' || action === 'expense.reverse') && after) {
    return names
      .map((name) => ({
        name: fieldLabels[name],
        before: undefined,
        after: formatField(name, after, naming),
      }))
      .filter((change) => change.after !== emptyText && change.after !== noText);
  }
  if (!before || !after) return [];
  const fields = names
    .map((name) => ({
      name: fieldLabels[name],
      before: formatField(name, before, naming),
      after: formatField(name, after, naming),
    }))
    .filter((change) => change.before !== change.after);
  return [
    ...(after.correctedById === before.correctedById
      ? []
      : [
          {
            name: 'Correction',
            before: undefined,
            after: after.replacedById === undefined ? 'Reversed' : 'Reversed and replaced',
          },
        ]),
    ...(before.status === after.status
      ? []
      : [{ name: 'Status', before: before.status, after: after.status }]),
    ...(after.status === 'settled' && after.settlementNote !== undefined
      ? [{ name: 'Settlement Note', before: undefined, after: after.settlementNote }]
      : []),
    ...fields,
    ...overrideChanges(before.overrides, after.overrides, naming),
    ...receiptChanges(before, after),
    ...shareChanges(before, after, naming),
  ];
}

const noText = 'no';
const formatBoolean = (value: boolean) => (value ? 'yes' : noText);
const emptyText = '-';

type FieldFormatter = (expense: Expense, naming: Naming) => string;

/** Text and boolean fields, which need no formatter of their own. */
type PlainField = {
  [Name in ExpenseFieldName]: NonNullable<ExpenseFields[Name]> extends string | boolean
    ? Name
    : never;
}[ExpenseFieldName];

const formatPlain =
  (name: ExpenseFieldName): FieldFormatter =>
  ({ [name]: value }) => {
    if (typeof value === 'boolean') return formatBoolean(value);
    return typeof value === 'string' && value !== '' ? value : emptyText;
  };

const fieldFormatters: Record<Exclude<ExpenseFieldName, PlainField>, FieldFormatter> &
  Partial<Record<PlainField, FieldFormatter>> = {
  title: formatPlain('title'),
  amount: ({ amount }) => formatMoney(amount),
  expenseDate: ({ expenseDate }, { timeZone }) => formatDate(expenseDate, timeZone),
  description: formatPlain('description'),
  category: formatPlain('category'),
  eventId: ({ eventId }, { eventName }) => (eventId === null ? emptyText : eventName(eventId)),
  isEvenSplit: formatPlain('isEvenSplit'),
  paidBy: ({ paidBy }, { personName }) => (paidBy === null ? emptyText : personName(paidBy)),
  original: ({ original }) => (original ? describeOriginal(original) : noText),
  payers: ({ payers }, { personName }) =>
    payers
      .map(({ memberId, amountPaid }) => `${personName(memberId)} ${formatMoney(amountPaid)}`)
      .join(', ') || emptyText,
  participants: ({ participants }, { personName }) => formatNames(participants, personName),
  payerReimbursementType: ({ payerReimbursementType: type }) =>
    type === 'None' ? 'Paid by the chapter' : type,
  payerReimbursementAmount: ({ payerReimbursementAmount: amount }) =>
    amount === null ? emptyText : formatMoney(amount),
  useWalletTransactions: formatPlain('useWalletTransactions'),
  isExcludedFromGroupTotals: formatPlain('isExcludedFromGroupTotals'),
};

/** In the order of the history. */
const names = [
  ...new Set([...Object.keys(fieldFormatters), ...expenseFieldNames]),
] as ExpenseFieldName[];

function formatField(name: ExpenseFieldName, expense: Expense, naming: Naming): string {
  return (fieldFormatters[name] ?? formatPlain(name))(expense, naming);
}

function formatDate(at: Instant, zone: string): string {
  return formatDateTime(at, zone);
}

function formatNames(ids: readonly Id<'member'>[], personName: Naming['personName']): string {
  return ids
    .map(personName)
    .toSorted((one, other) => one.localeCompare(other, 'en'))
    .join(', ');
}

function formatOverride(override: Override, { personName }: Naming): string {
  const { label, amount, participantIds, stated } = override;
  const words = stated ? ` (${describeStated(stated)})` : '';
  return `${label} ${formatMoney(amount)}${words}, ${formatNames(participantIds, personName)}`;
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
      before: was && formatOverride(was, naming),
      after: is && formatOverride(is, naming),
    };
  });
}

function receiptChanges(before: Expense, after: Expense): Change[] {
  const [was, is] = [before.receiptIds.length, after.receiptIds.length];
  return was === is ? [] : [{ name: 'Receipts', before: String(was), after: String(is) }];
}

/** One line for all changed shares. */
function shareChanges(before: Expense, after: Expense, { personName }: Naming): Change[] {
  const owed = ({ participantBreakdowns }: Expense) =>
    new Map(participantBreakdowns.map((share) => [share.participantId, share.amountOwed]));
  const [was, is] = [owed(before), owed(after)];
  const moved = [...is.keys()].filter((id) => was.has(id) && was.get(id) !== is.get(id));
  if (moved.length === 0) return [];
  const words = (shares: typeof was) =>
    moved.length > 3
      ? `${joinNames(moved.map(personName))}`
      : moved.map((id) => `${personName(id)} ${formatMoney(shares.get(id) as never)}`).join(', ');
  return moved.length > 3
    ? [{ name: 'Shares', before: undefined, after: `re-split among ${words(is)}` }]
    : [{ name: 'Shares', before: words(was), after: words(is) }];
}
