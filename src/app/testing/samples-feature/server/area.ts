import { listChapters } from '#features/chapters/server/store.ts';
import type { Area } from '#server/area.ts';
import { ofTable } from '#server/audit/subjects.ts';
import { auditFields } from '../audit-fields.ts';
import { sampleRoutes } from './routes.ts';
import { ownSheets, sheets } from './sheets.ts';

export const sampleArea: Area = {
  addRoutes: sampleRoutes,
  nightlyJobs: ({ db }) => [
    {
      name: 'check-samples',
      cron: '35 5 * * *',
      run: async () => {
        for (const { id } of await listChapters(db)) {
          await db
            .updateTable('sample')
            .set({ is_checked: true })
            .where('chapter_id', '=', id)
            .execute();
        }
      },
    },
  ],
  auditFields,
  auditSubjects: {
    named: [{ table: 'sample', name: 'title' }],
    pages: { sample: { page: 'sample', id: ofTable('sample') } },
  },
  sheets,
  ownSheets,
  findOpenMatters: async (tx, chapterId, memberId) => {
    const open = await tx
      .selectFrom('sample')
      .select('id')
      .where('chapter_id', '=', chapterId)
      .where('member_id', '=', memberId)
      .where('is_checked', '=', false)
      .execute();
    return open.length > 0 ? [`${open.length} unchecked samples`] : [];
  },
  eraseMember: async (tx, { chapterId }, memberId) => {
    await tx
      .updateTable('sample')
      .set({ title: 'Sample' })
      .where('chapter_id', '=', chapterId)
      .where('member_id', '=', memberId)
      .execute();
  },
};
