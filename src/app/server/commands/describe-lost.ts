import { plural } from '#kit/counts.ts';
import { hubCommand } from '#server/config/paths.ts';

/** What a backup lacks, as a line; empty if it has everything. */
export function describeLost(lost: number): string {
  return lost === 0
    ? ''
    : `The contents of ${plural(lost, 'file')} are not in it, because the bucket does not have them: "${hubCommand} reconcile" lists them, and with --accept-lost backups count as complete without them.\n`;
}
