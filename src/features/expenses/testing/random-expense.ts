/** Random valid expenses, built from small values so that failures shrink well. */

import fc from 'fast-check';
import { amountOf, seed } from '#app/testing/amounts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import {
  type ExpenseFields,
  type OpenExpense,
  type ReimbursementType,
  reimbursementTypes,
} from '../expense.ts';
import { arrangePayers, computePayerCredits } from '../payers.ts';
import { splitExpense } from '../split.ts';

/** How many random expenses each property is tried with. */
export const runs = amountOf('shares');
/** A soak's million takes minutes. */
export const timeout = 240_000 + runs;
fc.configureGlobal({ seed });

export const uuid = <Kind extends string>(kind: string, number: number): Id<Kind> =>
  testId(`0190a0a0-${kind}-7000-8000-${number.toString(16).padStart(12, '0')}`);
export const person = (number: number): Id<'member'> => uuid('0aaa', number);

const when = '2026-03-01T18:00:00.000Z';

export function fieldsWith(more: Partial<ExpenseFields> = {}): ExpenseFields {
  return {
    title: 'Dinner',
    description: '',
    amount: cents(100_00),
    expenseDate: when,
    eventId: null,
    participants: [person(1), person(2), person(3)],
    category: 'Food',
    paidBy: person(1),
    payers: [],
    original: null,
    isEvenSplit: false,
    isExcludedFromGroupTotals: false,
    useWalletTransactions: true,
    payerReimbursementType: 'Full',
    payerReimbursementAmount: null,
    ...more,
  };
}

export function expenseWith(
  more: Partial<ExpenseFields & Pick<OpenExpense, 'id' | 'overrides'>> = {},
): OpenExpense {
  const { id = uuid('0eee', 1), overrides = [], ...changed } = more;
  const fields = fieldsWith(changed);
  const shares = splitExpense({
    expenseId: id,
    total: fields.amount,
    participants: fields.participants,
    overrides,
  });
  if (!shares.ok) throw new Error(shares.refusal.message);
  return {
    id,
    ...fields,
    participantBreakdowns: shares.value,
    payerCredits: computePayerCredits(id, fields),
    overrides,
    receiptIds: [],
    status: 'open',
    settledAt: null,
    settledBy: null,
    createdBy: person(1),
    createdAt: when,
    updatedAt: when,
    version: 1,
  };
}

type Payment = {
  readonly isEvenSplit: boolean;
  readonly payer: number;
  /** Others who paid as well, with weights of the amount. */
  readonly others: readonly { readonly payer: number; readonly weight: number }[];
};

/** The payers of an amount: several, if there are cents for each. */
function toPayment(amount: number, { isEvenSplit, payer, others }: Payment) {
  if (isEvenSplit) return { paidBy: null, payers: [] };
  const extra = others.filter((other) => other.payer !== payer);
  const scale = extra.reduce((sum, { weight }) => sum + weight, 1);
  const paid = extra.map((other) => ({
    memberId: person(other.payer),
    amountPaid: cents(Math.floor((amount * other.weight) / scale)),
  }));
  const first = cents(amount - sumCents(paid.map(({ amountPaid }) => amountPaid)));
  const payers = [{ memberId: person(payer), amountPaid: first }, ...paid].filter(
    ({ amountPaid }) => amountPaid > 0,
  );
  const arranged = arrangePayers(cents(amount), { paidBy: null, payers });
  if (!arranged.ok) throw new Error(arranged.refusal.message);
  return arranged.value;
}

function toReimbursement(type: ReimbursementType, amount: number, part: number): Cents | null {
  return type === 'Partial' ? cents(1 + (part % amount)) : null;
}

/** A valid open expense among up to eight of ten people, with any payers and reimbursement. */
export const randomExpense: fc.Arbitrary<OpenExpense> = fc
  .record({
    id: fc.nat(),
    amount: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 1_000_000 })),
    participants: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 8 }),
    payment: fc.record<Payment>({
      isEvenSplit: fc.boolean(),
      payer: fc.integer({ min: 0, max: 9 }),
      others: fc.uniqueArray(
        fc.record({
          payer: fc.integer({ min: 0, max: 9 }),
          weight: fc.integer({ min: 1, max: 9 }),
        }),
        { maxLength: 5, selector: ({ payer }) => payer },
      ),
    }),
    type: fc.constantFrom(...reimbursementTypes),
    part: fc.nat(),
  })
  .map(({ id, amount, participants, payment, type, part }) =>
    expenseWith({
      id: uuid('0eee', id),
      amount: cents(amount),
      participants: participants.map(person),
      isEvenSplit: payment.isEvenSplit,
      ...toPayment(amount, payment),
      payerReimbursementType: type,
      payerReimbursementAmount: toReimbursement(type, amount, part),
    }),
  );
