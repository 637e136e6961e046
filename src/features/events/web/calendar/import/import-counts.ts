import { plural } from '#kit/counts.ts';
import type { CalendarImport, ImportCounts } from '../../../import-contract.ts';

export function describeDone(shown: CalendarImport): string {
  return `${plural(countWritten(shown, true), 'event')} imported`;
}

const written = ({ new: added, updated, canceled }: ImportCounts) => added + updated + canceled;

/** Events that are written, or were. */
export function countWritten(
  { counts, privateCounts }: CalendarImport,
  includesPrivate: boolean,
): number {
  return written(counts) + (includesPrivate ? written(privateCounts) : 0);
}
