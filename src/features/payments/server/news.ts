/** What is new for members of payments they made or got. */
import { readMemberNames } from '#features/members/server/store.ts';
import type { Id } from '#kit/id.ts';
import type { RecordedChange } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { Found, NewsSource } from '#server/news-source.ts';
import type { PaymentNews } from '../news/contract.ts';

export const news: NewsSource = {
  actions: [
    'payment.create',
    'payment.confirm',
    'payment.reject',
    'payment.withdraw',
    'payment.take-back',
  ],
  find: findPaymentNews,
};

/** One for each payment to or from the member, as it is now; newest records first. */
async function findPaymentNews(
  db: Db,
  { chapterId, memberId }: { chapterId: Id<'chapter'>; memberId: Id<'member'> },
  records: readonly RecordedChange[],
): Promise<Found<PaymentNews>[]> {
  const newest = new Map<Id, RecordedChange>();
  for (const record of records.toReversed()) newest.set(record.entityId, record);
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'from_member_id', 'to_member_id', 'amount_cents', 'status'])
    .where('chapter_id', '=', chapterId)
    .where('id', 'in', [...newest.keys()] as Id<'payment'>[])
    .where((row) =>
      row.or([row('from_member_id', '=', memberId), row('to_member_id', '=', memberId)]),
    )
    .execute();
  const others = rows.flatMap((row) => [row.from_member_id ?? [], row.to_member_id ?? []].flat());
  const names = await readMemberNames(db, chapterId, others);
  return rows.flatMap((row) => {
    const record = newest.get(row.id);
    if (!record) return [];
    const isToMember = row.to_member_id === memberId;
    const otherId = isToMember ? row.from_member_id : row.to_member_id;
    const other = otherId === null ? null : (names.get(otherId) ?? null);
    const { at, actorId: byId } = record;
    const facts = { paymentId: row.id, amount: row.amount_cents, status: row.status };
    return [{ kind: 'payment' as const, at, byId, isToMember, other, ...facts }];
  });
}
