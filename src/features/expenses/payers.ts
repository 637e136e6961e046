import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney, sumCents, zeroCents } from '#kit/money.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { divideByWeights } from './arithmetic/proportions.ts';
import { type ExpenseFields, maxPayers, type Payer, type PayerCredit } from './expense.ts';

type PaymentFields = Pick<ExpenseFields, 'paidBy' | 'payers'>;

/** The fields that determine what the payers get back. */
export type ReimbursementFields = PaymentFields &
  Pick<ExpenseFields, 'amount' | 'payerReimbursementType' | 'payerReimbursementAmount'>;

/** Everyone who paid, the one who paid the most first; empty on an even split. */
export function listPayers({
  amount,
  paidBy,
  payers,
}: PaymentFields & Pick<ExpenseFields, 'amount'>): readonly Payer[] {
  if (payers.length > 0) return payers;
  return paidBy === null ? [] : [{ memberId: paidBy, amountPaid: amount }];
}

/** Everyone who paid, without the amounts. */
export function listPayerIds({ paidBy, payers }: PaymentFields): Id<'member'>[] {
  return payers.length > 0
    ? payers.map(({ memberId }) => memberId)
    : [paidBy].filter((payer) => payer !== null);
}

/**
 * What the payers get back together: the whole amount (`Full`), a given amount (`Partial`), or nothing
 * because the company paid (`None`) or there is no payer (even split).
 */
export function computeReimbursement(expense: ReimbursementFields): Cents {
  if (expense.paidBy === null) return zeroCents;
  switch (expense.payerReimbursementType) {
    case 'Full':
      return expense.amount;
    case 'Partial':
      return expense.payerReimbursementAmount ?? zeroCents;
    case 'None':
      return zeroCents;
    default:
      return expense.payerReimbursementType satisfies never;
  }
}

/**
 * What each payer gets back: the reimbursement divided in proportion to what they paid, exactly and by
 * the largest remainder. The parts add up to the reimbursement.
 */
export function computePayerCredits(
  expenseId: Id<'expense'>,
  expense: ReimbursementFields,
): PayerCredit[] {
  const payers = listPayers(expense);
  const weights = payers.map(({ memberId, amountPaid }) => [memberId, BigInt(amountPaid)] as const);
  const reimbursement = computeReimbursement(expense);
  const credits =
    payers.length > 1
      ? divideByWeights(expenseId, reimbursement, new Map(weights))
      : new Map(payers.map(({ memberId }) => [memberId, reimbursement]));
  return [...credits].map(([memberId, amount]) => ({ memberId, amount }));
}

/**
 * Checks entered payers and brings them into one form: sorted by amount, the payer first; one payer of
 * everything is just `paidBy`. Without a named payer, the first of those who paid the most is.
 */
export function arrangePayers(
  amount: Cents,
  { paidBy, payers }: PaymentFields,
): Result<PaymentFields> {
  if (payers.length === 0) return ok({ paidBy, payers: [] });
  const refused = checkPayers(amount, payers);
  if (refused) return refused;
  const most = Math.max(...payers.map(({ amountPaid }) => amountPaid));
  const largest = payers.filter(({ amountPaid }) => amountPaid === most);
  const first = paidBy ?? largest[0]?.memberId ?? null;
  if (!largest.some(({ memberId }) => memberId === first)) {
    const message = 'Of several payers, Paid By is the one who paid the most';
    return refuse('invalid', 'payer_not_largest', message, { field: 'paidBy' });
  }
  if (payers.length === 1) return ok({ paidBy: first, payers: [] });
  const place = ({ memberId, amountPaid }: Payer) =>
    memberId === first ? 0 : most - amountPaid + 1;
  const arranged = payers
    .map(({ memberId, amountPaid }) => ({ memberId, amountPaid }))
    .sort((one, other) => place(one) - place(other) || (one.memberId < other.memberId ? -1 : 1));
  return ok({ paidBy: first, payers: arranged });
}

function checkPayers(amount: Cents, payers: readonly Payer[]): Refused | undefined {
  if (payers.length > maxPayers) {
    return refuse('invalid', 'too_many_payers', `At most ${maxPayers} people can have paid`, {
      field: 'payers',
    });
  }
  const ids = payers.map(({ memberId }) => memberId);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice >= 0) {
    const field = `payers.${twice}.memberId`;
    return refuse('invalid', 'payer_twice', 'This person is already listed', { field });
  }
  const unpaid = payers.findIndex(({ amountPaid }) => amountPaid <= 0);
  if (unpaid >= 0) {
    const field = `payers.${unpaid}.amountPaid`;
    const message = 'Enter an amount greater than 0, or remove this person';
    return refuse('invalid', 'paid_nothing', message, { field });
  }
  const paid = sumCents(payers.map(({ amountPaid }) => amountPaid));
  if (paid === amount) return undefined;
  const message = `What each person paid adds up to ${formatMoney(paid)}, not ${formatMoney(amount)}`;
  return refuse('invalid', 'payers_miss_amount', message, {
    field: 'payers',
    details: { differenceCents: paid - amount },
  });
}
