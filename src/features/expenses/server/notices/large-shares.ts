/** An email about new or changed shares of $100 or more, and what its reader owes in all. */
import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import { listNewestRecords, type RecordedChange } from '#server/audit/newest-records.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { hoursBefore, maxLateHours, noticeSource } from '#server/notice-source.ts';
import type { Expense } from '../../expense.ts';
import { readStanding } from '../store.ts';
import { findLastChange, type ShareChange } from './share-changes.ts';

const largeShare = cents(100_00);
const actions = ['expense.create', 'expense.update', 'expense.delete', 'expense.restore'] as const;

type LargeShare = {
  readonly expenseId: Id<'expense'>;
  readonly title: string;
  readonly share: Cents;
};

function toChange({ at, actorId, before, after }: RecordedChange): ShareChange {
  return { at, actorId, before: readShares(before), after: readShares(after) };
}

/** As the audit log keeps an expense. */
function readShares(after: RecordedChange['after']): Map<Id<'member'>, Cents> {
  const shares = (after?.['participantBreakdowns'] ?? []) as Expense['participantBreakdowns'];
  return new Map(shares.map(({ participantId, amountOwed }) => [participantId, amountOwed]));
}

export const largeShares = noticeSource<LargeShare>({
  kind: 'large-shares',
  switch: 'money',
  when: 'soon',
  async find(db, { chapterId, now, memberId }) {
    // An hour more than is reported, so that a change is seen with what was undone a moment later.
    const since = hoursBefore(now, maxLateHours + 1);
    const { records } = await listNewestRecords(db, chapterId, { since, actions });
    if (records.length === 0) return [];
    const byExpense = Map.groupBy(records.toReversed(), ({ entityId }) => entityId);
    // Who paid it, and who shares one in which each has paid their own, owes nothing by it.
    const { rows } = await sql<LargeShare & { memberId: Id<'member'> }>`
      select e.id as "expenseId", e.title, p.member_id as "memberId", p.share_cents as share
      from expense e
      join expense_participant p on p.chapter_id = e.chapter_id and p.expense_id = e.id
      where e.chapter_id = ${chapterId} and e.id = any(${[...byExpense.keys()]}::uuid[])
        and e.deleted_at is null and e.paid_by <> p.member_id and p.share_cents >= ${largeShare}
        and (p.member_id = ${memberId}::uuid or ${memberId}::uuid is null)
        and not exists (
          select from expense_payer y
          where y.chapter_id = e.chapter_id and y.expense_id = e.id and y.member_id = p.member_id)
        and not exists (
          select from expense r where r.chapter_id = e.chapter_id and r.corrects_id = e.id)
      order by e.expense_at, e.id
    `.execute(db);
    return rows.flatMap(({ memberId: to, ...item }) => {
      const changes = (byExpense.get(item.expenseId) ?? []).map(toChange);
      const found = findLastChange(changes, to);
      if (!found || found.last < hoursBefore(now, maxLateHours)) return [];
      const { by, ...changed } = found;
      return [{ to, key: `share ${item.expenseId} ${changed.last}`, by, changed, item }];
    });
  },
  async compose(db, shares, { chapterId, memberId, publicUrl, showsAmounts }) {
    const standing = await readStanding(db, chapterId, memberId);
    const [only, ...others] = shares;
    const isOne = only !== undefined && others.length === 0;
    const title = toSingleLine(only?.title ?? '');
    return {
      subject: !isOne
        ? `Your shares of ${plural(shares.length, 'expense')}`
        : showsAmounts
          ? `Your share of ${title} is ${formatMoney(only.share)}`
          : `Your share of ${title}`,
      paragraphs: [
        standing < 0
          ? `In all you owe ${formatMoney(cents(-standing))}.`
          : 'In all you owe nothing.',
        ...shares.map(
          (each) => `Your share of ${toSingleLine(each.title)} is ${formatMoney(each.share)}.`,
        ),
        isOne
          ? { action: 'View Expense', link: `${publicUrl}/expenses?expense=${only.expenseId}` }
          : { action: 'Open Expenses', link: `${publicUrl}/expenses` },
      ],
    };
  },
});
