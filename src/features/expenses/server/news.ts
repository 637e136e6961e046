/** What is new for members of expenses they share or paid. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import type { RecordedChange } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { Found, NewsSource } from '#server/news-source.ts';
import type { ExpenseNews } from '../news/contract.ts';

export const news: NewsSource = {
  actions: ['expense.create', 'expense.settle', 'expense.correct'],
  find: findExpenseNews,
};

const kinds: Record<string, ExpenseNews['kind']> = {
  'expense.create': 'expense-logged',
  'expense.settle': 'expense-settled',
  'expense.correct': 'expense-corrected',
};

/** One for each expense, which is new if it was logged among the records; newest records first. */
async function findExpenseNews(
  db: Db,
  { chapterId, memberId }: { chapterId: Id<'chapter'>; memberId: Id<'member'> },
  records: readonly RecordedChange[],
): Promise<Found<ExpenseNews>[]> {
  const byExpense = new Map<Id, RecordedChange>();
  for (const record of records) {
    if (record.action === 'expense.create' || !byExpense.has(record.entityId)) {
      byExpense.set(record.entityId, record);
    }
  }
  const { rows } = await sql<{ id: Id<'expense'>; title: string; share: Cents | null }>`
    select e.id, e.title, p.share_cents as share
    from expense e
    left join expense_participant p
      on p.chapter_id = e.chapter_id and p.expense_id = e.id and p.member_id = ${memberId}
    where e.chapter_id = ${chapterId} and e.id = any(${[...byExpense.keys()]}::uuid[])
      and e.deleted_at is null and (p.member_id is not null or e.paid_by = ${memberId}
        or e.has_several_payers and exists (
          select from expense_payer y
          where y.chapter_id = e.chapter_id and y.expense_id = e.id and y.member_id = ${memberId}))
  `.execute(db);
  return rows.flatMap(({ id, title, share }) => {
    const record = byExpense.get(id);
    const kind = record && kinds[record.action];
    return kind ? [{ kind, at: record.at, byId: record.actorId, expenseId: id, title, share }] : [];
  });
}
