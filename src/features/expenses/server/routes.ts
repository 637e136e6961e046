import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/serve.ts';
import { expenseCalls } from '../contract.ts';
import { findExpense, listExpenses, readBalances, totalOfExpenses } from './store.ts';
import {
  addOverrideTo,
  changeOverrideOf,
  createExpense,
  deleteExpense,
  patchExpense,
  removeOverrideOf,
  settleExpense,
} from './writes.ts';

export function expenseRoutes(api: Api): void {
  api.serve(expenseCalls.list, async ({ db, caller, query }) =>
    ok(await listExpenses(db, caller.chapterId, query)),
  );
  api.serve(expenseCalls.total, async ({ db, caller }) =>
    ok({ totalAmount: await totalOfExpenses(db, caller.chapterId) }),
  );
  api.serve(expenseCalls.balances, async ({ db, caller }) =>
    ok(await readBalances(db, caller.chapterId)),
  );
  api.serve(expenseCalls.detail, async ({ db, caller, params }) => {
    const expense = await findExpense(db, caller.chapterId, params.expenseId);
    return expense ? ok(expense) : notFound('Expense');
  });
  api.serve(expenseCalls.create, ({ body, ...work }) => createExpense(work, body));
  api.serve(expenseCalls.patch, ({ params, query, body, ...work }) =>
    patchExpense(work, params.expenseId, body, query.dropOverrides),
  );
  api.serve(expenseCalls.remove, ({ params, ...work }) => deleteExpense(work, params.expenseId));
  api.serve(expenseCalls.settle, ({ params, ...work }) => settleExpense(work, params.expenseId));
  api.serve(expenseCalls.addOverride, ({ params, body, ...work }) =>
    addOverrideTo(work, params.expenseId, body),
  );
  api.serve(expenseCalls.updateOverride, ({ params, body, ...work }) =>
    changeOverrideOf(work, params.expenseId, params.overrideId, body),
  );
  api.serve(expenseCalls.removeOverride, ({ params, ...work }) =>
    removeOverrideOf(work, params.expenseId, params.overrideId),
  );
}
