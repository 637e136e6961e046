/** What an exported chapter shows of this feature, and what members take along of it. */
import { nameOf } from '#features/members/server/store.ts';
import { amount, time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { recordedCells } from './store.ts';

export const sheets: readonly Sheet[] = [
  {
    name: 'payments',
    title: 'Payments',
    about: 'Payments in US dollars between members, or between a member and the chapter.',
    query: `select id, coalesce(${nameOf('from_member_id')}, 'The chapter') as from,
        coalesce(${nameOf('to_member_id')}, 'The chapter') as to, ${amount('amount_cents')} as amount,
        paid_on, method, ${recordedCells}, status, ${nameOf('said_by')} as recorded_by,
        ${nameOf('decided_by')} as decided_by, ${time('decided_at')} as decided_at, reason,
        from_member_id as from_id, to_member_id as to_id, expense_id
      from hub.payment t where chapter_id = $1 order by paid_on, id`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'payments',
    title: 'Payments',
    about: 'Payments in US dollars that you made or received.',
    query: `select id, coalesce(${nameOf('from_member_id')}, 'The chapter') as "from",
        coalesce(${nameOf('to_member_id')}, 'The chapter') as "to",
        ${amount('amount_cents')}::text as amount, paid_on, method, ${recordedCells}, status, reason
      from hub.payment t where chapter_id = $1 and $2 in (from_member_id, to_member_id)
      order by paid_on, id`,
  },
];
