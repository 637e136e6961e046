/** What an exported chapter shows of this feature, and what members take along of it. */
import { nameOf } from '#features/members/server/store.ts';
import { time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'files',
    title: 'Files',
    about:
      'Receipts of expenses and transactions, files of dates of events, and versions of documents. Each is in the folder files, by its id.',
    query: `select t.id, t.name, t.media_type as type, t.bytes, u.kind as "of", u.entity_id as of_id,
        ${nameOf('t.uploaded_by')} as added_by, ${time('u.added_at')} as added_at,
        ${time('u.removed_at')} as removed_at
      from hub.file t
      left join hub.file_use u on u.chapter_id = t.chapter_id and u.file_id = t.id
      where t.chapter_id = $1 and t.finished_at is not null order by t.finished_at, t.id, u.entity_id`,
  },
];
