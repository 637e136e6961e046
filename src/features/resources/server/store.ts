import * as z from 'zod/mini';
import { type Instant, instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type ResourceList, resourceEntry } from '../contract.ts';
import { defaultResources, resolveResource, type StoredResource } from '../resource.ts';

const entries = z.array(z.extend(resourceEntry, { addedAt: z.optional(z.nullable(instant)) }));

/** Undefined if there is no such chapter. `lock` serializes writers. */
export async function findResources(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  lock?: 'lock',
): Promise<ResourceList | undefined> {
  let query = db
    .selectFrom('chapter')
    .select([
      'name',
      'chapter_site_url as chapterSite',
      'network_hub_url as networkHub',
      'learning_centre_url as learningCentre',
      'local_platform_url as localPlatform',
    ])
    .where('id', '=', chapterId);
  // The chapter's row, because a default list has no row of its own.
  if (lock) query = query.forNoKeyUpdate();
  const chapter = await query.executeTakeFirst();
  if (!chapter) return undefined;
  const stored = await db
    .selectFrom('resource_list')
    .select(['entries', 'version'])
    .where('chapter_id', '=', chapterId)
    .executeTakeFirst();
  const list: StoredResource[] = stored
    ? entries.parse(stored.entries)
    : defaultResources(chapter.name);
  return {
    items: list.map((entry) => resolveResource(entry, chapter)),
    version: stored?.version ?? 0,
  };
}

export async function saveResources(
  tx: Tx,
  chapterId: Id<'chapter'>,
  list: { readonly items: readonly StoredResource[]; readonly version: number },
  now: Instant,
): Promise<void> {
  const values = { entries: JSON.stringify(list.items), version: list.version, updated_at: now };
  await tx
    .insertInto('resource_list')
    .values({ chapter_id: chapterId, ...values })
    .onConflict((conflict) => conflict.column('chapter_id').doUpdateSet(values))
    .execute();
}
