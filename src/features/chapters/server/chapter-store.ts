import { sql } from 'kysely';
import type { Links } from '#features/identity/contract.ts';
import { setLastChapter } from '#features/identity/server/shared/account-store.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { ChapterPolicy, EventPolicy, Role } from '#kit/role.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';

export type NewChapter = {
  id: Id<'chapter'>;
  name: string;
  timeZone: string;
  policy: ChapterPolicy;
  /** By default `open`. */
  eventPolicy?: EventPolicy | undefined;
  /** By default false: what members owe is theirs to share. */
  membersSeeWallets?: boolean | undefined;
  links: Links;
};

/** External links of the first chapter, or of the oldest if it has left; undefined if there is none. */
export async function findFirstChapterLinks(db: Db): Promise<Links | undefined> {
  return db
    .selectFrom('chapter')
    .select([
      'chapter_site_url as chapterSiteUrl',
      'network_hub_url as networkHubUrl',
      'learning_centre_url as learningCentreUrl',
      'local_platform_url as localPlatformUrl',
    ])
    .orderBy(
      sql`id::text = (select value from hub.installation where key = 'first_chapter')`,
      (order) => order.desc().nullsLast(),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function insertChapter(tx: Tx, chapter: NewChapter, now: Instant): Promise<void> {
  const { links } = chapter;
  await tx
    .insertInto('chapter')
    .values({
      id: chapter.id,
      name: chapter.name,
      time_zone: chapter.timeZone,
      policy: chapter.policy,
      event_policy: chapter.eventPolicy ?? 'open',
      members_see_wallets: chapter.membersSeeWallets ?? false,
      chapter_site_url: links.chapterSiteUrl,
      network_hub_url: links.networkHubUrl,
      learning_centre_url: links.learningCentreUrl,
      local_platform_url: links.localPlatformUrl,
      created_at: now,
    })
    .execute();
}

export type Joining = {
  chapterId: Id<'chapter'>;
  accountId: string;
  email: string;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  role: Role;
};

/**
 * Makes the account an active member of the chapter, which it opens next. A removed member is
 * restored, and a member with the address but no account is linked to it; both keep their names.
 * Returns undefined if the account or another one with the address is already a member or disabled:
 * only an admin can change that.
 */
export async function joinChapter(
  tx: Tx,
  joining: Joining,
  context: WriteContext,
): Promise<Id<'member'> | undefined> {
  const { chapterId, accountId } = joining;
  const record = chooseRecord(accountId, await listRecords(tx, joining));
  if (record === 'taken') return undefined;
  const memberId = record === 'none' ? context.newId<'member'>() : record.id;
  if (record === 'none') await insertMember(tx, { ...joining, memberId }, context.now);
  else await takeOverRecord(tx, { ...joining, memberId }, context.now);
  await tx
    .insertInto('account_chapter')
    .values({ account_id: accountId, chapter_id: chapterId, member_id: memberId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'chapter_id']).doUpdateSet({ member_id: memberId }),
    )
    .execute();
  await setLastChapter(tx, accountId, chapterId);
  return memberId;
}

type MemberRecord = { id: Id<'member'>; account_id: string | null; status: string };

function chooseRecord(
  accountId: string,
  records: readonly MemberRecord[],
): MemberRecord | 'none' | 'taken' {
  const [record, second] = records;
  if (!record) return 'none';
  if (second || record.status === 'disabled') return 'taken';
  if (record.account_id === accountId) return record.status === 'removed' ? record : 'taken';
  return record.account_id === null ? record : 'taken';
}

/** The account's own member, even if removed, and a current one with the address. */
async function listRecords(tx: Tx, { chapterId, accountId, email }: Joining) {
  return tx
    .selectFrom('member')
    .select(['id', 'account_id', 'status'])
    .where('chapter_id', '=', chapterId)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb.and([eb(eb.fn('lower', ['email']), '=', email), eb('status', '<>', 'removed')]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function takeOverRecord(
  tx: Tx,
  member: Joining & { memberId: Id<'member'> },
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('member')
    .set((eb) => ({
      account_id: member.accountId,
      email: member.email,
      // Sessions from before must not act for a member who is restored.
      enabled_at: sql<Instant>`date_trunc('milliseconds', now())`,
      role: member.role,
      status: 'active',
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('chapter_id', '=', member.chapterId)
    .where('id', '=', member.memberId)
    .execute();
}

async function insertMember(
  tx: Tx,
  member: Joining & { memberId: Id<'member'> },
  now: Instant,
): Promise<void> {
  await tx
    .insertInto('member')
    .values({
      chapter_id: member.chapterId,
      id: member.memberId,
      account_id: member.accountId,
      external_user_identifier: null,
      display_name: member.displayName,
      first_name: member.firstName,
      last_name: member.lastName,
      email: member.email,
      primary_phone: null,
      role: member.role,
      status: 'active',
      created_at: now,
      updated_at: now,
    })
    .execute();
}
