/** What is to be said about the backups of an installation. */
import type { Instant } from '#kit/day.ts';

export const backupStates = ['off', 'pending', 'fine', 'late', 'failed'] as const;
/**
 * `off`: this server makes none, and no other has made one lately. `pending`: the first is still to come.
 * `late`: the newest is older than it should be. `failed`: the last attempt failed.
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
};

/** A night has 25 hours once a year, and a backup takes a while. */
const maxHours = 26;

export function judgeBackups(facts: BackupFacts, now: Instant): BackupState {
  const { isConfigured, since, newestAt, failedAt } = facts;
  const isRecent = (at: Instant) => Temporal.Instant.from(at).until(now).total('hours') <= maxHours;
  if (!isConfigured && (newestAt === null || !isRecent(newestAt))) return 'off';
  if (failedAt !== null && (newestAt === null || failedAt > newestAt)) return 'failed';
  if (newestAt !== null) return isRecent(newestAt) ? 'fine' : 'late';
  return isRecent(since) ? 'pending' : 'late';
}
