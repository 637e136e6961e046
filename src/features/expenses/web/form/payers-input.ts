/** Several payers as entered in the form of an expense. */
import type { Id } from '#kit/id.ts';
import {
  type Cents,
  cents,
  centsFromTyped,
  centsToText,
  explainAmount,
  sumCents,
  zeroCents,
} from '#kit/money.ts';
import { divideByWeights } from '../../arithmetic/proportions.ts';
import { maxPayers, type Payer } from '../../expense.ts';
import { arrangePayers } from '../../payers.ts';

/** Who paid, and how much in dollars, as entered. */
export type PayerInput = { memberId: Id<'member'> | null; amountPaid: string };

/** Kept unused while one person paid. */
export type PayersInput = { isSeveral: boolean; rows: PayerInput[] };

export const onePayer: PayersInput = { isSeveral: false, rows: [] };

export function toPayersInput(payers: readonly Payer[]): PayersInput {
  const rows = payers.map(({ memberId, amountPaid }) => ({
    memberId,
    amountPaid: centsToText(amountPaid),
  }));
  return { isSeveral: rows.length > 0, rows };
}

/** Rows to fill in: what the first person paid, and someone who paid the rest. */
export function startRows({ rows }: PayersInput, paidBy: Id<'member'> | null): PayerInput[] {
  if (rows.length > 0) return rows;
  return [
    { memberId: paidBy, amountPaid: '' },
    { memberId: null, amountPaid: '' },
  ];
}

export type Rest = {
  /** The last empty row, which takes what the others leave; -1 if there is none. */
  readonly row: number;
  /** What the others leave; negative if they exceed the total. */
  readonly amount: Cents;
};

export function findRest(rows: readonly PayerInput[], total: Cents): Rest {
  const typed = rows.map(({ amountPaid }) => centsFromTyped(amountPaid) ?? zeroCents);
  return {
    row: rows.findLastIndex(({ amountPaid }) => amountPaid.trim() === ''),
    amount: cents(total - sumCents(typed)),
  };
}

/** What cannot be read is nothing, which is refused for its row. */
export function toPayers(rows: readonly PayerInput[], total: Cents): Payer[] {
  const rest = findRest(rows, total);
  return rows.map(({ memberId, amountPaid }, index) => ({
    memberId: memberId ?? ('' as Id<'member'>),
    amountPaid:
      index === rest.row
        ? cents(Math.max(rest.amount, 0))
        : (centsFromTyped(amountPaid) ?? zeroCents),
  }));
}

export type PayersProblem = {
  readonly message: string;
  /** Undefined if the problem is of all rows. */
  readonly row?: number;
  readonly field?: 'memberId' | 'amountPaid' | undefined;
};

export function findPayersProblem(
  rows: readonly PayerInput[],
  total: Cents | undefined,
): PayersProblem | undefined {
  const unnamed = rows.findIndex(({ memberId }) => memberId === null);
  if (unnamed >= 0) return { message: 'Choose who paid', row: unnamed, field: 'memberId' };
  const unread = rows.findIndex(
    ({ amountPaid }) => amountPaid.trim() !== '' && centsFromTyped(amountPaid) === undefined,
  );
  if (unread >= 0) {
    const message = explainAmount(rows[unread]?.amountPaid ?? '');
    return { message, row: unread, field: 'amountPaid' };
  }
  // Without an amount, that is what is to be entered first.
  if (total === undefined || total <= 0) return undefined;
  const arranged = arrangePayers(total, { paidBy: null, payers: toPayers(rows, total) });
  if (arranged.ok) return undefined;
  const { message, field = '' } = arranged.refusal;
  const [, row, name] = /^payers\.(\d+)\.(memberId|amountPaid)$/.exec(field) ?? [];
  return row === undefined
    ? { message }
    : { message, row: Number(row), field: name as PayersProblem['field'] };
}

/** The same proportions for another total; undefined if there is nothing to adjust. */
export function adjustRows(
  expenseId: Id<'expense'>,
  rows: readonly PayerInput[],
  total: Cents,
): PayerInput[] | undefined {
  const paid = toPayers(rows, total);
  const weights = new Map(
    paid.map(({ memberId, amountPaid }) => [memberId, BigInt(amountPaid)] as const),
  );
  const sum = sumCents(paid.map(({ amountPaid }) => amountPaid));
  const isComplete = paid.every(({ memberId, amountPaid }) => memberId !== '' && amountPaid > 0);
  if (!isComplete || sum === total || total <= 0 || weights.size < rows.length) return undefined;
  const adjusted = divideByWeights(expenseId, total, weights);
  return rows.map(({ memberId }) => ({
    memberId,
    amountPaid: memberId === null ? '' : centsToText(adjusted.get(memberId) ?? zeroCents),
  }));
}

export const canAddPayer = (rows: readonly PayerInput[]): boolean => rows.length < maxPayers;
