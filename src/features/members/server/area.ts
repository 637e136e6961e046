import type { Area } from '#server/area.ts';
import { ofTable } from '#server/audit/subjects.ts';
import { auditFields } from '../audit-fields.ts';
import { asksAhead } from './asks-ahead.ts';
import { news } from './news.ts';
import { type MembershipHooks, memberRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';

export const memberArea: Area<MembershipHooks> = {
  addRoutes: memberRoutes,
  auditFields,
  auditSubjects: {
    named: [{ table: 'member', name: 'display_name' }],
    pages: { member: { page: 'member', id: ofTable('member') } },
  },
  news,
  weekAhead: asksAhead,
  sheets,
  ownSheets,
};
