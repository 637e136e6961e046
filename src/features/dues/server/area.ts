import type { Area } from '#server/area.ts';
import { ofRecord } from '#server/audit/subjects.ts';
import { auditFields } from '../audit-fields.ts';
import { dueReminders } from './notices/due-reminders.ts';
import { newCharge } from './notices/new-charge.ts';
import { duesAhead } from './notices/week-ahead.ts';
import { duesRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';

export const duesArea: Area = {
  addRoutes: duesRoutes,
  notices: [newCharge, dueReminders],
  weekAhead: duesAhead,
  auditFields,
  auditSubjects: {
    pages: {
      charge: { page: 'charge', id: ofRecord },
      'charge item': {
        page: 'charge',
        id: `(select t.charge_id from hub.charge_item t
          where t.chapter_id = s.chapter_id and t.id = s.entity_id)`,
      },
      'dues pause': { page: 'dues', id: ofRecord },
    },
  },
  sheets,
  ownSheets,
  eraseMember: async (tx, { chapterId }, memberId) => {
    await tx
      .deleteFrom('dues_pause')
      .where('chapter_id', '=', chapterId)
      .where('member_id', '=', memberId)
      .execute();
  },
};
