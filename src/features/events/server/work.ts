import type { Budget } from '#kit/budget.ts';
import type { VersionedWork } from '#server/work.ts';

export type Work = VersionedWork<'role' | 'eventPolicy'> & {
  /** Without a mail server no one is notified of changes. */
  readonly sendsMail: boolean;
  /** Shared by all series of the request; without it, each series has its own. */
  readonly steps?: Budget;
  /** The rows that the chapter's calendars have room for, if they were counted for all series. */
  readonly room?: Budget;
  /** Charges the caller for rows that are made; absent where nobody pays, as for the demo. */
  readonly chargeRows?: (rows: number) => void;
};
