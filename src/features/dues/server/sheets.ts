/** What an exported chapter shows of this feature, and what members take along of it. */
import { nameOf } from '#features/members/server/store.ts';
import { amount, time } from '#server/chapter-archive/formats.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';

const columns = `c.title, c.category, t.due_on, ${amount('t.amount_cents')} as amount,
  ${amount('t.waived_cents')} as waived, ${time('t.canceled_at')} as canceled_at, ${time('c.created_at')} as charged_at,
  c.note, (
    select a.reason from hub.charge_act a
    where a.chapter_id = t.chapter_id and a.item_id = t.id and a.reason is not null
    order by a.version desc limit 1) as reason`;
const rows = `hub.charge_item t
  join hub.charge c on c.chapter_id = t.chapter_id and c.id = t.charge_id`;

export const sheets: readonly Sheet[] = [
  {
    name: 'charges',
    title: 'Charges',
    about: 'What the chapter asked of its members, in US dollars.',
    query: `select t.id, t.charge_id, t.member_id, ${nameOf('t.member_id')} as member, ${columns}
      from ${rows} where t.chapter_id = $1 order by c.created_at, t.id`,
  },
];

export const ownSheets: readonly Sheet[] = [
  {
    name: 'charges',
    title: 'Charges',
    about: 'What the chapter asked of you, in US dollars.',
    query: `select t.id, ${columns} from ${rows}
      where t.chapter_id = $1 and t.member_id = $2 order by c.created_at, t.id`,
  },
];
