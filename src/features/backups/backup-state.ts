/** The state of the backups of an installation. */
import type { Instant } from '#kit/day.ts';

export const backupStates = ['off', 'pending', 'fine', 'late', 'failed', 'unproven'] as const;
/**
 * `off`: this server makes none, and no other has made one lately. `pending`: the first is still to come.
 * `late`: the newest is older than it should be. `failed`: the last attempt failed.
 * `unproven`: the last rehearsal of a restore failed, or there was none lately.
 */
export type BackupState = (typeof backupStates)[number];

export type BackupFacts = {
  readonly isConfigured: boolean;
  /** Since when backups could have been made: the start of the server. */
  readonly since: Instant;
  /** When the newest whole backup was begun. */
  readonly newestAt: Instant | null;
  /** When the last attempt was begun, if it failed. */
  readonly failedAt: Instant | null;
  /** When the oldest known backup was begun. */
  readonly oldestAt: Instant | null;
  /** When a rehearsal last restored a backup, with every row and figure as it was. */
  readonly provedAt: Instant | null;
  /** Whether the last rehearsal failed. */
  readonly isRehearsalFailed: boolean;
};

/** A night has 25 hours once a year, and a backup takes a while. */
const maxHours = 26;
/** Rehearsals are a week apart. */
const maxUnprovenHours = 8 * 24;

export function judgeBackups(facts: BackupFacts, now: Instant): BackupState {
  const { isConfigured, since, newestAt, failedAt } = facts;
  const isWithin = (hours: number, at: Instant) =>
    Temporal.Instant.from(at).until(now).total('hours') <= hours;
  const isRecent = (at: Instant) => isWithin(maxHours, at);
  if (!isConfigured && (newestAt === null || !isRecent(newestAt))) return 'off';
  if (failedAt !== null && (newestAt === null || failedAt >= newestAt)) return 'failed';
  if (newestAt === null) return isRecent(since) ? 'pending' : 'late';
  if (!isRecent(newestAt)) return 'late';
  const { oldestAt, provedAt, isRehearsalFailed } = facts;
  const isProved =
    provedAt === null
      ? oldestAt === null || isRecent(oldestAt)
      : isWithin(maxUnprovenHours, provedAt);
  return isProved && !isRehearsalFailed ? 'fine' : 'unproven';
}
