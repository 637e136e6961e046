import type { Area } from '#server/area.ts';
import { ofRecord } from '#server/audit/subjects.ts';
import { auditFields } from '../audit-fields.ts';
import { news } from './news.ts';
import { paymentAsks, paymentAsksOfChapter } from './notices/payment-asks.ts';
import { paymentUndone } from './notices/payment-undone.ts';
import { findOpenMatters } from './open-matters.ts';
import { paymentRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';

export const paymentArea: Area = {
  addRoutes: paymentRoutes,
  auditFields,
  auditSubjects: { pages: { payment: { page: 'payment', id: ofRecord } } },
  news,
  notices: [paymentAsks, paymentAsksOfChapter, paymentUndone],
  sheets,
  ownSheets,
  findOpenMatters,
};
