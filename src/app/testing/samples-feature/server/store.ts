import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { Sample } from '../contract.ts';

export function selectSamples(db: Db, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('sample')
    .select([
      'id',
      'member_id as memberId',
      'title',
      'amount_cents as amount',
      'is_checked as isChecked',
      'created_at as createdAt',
    ])
    .where('chapter_id', '=', chapterId)
    .orderBy('created_at', 'desc');
}

export const insertSample = (db: Db, chapterId: Id<'chapter'>, sample: Sample) =>
  db
    .insertInto('sample')
    .values({
      chapter_id: chapterId,
      id: sample.id,
      member_id: sample.memberId,
      title: sample.title,
      amount_cents: sample.amount,
      created_at: sample.createdAt,
    })
    .execute();
