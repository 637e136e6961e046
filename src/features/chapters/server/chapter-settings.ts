/** Reading and changing a chapter's settings, always as a whole. */

import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Context } from '#server/http/serve.ts';
import type { ChapterDetail, chapterCalls } from '../chapter-contract.ts';

export async function findChapter(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  lock?: 'lock',
): Promise<ChapterDetail | undefined> {
  let found = db
    .selectFrom('chapter')
    .select([
      'name',
      'time_zone as timeZone',
      'policy',
      'event_policy as eventPolicy',
      'members_see_wallets as membersSeeWallets',
      'settles_through as settlesThrough',
      'amounts_in_subjects as amountsInSubjects',
      'chapter_site_url as chapterSiteUrl',
      'network_hub_url as networkHubUrl',
      'learning_centre_url as learningCentreUrl',
      'local_platform_url as localPlatformUrl',
      'smallest_payment_cents as smallestPayment',
      'version',
    ])
    .where('id', '=', chapterId);
  // Does not block writes to other tables, whose foreign keys refer to this row.
  if (lock) found = found.forNoKeyUpdate();
  const row = await found.executeTakeFirst();
  if (!row) return undefined;
  const { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl, ...settings } = row;
  const links = { chapterSiteUrl, networkHubUrl, learningCentreUrl, localPlatformUrl };
  return { ...settings, links };
}

export async function changeChapter({
  tx,
  caller,
  body,
  ifMatch,
  now,
  newId,
}: Context<typeof chapterCalls.change>): Promise<Result<ChapterDetail>> {
  const { chapterId } = caller;
  const before = await findChapter(tx, chapterId, 'lock');
  if (!before) return notFound('Chapter');
  const stale = checkVersion(before, ifMatch, 'the settings');
  if (stale) return stale;
  const {
    eventPolicy = before.eventPolicy,
    membersSeeWallets = before.membersSeeWallets,
    settlesThrough = before.settlesThrough,
    amountsInSubjects = before.amountsInSubjects,
    ...settings
  } = body;
  const version = before.version + 1;
  const rules = { eventPolicy, membersSeeWallets, settlesThrough, amountsInSubjects };
  const after = { ...settings, ...rules, version };
  await saveChapter(tx, chapterId, after);
  await auditWork(
    { tx, caller, now, newId },
    { action: 'chapter.update', kind: 'chapter', id: chapterId, before, after },
  );
  return ok(after);
}

async function saveChapter(
  tx: Tx,
  chapterId: Id<'chapter'>,
  settings: ChapterDetail,
): Promise<void> {
  const { name, timeZone, policy, eventPolicy, membersSeeWallets, links } = settings;
  await tx
    .updateTable('chapter')
    .set((eb) => ({
      name,
      time_zone: timeZone,
      policy,
      event_policy: eventPolicy,
      members_see_wallets: membersSeeWallets,
      settles_through: settings.settlesThrough,
      amounts_in_subjects: settings.amountsInSubjects,
      chapter_site_url: links.chapterSiteUrl,
      network_hub_url: links.networkHubUrl,
      learning_centre_url: links.learningCentreUrl,
      local_platform_url: links.localPlatformUrl,
      smallest_payment_cents: settings.smallestPayment,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', chapterId)
    .execute();
}
