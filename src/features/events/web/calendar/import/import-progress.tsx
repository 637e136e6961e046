import { formatCount } from '#kit/counts.ts';
import type { CalendarImport } from '../../../import-contract.ts';

/** How far reading or importing is. It goes on when the dialog is closed. */
export function ImportProgress({ phase, done, total }: CalendarImport) {
  const what =
    phase === 'importing'
      ? 'Importing events...'
      : total === null
        ? 'Reading the file...'
        : 'Comparing with the calendar...';
  return (
    <div className="flex flex-col gap-2">
      <div className="flex justify-between gap-4">
        <p role="status">{what}</p>
        {total !== null && (
          <p className="text-second tabular-nums">
            {formatCount(done)} of {formatCount(total)}
          </p>
        )}
      </div>
      <progress
        aria-label={what}
        {...(total !== null && { value: done, max: Math.max(total, 1) })}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-badge bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
      />
      <p className="text-xs text-third">You can close this and come back. It goes on meanwhile.</p>
    </div>
  );
}
