import { amount, time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

const columns = `t.title, ${amount('t.amount_cents')} as amount, ${time('t.created_at')} as created_at`;

export const sheets: readonly Sheet[] = [
  {
    name: 'samples',
    title: 'Samples',
    about: 'Who got which sample.',
    query: `select t.id, t.member_id, ${columns} from hub.sample t
      where t.chapter_id = $1 order by t.created_at, t.id`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'samples',
    title: 'Samples',
    about: 'The samples you got.',
    query: `select t.id, ${columns} from hub.sample t
      where t.chapter_id = $1 and t.member_id = $2 order by t.created_at, t.id`,
  },
];
