import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NoticeMail } from './notice-mail.ts';

export type NoticeKey = { readonly memberId: Id<'member'>; readonly key: string };

const toRows = (notices: readonly NoticeKey[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as asked ("memberId" uuid, key text)`;

/** Those that were not sent yet; read before a transaction is begun, as there are usually none. */
export async function listUnsent(
  db: Db,
  chapterId: Id<'chapter'>,
  notices: readonly NoticeKey[],
): Promise<NoticeKey[]> {
  const { rows } = await sql<NoticeKey>`
    select asked."memberId", asked.key from ${toRows(notices)}
    where not exists (
      select from notice_sent s
      where s.chapter_id = ${chapterId} and s.member_id = asked."memberId" and s.key = asked.key)
  `.execute(db);
  return rows;
}

/** Members who were sent something of this kind, or of any but this, since then. */
export async function listNotifiedSince(
  db: Db,
  chapterId: Id<'chapter'>,
  since: Instant,
  kind: { readonly only: string } | { readonly not: string },
): Promise<Set<Id<'member'>>> {
  const rows = await db
    .selectFrom('notice_sent')
    .select('member_id as memberId')
    .distinct()
    .where('chapter_id', '=', chapterId)
    .where('sent_at', '>=', since)
    .where('kind', 'only' in kind ? '=' : '<>', 'only' in kind ? kind.only : kind.not)
    .execute();
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Of two servers at once, one gets each. */
export async function keepSent(
  tx: Tx,
  chapterId: Id<'chapter'>,
  kind: string,
  notices: readonly NoticeKey[],
  now: Instant,
): Promise<NoticeKey[]> {
  const { rows } = await sql<NoticeKey>`
    insert into notice_sent (chapter_id, member_id, key, kind, sent_at)
    select ${chapterId}::uuid, asked."memberId", asked.key, ${kind}, ${now}::timestamptz from ${toRows(notices)}
    order by asked."memberId", asked.key
    on conflict do nothing
    returning member_id as "memberId", key
  `.execute(tx);
  return rows;
}

type Told = Pick<NoticeMail, 'chapterId' | 'memberId' | 'keys'>;

export async function keepDelivered(
  db: Db,
  { chapterId, memberId, keys }: Told,
  now: Instant,
): Promise<void> {
  await sql`update notice_sent set delivered_at = ${now}
    where chapter_id = ${chapterId} and member_id = ${memberId} and key = any (${keys}::text[])`.execute(
    db,
  );
}

/** They were not sent after all, and are found again if they are true later, but not too late. */
export async function forgetUnsent(
  db: Db | Tx,
  { chapterId, memberId, keys }: Told,
): Promise<void> {
  await sql`delete from notice_sent where chapter_id = ${chapterId} and member_id = ${memberId}
    and key = any (${keys}::text[]) and delivered_at is null`.execute(db);
}

const keptDays = 400;

/** Sent notices are remembered for this long. */
export async function deleteOldSent(db: Db, chapterId: Id<'chapter'>, now: Instant): Promise<void> {
  await sql`delete from notice_sent where chapter_id = ${chapterId}
    and sent_at < ${now}::timestamptz - make_interval(days => ${keptDays})`.execute(db);
}

export async function deleteSentTo(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<void> {
  await sql`delete from notice_sent where chapter_id = ${chapterId} and member_id = ${memberId}`.execute(
    tx,
  );
}
