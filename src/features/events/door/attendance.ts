/**
 * Who is here, as the people at the door note it, perhaps on several phones and offline. A change names
 * the version it is based on: of two changes to the same version the first wins, and the other changes
 * nothing, so that all phones end up with the same.
 */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type Attendance = {
  readonly isHere: boolean;
  /** Those who came with the member; 0 if the member is not here. */
  readonly guests: number;
  /** When it was noted, by the clock of the phone but never later than now. */
  readonly notedAt: Instant;
  readonly notedBy: Id<'member'>;
  /** The last change. */
  readonly changeId: Id<'change'>;
  /** Counts the changes, from 1. */
  readonly version: number;
};

export type AttendanceChange = {
  readonly changeId: Id<'change'>;
  readonly isHere: boolean;
  readonly guests: number;
  /** The version that it is based on; 0 if nothing was noted yet. */
  readonly seenVersion: number;
  /** When the phone was pressed. */
  readonly at: Instant;
};

/** `applied`: saved now. `repeated`: saved before. `overtaken`: someone else was first. */
export type ChangeOutcome = 'applied' | 'repeated' | 'overtaken';

export function applyChange(
  before: Attendance | undefined,
  change: AttendanceChange,
  by: { readonly memberId: Id<'member'>; readonly now: Instant },
): { readonly outcome: ChangeOutcome; readonly after: Attendance | undefined } {
  if (before?.changeId === change.changeId) return { outcome: 'repeated', after: before };
  const version = before?.version ?? 0;
  if (change.seenVersion !== version) return { outcome: 'overtaken', after: before };
  const after: Attendance = {
    isHere: change.isHere,
    guests: change.isHere ? change.guests : 0,
    notedAt: change.at < by.now ? change.at : by.now,
    notedBy: by.memberId,
    changeId: change.changeId,
    version: version + 1,
  };
  return { outcome: 'applied', after };
}
