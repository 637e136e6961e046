import * as z from 'zod/mini';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type ResourceEntry, type ResourceList, resourceEntry } from '../contract.ts';
import { firstResources, resourceOf } from '../resource.ts';

const entries = z.array(resourceEntry);

/** Undefined when there is no such chapter. `lock`: for one writer at a time. */
export async function findResources(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  lock?: 'lock',
): Promise<ResourceList | undefined> {
  let asked = db
    .selectFrom('chapter')
    .select([
      'name',
      'chapter_site_url as chapterSite',
      'network_hub_url as networkHub',
      'learning_centre_url as learningCentre',
      'local_platform_url as localPlatform',
    ])
    .where('id', '=', chapterId);
  // A chapter without a list has no other row to lock.
  if (lock) asked = asked.forNoKeyUpdate();
  const chapter = await asked.executeTakeFirst();
  if (!chapter) return undefined;
  const kept = await db
    .selectFrom('resource_list')
    .select(['entries', 'version'])
    .where('chapter_id', '=', chapterId)
    .executeTakeFirst();
  const own = kept ? entries.parse(kept.entries) : firstResources(chapter.name);
  return {
    items: own.map((entry) => resourceOf(entry, chapter)),
    version: kept?.version ?? 0,
  };
}

export async function saveResources(
  tx: Tx,
  chapterId: Id<'chapter'>,
  list: { readonly items: readonly ResourceEntry[]; readonly version: number },
  now: Instant,
): Promise<void> {
  const values = { entries: JSON.stringify(list.items), version: list.version, updated_at: now };
  await tx
    .insertInto('resource_list')
    .values({ chapter_id: chapterId, ...values })
    .onConflict((conflict) => conflict.column('chapter_id').doUpdateSet(values))
    .execute();
}
