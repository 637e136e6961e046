import type { Area, NightlyWork } from '#server/area.ts';
import { newId } from '#server/database/ids.ts';
import { auditFields } from '../audit-fields.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { recurringRoutes } from './recurring/recurring-routes.ts';
import { type ExpenseAreaOptions, expenseRoutes } from './routes.ts';

export const expenseArea = (options: ExpenseAreaOptions): Area => ({
  addRoutes(api) {
    expenseRoutes(api, options);
    receiptRoutes(api);
    recurringRoutes(api);
  },
  nightlyJobs: (work) => [
    { name: 'make-recurring-expenses', cron: '50 4 * * *', run: () => makeDue(work) },
  ],
  auditFields,
});

async function makeDue({ db, clock, signal }: NightlyWork): Promise<void> {
  const { makeDueExpenses } = await import('./recurring/make-due.ts');
  await makeDueExpenses({ db, now: clock(), newId, signal });
}
