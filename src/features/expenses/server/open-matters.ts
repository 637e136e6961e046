import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, formatMoney } from '#kit/money.ts';
import type { Tx } from '#server/database/db.ts';

export async function findOpenMatters(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<string[]> {
  const { rows } = await sql<{ balance: Cents | null; expenses: number }>`
    select
      (select s.open_cents from member_standing s
        where s.chapter_id = ${chapterId} and s.member_id = ${memberId}) as balance,
      (select count(*)::integer from expense e
        where e.chapter_id = ${chapterId} and e.status = 'open' and e.deleted_at is null
          and (e.paid_by = ${memberId}
            or exists (select from expense_participant p
              where p.chapter_id = e.chapter_id and p.expense_id = e.id and p.member_id = ${memberId})
            or exists (select from expense_payer y
              where y.chapter_id = e.chapter_id and y.expense_id = e.id
                and y.member_id = ${memberId}))) as expenses
  `.execute(tx);
  const { balance, expenses = 0 } = rows[0] ?? {};
  return [
    ...(balance ? [`an open balance of ${formatMoney(cents(balance))}`] : []),
    ...(expenses === 0 ? [] : [plural(expenses, 'open expense')]),
  ];
}
