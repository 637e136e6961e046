import type { Budget } from '#kit/budget.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';

/** The context of a write: its transaction, caller, time and ids. */
export type Work = {
  readonly tx: Tx;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId' | 'role' | 'eventPolicy'>;
  readonly now: Instant;
  readonly newId: NewId;
  /** Without a mail server no one is notified of changes. */
  readonly sendsMail: boolean;
  /** The version the caller saw. */
  readonly ifMatch?: number | undefined;
  /** Shared by all series of the request; without it, each series has its own. */
  readonly steps?: Budget;
  /** The rows that the chapter's calendars have room for, if they were counted for all series. */
  readonly room?: Budget;
  /** Charges the caller for rows that are made; absent where nobody pays, as for the demo. */
  readonly chargeRows?: (rows: number) => void;
};
