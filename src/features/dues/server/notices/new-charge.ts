import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import type { Day, Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney, sumCents, zeroCents } from '#kit/money.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { hoursBefore, maxLateHours, noticeSource } from '#server/notice-source.ts';
import { duesToday, readDues } from '../dues-list.ts';
import { formatDueDay, linkToDues } from './reminder.ts';

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

type ChargedItem = NewItem & { readonly open: Cents };

function nameCharges([only, ...others]: readonly ChargedItem[]): string {
  return only && others.length === 0
    ? toSingleLine(only.title)
    : plural(others.length + 1, 'new charge');
}

function describeWhen(charged: readonly ChargedItem[], today: Day): string {
  if (charged.every(({ open }) => open === 0)) return ', covered';
  const [only, ...others] = charged;
  return only && others.length === 0 ? ` due ${formatDueDay(only.dueOn, today)}` : '';
}

export const newCharge = noticeSource<NewItem>({
  kind: 'new-charge',
  switch: 'money',
  when: 'soon',
  async find(db, { chapterId, now, memberId }) {
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
  },
  /** Says of what a credit or an early payment covers that it does, or it would be paid twice. */
  async compose(db, items, { chapterId, memberId, now, timeZone, publicUrl, showsAmounts }) {
    const on = duesToday(now, timeZone);
    const [dues] = await readDues(db, chapterId, on, [memberId]);
    const openOf = new Map(dues?.debts.map(({ chargeItemId, open }) => [chargeItemId, open]));
    const charged = items.map((item) => ({ ...item, open: openOf.get(item.itemId) ?? zeroCents }));
    const all = formatMoney(sumCents(charged.map(({ amount }) => amount)));
    return {
      subject: `${nameCharges(charged)}${showsAmounts ? `: ${all}` : ''}${describeWhen(charged, on.day)}`,
      paragraphs: [
        ...charged.map(({ title, amount, open, dueOn, note }) => {
          const why = note === null ? '' : ` ${toSingleLine(note)}`;
          const covered =
            open === 0
              ? ' It is covered.'
              : open < amount
                ? ` ${formatMoney(cents(amount - open))} of it is covered.`
                : '';
          return `${toSingleLine(title)}: ${formatMoney(amount)}, due ${formatDueDay(dueOn, on.day)}.${covered}${why}`;
        }),
        linkToDues(
          publicUrl,
          charged.some(({ open }) => open > 0),
        ),
      ],
    };
  },
});
