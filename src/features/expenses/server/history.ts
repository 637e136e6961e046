import { sql } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { ExpenseEvent } from '../contract.ts';
import { expenseDefaults } from '../expense.ts';
import { listPayerIds } from '../payers.ts';

/** What old records lack: fields that came later, with what they are where nobody says; one payer, in dollars. */
const oldDefaults = sql`${JSON.stringify({
  ...expenseDefaults,
  payers: [],
  payerCredits: [],
  original: null,
})}::jsonb`;

/** The changes of an expense, newest first; undefined if it never existed. */
export async function readHistory(
  db: Db,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
  request: PageRequest,
): Promise<Page<ExpenseEvent> | undefined> {
  const query = db
    .selectFrom('audit')
    .where('chapter_id', '=', chapterId)
    .where('entity_kind', '=', 'expense')
    .where('entity_id', '=', expenseId);
  const [records, { count }] = await Promise.all([
    query
      .select(['id', 'at', 'action', 'actor_id'])
      // Audit records contain money in cents.
      .select(sql<ExpenseEvent['before']>`${oldDefaults} || before`.as('before'))
      .select(sql<ExpenseEvent['after']>`${oldDefaults} || after`.as('after'))
      .orderBy('id', 'desc')
      .offset(request.skip)
      .limit(request.take)
      .execute(),
    query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  if (count === 0) return undefined;
  const actors = records.map((record) => record.actor_id).filter((actor) => actor !== null);
  const names = await readMemberNames(db, chapterId, actors);
  const events = records.map(({ actor_id: actor, ...record }) => ({
    ...record,
    by: actor === null ? null : { id: actor, name: names.get(actor) ?? '' },
  }));
  return page(events, count, request);
}

/** The first of these people who neither paid nor shared the expense, or what it replaces, in any version. */
export async function findNeverOn(
  tx: Tx,
  chapterId: Id<'chapter'>,
  expenseId: Id<'expense'>,
  people: readonly Id<'member'>[],
): Promise<Id<'member'> | undefined> {
  const versions = await tx
    .selectFrom('audit')
    .select(sql<ExpenseEvent['after']>`${oldDefaults} || after`.as('after'))
    .where('chapter_id', '=', chapterId)
    .where('entity_kind', '=', 'expense')
    .where(
      'entity_id',
      'in',
      sql<Id<'expense'>>`(with recursive replaced as (
        select ${expenseId}::uuid as id
        union
        select e.replaces_id from replaced r
        join expense e on e.chapter_id = ${chapterId} and e.id = r.id and e.replaces_id is not null
      ) select id from replaced)`,
    )
    .execute();
  const known = new Set(
    versions.flatMap(({ after }) => (after ? [...after.participants, ...listPayerIds(after)] : [])),
  );
  return people.find((person) => !known.has(person));
}
