import { readSmallestPayment } from '#features/chapters/server/store.ts';
import { maySeeWalletsOf } from '#features/wallets/read-permission.ts';
import { sumCents } from '#kit/money.ts';
import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { expenseCalls } from '../contract.ts';
import { planSettleUp, toParties } from '../settle-up.ts';
import { readBalanceParts } from './balance-parts.ts';
import { readCategories } from './categories.ts';
import { correctExpense } from './correcting/correct.ts';
import { recordMoneyBack } from './correcting/money-back.ts';
import { createExpense } from './create.ts';
import { listExpenses } from './expense-list.ts';
import { readBalances, readTotal } from './figures.ts';
import { readHistory } from './history.ts';
import { createExpenseLogger } from './log-expenses.ts';
import { readLatestRates } from './rates.ts';
import { type SettlingWork, settleExpense } from './settle-expense.ts';
import { readSpending } from './spending.ts';
import { readStandingCourse } from './standing-course.ts';
import { readStandings, unplannable } from './standings.ts';
import { findExpense } from './store.ts';
import {
  addExpenseOverride,
  deleteExpense,
  patchExpense,
  removeExpenseOverride,
  restoreExpense,
  updateExpenseOverride,
} from './writes.ts';

export type ExpenseAreaOptions = Pick<SettlingWork, 'recordOutsidePayments'>;

export function expenseRoutes(api: Api, { recordOutsidePayments }: ExpenseAreaOptions): void {
  api.serve(expenseCalls.list, async ({ db, caller, query }) =>
    ok(await listExpenses(db, caller, query)),
  );
  api.serve(expenseCalls.total, async ({ db, caller }) =>
    ok(await readTotal(db, caller.chapterId)),
  );
  api.serve(expenseCalls.balances, async ({ db, caller }) => ok(await readBalances(db, caller)));
  api.serve(expenseCalls.standings, async ({ db, caller }) => ok(await readStandings(db, caller)));
  api.serve(expenseCalls.balanceParts, async ({ db, caller, params, query }) => {
    if (!maySeeWalletsOf(caller, params.participantId)) return notFound('Member');
    const member = { chapterId: caller.chapterId, memberId: params.participantId };
    const parts = await readBalanceParts(db, member, query);
    return parts ? ok(parts) : notFound('Member');
  });
  api.serve(expenseCalls.spending, async ({ db, caller, now }) =>
    ok(await readSpending(db, caller, now)),
  );
  api.serve(expenseCalls.standingCourse, async ({ db, caller, now }) =>
    ok(await readStandingCourse(db, caller, now)),
  );
  api.serve(expenseCalls.settleUp, async ({ db, caller }) => {
    const { items, chapter } = await readStandings(db, caller);
    const parties = toParties(items, chapter);
    if (sumCents(parties.map(({ balance }) => balance)) !== 0) return unplannable;
    const smallestPayment = await readSmallestPayment(db, caller.chapterId);
    const { payments, left } = planSettleUp(parties, smallestPayment);
    return ok({ items: [...payments], left: [...left], smallestPayment });
  });
  api.serve(expenseCalls.categories, async ({ db, caller }) =>
    ok({ items: await readCategories(db, caller.chapterId) }),
  );
  api.serve(expenseCalls.rates, async ({ db, caller }) =>
    ok({ items: await readLatestRates(db, caller.chapterId) }),
  );
  api.serve(expenseCalls.history, async ({ db, caller, params, query }) => {
    const events = await readHistory(db, caller.chapterId, params.expenseId, query);
    return events ? ok({ events }) : notFound('Expense');
  });
  api.serve(expenseCalls.detail, async ({ db, caller, params }) => {
    const expense = await findExpense(db, caller, params.expenseId);
    return expense ? ok(expense) : notFound('Expense');
  });
  const log = createExpenseLogger(api.db);
  api.serveBatched(expenseCalls.create, ({ body, ...creating }) =>
    createExpense({ ...creating, db: api.db, log }, body),
  );
  api.serve(expenseCalls.patch, ({ params, query, body, ...work }) =>
    patchExpense(work, params.expenseId, body, query.dropOverrides),
  );
  api.serve(expenseCalls.remove, ({ params, ...work }) => deleteExpense(work, params.expenseId));
  api.serve(expenseCalls.restore, ({ params, ...work }) => restoreExpense(work, params.expenseId));
  api.serve(expenseCalls.settle, ({ params, body, ...work }) =>
    settleExpense({ ...work, recordOutsidePayments }, params.expenseId, body),
  );
  api.serve(expenseCalls.correct, ({ params, body, ...work }) =>
    correctExpense(work, params.expenseId, body),
  );
  api.serve(expenseCalls.moneyBack, ({ params, body, ...work }) =>
    recordMoneyBack(work, params.expenseId, body),
  );
  api.serve(expenseCalls.addOverride, ({ params, body, ...work }) =>
    addExpenseOverride(work, params.expenseId, body),
  );
  api.serve(expenseCalls.updateOverride, ({ params, body, ...work }) =>
    updateExpenseOverride(work, params.expenseId, params.overrideId, body),
  );
  api.serve(expenseCalls.removeOverride, ({ params, ...work }) =>
    removeExpenseOverride(work, params.expenseId, params.overrideId),
  );
}
