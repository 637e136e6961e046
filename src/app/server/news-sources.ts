/** What each feature tells members about, for "New since" on Home. */
import * as events from '#features/events/server/news.ts';
import * as expenses from '#features/expenses/server/news.ts';
import * as members from '#features/members/server/news.ts';
import type { NewsSource } from '#features/news/server/source.ts';
import * as payments from '#features/payments/server/news.ts';

export const newsSources: readonly NewsSource[] = [
  { actions: expenses.newsActions, find: expenses.findExpenseNews },
  { actions: payments.newsActions, find: payments.findPaymentNews },
  { actions: events.newsActions, find: events.findEventNews },
  { actions: members.newsActions, find: members.findMemberNews },
];
