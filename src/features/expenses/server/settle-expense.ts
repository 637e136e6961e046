/** Settling an expense: it charges its shares and, of one outside wallets, records how they were paid. */
import type { MemberCaller } from '#kit/caller.ts';
import { type Day, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { PaymentMethod } from '#kit/payment-methods.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { SettleFields } from '../contract.ts';
import type { Expense, OpenExpense } from '../expense.ts';
import { checkSettler } from '../may-write.ts';
import {
  leaveOutPaid,
  type PaidOutside,
  planOutsidePayments,
  settlingRecordsPayments,
} from '../settling/paid-outside.ts';
import { readPaymentsFor } from './expense-payments.ts';
import { addTransactions } from './store.ts';
import { lockOpenExpense, record, settleLocked, type Work } from './writes.ts';

/** Settling may record payments, which are a higher feature's. */
export type SettlingWork = Work & {
  readonly caller: Pick<MemberCaller, 'timeZone'>;
  readonly recordOutsidePayments: RecordOutsidePayments;
};

/** Records payments in the transaction, all or none. */
type RecordOutsidePayments = (
  work: Pick<Work, 'tx' | 'now' | 'newId'> & {
    readonly caller: Pick<
      MemberCaller,
      'chapterId' | 'memberId' | 'role' | 'timeZone' | 'seesAllWallets'
    >;
  },
  payments: readonly {
    readonly fromMemberId: Id<'member'>;
    /** Null is the chapter. */
    readonly toMemberId: Id<'member'> | null;
    readonly amount: Cents;
    readonly paidOn: Day;
    readonly method: PaymentMethod;
    readonly note: string;
    readonly expenseId: Id<'expense'>;
    readonly isDuplicateAllowed: boolean | undefined;
  }[],
  how: { readonly leavesOutDuplicates: boolean },
) => Promise<Result<undefined>>;

/**
 * Settles the expense for good and charges its shares to wallets. If it does not use wallets, it also records
 * how the shares were paid, so that nothing is removed without a payment.
 */
export async function settleExpense(
  work: SettlingWork,
  id: Id<'expense'>,
  { note, paidOutside }: SettleFields = {},
): Promise<Result<Expense>> {
  const loaded = await lockOpenExpense(work, id, checkSettler);
  if (!loaded.ok) return loaded;
  const open = loaded.value;
  const recordsPayments = settlingRecordsPayments(open);
  if (paidOutside && !recordsPayments) return notOutside;
  const charged = recordsPayments ? { ...open, useWalletTransactions: true } : open;
  const settled = await settleLocked(work, charged, note);
  if (!settled.ok) return settled;
  const recorded = recordsPayments
    ? await recordPayments(work, open, note, paidOutside)
    : ok(undefined);
  if (!recorded.ok) return recorded;
  await record(work, 'expense.settle', loaded.value, settled.value);
  return ok(await addTransactions(work.tx, work.caller, settled.value));
}

const notOutside = refuse(
  'invalid',
  'not_outside',
  "Payments can be recorded only for an expense that has a payer and doesn't use wallets",
  { field: 'paidOutside' },
);

async function recordPayments(
  work: SettlingWork,
  expense: OpenExpense,
  note: string | undefined,
  entered: PaidOutside | undefined,
): Promise<Result<undefined>> {
  const { paidOn, method, memberIds, isDuplicateAllowed }: PaidOutside = entered ?? {
    paidOn: instantToDay(work.now, work.caller.timeZone),
    method: 'other',
  };
  const planned = planOutsidePayments(expense);
  const debtors = new Set(planned.map(({ from }) => from));
  const unknown = memberIds?.find((memberId) => !debtors.has(memberId));
  if (unknown !== undefined) {
    return refuse('invalid', 'owes_nothing', 'One of these members owes nothing for this expense', {
      field: 'paidOutside.memberIds',
    });
  }
  const known = await readPaymentsFor(work.tx, work.caller.chapterId, expense.id);
  const left = leaveOutPaid(planned, known);
  const paid = left.filter(({ from }) => memberIds?.includes(from) ?? true);
  return work.recordOutsidePayments(
    work,
    paid.map(({ from, to, amount }) => ({
      fromMemberId: from,
      toMemberId: to,
      amount,
      paidOn,
      method,
      note: note === undefined ? expense.title : `${expense.title}: ${note}`,
      expenseId: expense.id,
      isDuplicateAllowed,
    })),
    // Who says nothing of payments does not know of those that may be recorded already.
    { leavesOutDuplicates: entered === undefined },
  );
}
