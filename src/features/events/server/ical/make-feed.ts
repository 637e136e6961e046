/** Makes a member's feed in turns, because a chapter's events may be thousands. */
import type { Instant } from '#kit/day.ts';
import type { Db } from '#server/database/db.ts';
import { createConcurrencyLimit, doInSlot } from '#server/http/limits/concurrency-limit.ts';
import { createTurns } from '#server/turns.ts';
import { formatFeedInParts } from '../../ical/ical-feed.ts';
import { readCategories } from '../categories/category-store.ts';
import type { FeedKey } from './feed-secret.ts';
import { listFeedEvents } from './feed-store.ts';

/** Calendars ask again when the server replies that it is busy. */
const maxWaitMilliseconds = 20_000;
const maxWaiting = 200;

export type MakeFeed = (
  db: Db,
  feed: FeedKey & { readonly chapterName: string },
  now: Instant,
) => Promise<string>;

/** One after the other: large ones at once would take turns from everyone, and memory. */
export function createFeedMaker(): MakeFeed {
  const queue = createConcurrencyLimit(1, { maxWaiting, maxWaitMilliseconds });
  return (db, feed, now) =>
    doInSlot(queue, 'all', async () => {
      const events = await listFeedEvents(db, feed, now);
      const categories = await readCategories(db, feed.chapterId);
      const nextTurn = createTurns();
      const parts: string[] = [];
      for (const part of formatFeedInParts(
        `${feed.chapterName} chapter`,
        events,
        now,
        categories,
      )) {
        parts.push(part);
        await nextTurn();
      }
      return parts.join('');
    });
}
