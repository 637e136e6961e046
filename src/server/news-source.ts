/** What a feature can say of what was recorded, for "New since" on Home. */
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { AuditAction } from './audit/audit.ts';
import type { RecordedChange } from './audit/newest-records.ts';
import type { Db } from './database/db.ts';

/** An item of news, with the id of who did it in place of their name. */
export type Found<Item extends { by: unknown }> = Omit<Item, 'by'> & {
  readonly byId: Id<'member'> | null;
};

export type FoundNews = Found<{ kind: string; at: Instant; by: unknown }>;

export type NewsSource = {
  /** The recorded actions it is about. */
  readonly actions: readonly AuditAction[];
  /** What of these concerns the reader and what they may see; in any order. */
  readonly find: (
    db: Db,
    reader: Pick<MemberCaller, 'chapterId' | 'memberId'>,
    records: readonly RecordedChange[],
    now: Instant,
  ) => Promise<readonly FoundNews[]>;
};
