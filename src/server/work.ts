import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Tx } from './database/db.ts';
import type { NewId } from './database/ids.ts';

/** What a write works with: its transaction, its caller and what it must know of them, its time and ids. */
export type Work<Known extends keyof MemberCaller = never> = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId' | Known>;
  readonly now: Instant;
  readonly newId: NewId;
};

export type VersionedWork<Known extends keyof MemberCaller = never> = Work<Known> & {
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
};
