/** Where news come from: the roof passes in what each feature can tell of what was recorded. */
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { AuditAction } from '#server/audit/audit.ts';
import type { RecordedChange } from '#server/audit/newest-records.ts';
import type { Db } from '#server/database/db.ts';
import type { NewsItem } from '../contract.ts';

/** With the id of who did it in place of their name. */
export type FoundNews = NewsItem extends infer Item
  ? Item extends NewsItem
    ? Omit<Item, 'by'> & { readonly byId: Id<'member'> | null }
    : never
  : never;

export type NewsSource = {
  /** The recorded actions it tells of. */
  readonly actions: readonly AuditAction[];
  /** What of these concerns the reader and what they may see; in any order. */
  find(
    db: Db,
    reader: Pick<MemberCaller, 'chapterId' | 'memberId'>,
    records: readonly RecordedChange[],
    now: Instant,
  ): Promise<FoundNews[]>;
};
