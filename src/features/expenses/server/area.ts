import type { Area, NightlyWork } from '#server/area.ts';
import { ofTable } from '#server/audit/subjects.ts';
import { newId } from '#server/database/ids.ts';
import { auditFields } from '../audit-fields.ts';
import { news } from './news.ts';
import { largeShares } from './notices/large-shares.ts';
import { findOpenMatters } from './open-matters.ts';
import { receiptRoutes } from './receipts/receipt-routes.ts';
import { recurringRoutes } from './recurring/recurring-routes.ts';
import { type ExpenseAreaOptions, expenseRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';

export const expenseArea: Area<ExpenseAreaOptions> = {
  addRoutes(api, options) {
    expenseRoutes(api, options);
    receiptRoutes(api);
    recurringRoutes(api);
  },
  nightlyJobs: (work) => [
    { name: 'make-recurring-expenses', cron: '50 4 * * *', run: () => makeDue(work) },
  ],
  auditFields,
  auditSubjects: {
    named: [{ table: 'expense', name: 'title' }],
    pages: { expense: { page: 'expense', id: ofTable('expense', 'id', 't.deleted_at is null') } },
  },
  news,
  notices: [largeShares],
  sheets,
  ownSheets,
  findOpenMatters,
};

async function makeDue({ db, clock, signal }: NightlyWork): Promise<void> {
  const { makeDueExpenses } = await import('./recurring/make-due.ts');
  await makeDueExpenses({ db, now: clock(), newId, signal });
}
