import clsx from 'clsx';
import { formatDateTime, formatNextEvent, formatShortDate, type Instant } from '#kit/day.ts';

const formats = { date: formatShortDate, dateTime: formatDateTime, event: formatNextEvent };

/** An instant as it is read in the chapter's zone: 'Jan 5, 2024', with `format` also the time. */
export function DateText({
  at,
  zone,
  format = 'date',
  className,
}: {
  at: Instant;
  /** IANA, e.g. 'America/Los_Angeles'. */
  zone: string;
  format?: keyof typeof formats | undefined;
  className?: string | undefined;
}) {
  return (
    <time dateTime={at} className={clsx('tabular', className)}>
      {formats[format](at, zone)}
    </time>
  );
}
