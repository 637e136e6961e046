/** An email about a new charge, to each member it asks. */
import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import { type Day, type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, formatMoney, sumCents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import {
  hoursBefore,
  maxLateHours,
  type NoticeAsk,
  type NoticeContext,
  type NoticeText,
  noticeSource,
} from '#server/notice-source.ts';
import { formatDueDay, linkToPay } from '../../reminder.ts';

type NewItem = {
  readonly itemId: Id<'charge-item'>;
  readonly memberId: Id<'member'>;
  readonly title: string;
  readonly note: string | null;
  readonly amount: Cents;
  readonly dueOn: Day;
  readonly by: Id<'member'>;
  readonly first: Instant;
  readonly last: Instant;
};

async function find(db: Db, { chapterId, now, memberId }: NoticeAsk) {
  const { rows } = await sql<NewItem>`
    select i.id as "itemId", i.member_id as "memberId", c.title, c.note,
      i.amount_cents - i.waived_cents as amount, i.due_on as "dueOn", c.created_by as by,
      c.created_at as first, coalesce(changed.at, c.created_at) as last
    from charge c
    join charge_item i on i.chapter_id = c.chapter_id and i.charge_id = c.id
    cross join lateral (
      select max(a.acted_at) as at from charge_act a
      where a.chapter_id = i.chapter_id and a.item_id = i.id
    ) changed
    where c.chapter_id = ${chapterId} and c.created_at >= ${hoursBefore(now, maxLateHours)}
      and i.canceled_at is null and i.amount_cents > i.waived_cents
      and (i.member_id = ${memberId}::uuid or ${memberId}::uuid is null)
    order by c.created_at, i.id
  `.execute(db);
  return rows.map((item) => ({
    to: item.memberId,
    key: `charge ${item.itemId}`,
    by: item.by,
    changed: { first: item.first, last: item.last },
    item,
  }));
}

function compose(
  _db: Db,
  items: readonly NewItem[],
  { now, timeZone, publicUrl, showsAmounts }: NoticeContext,
): NoticeText {
  const today = instantToDay(now, timeZone);
  const [only, ...others] = items;
  const all = formatMoney(sumCents(items.map(({ amount }) => amount)));
  const subject =
    only && others.length === 0
      ? `${toSingleLine(only.title)}${showsAmounts ? `: ${all}` : ''} due ${formatDueDay(only.dueOn, today)}`
      : `${plural(items.length, 'new charge')}${showsAmounts ? `: ${all}` : ''}`;
  return {
    subject,
    paragraphs: [
      ...items.map(({ title, amount, dueOn, note }) => {
        const why = note === null ? '' : ` ${toSingleLine(note)}`;
        return `${toSingleLine(title)}: ${formatMoney(amount)}, due ${formatDueDay(dueOn, today)}.${why}`;
      }),
      linkToPay(publicUrl),
    ],
  };
}

export const newCharge = noticeSource<NewItem>({
  kind: 'new-charge',
  switch: 'money',
  when: 'soon',
  find,
  compose,
});
