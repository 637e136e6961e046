import clsx from 'clsx';
import { formatDateTime, formatShortDate, type Instant } from '#kit/day.ts';

const formats = { date: formatShortDate, dateTime: formatDateTime };

/** An instant in the chapter's time zone: 'Jan 5, 2024', or with the time. */
export function DateText({
  at,
  zone,
  format = 'date',
  className,
}: {
  at: Instant;
  /** An IANA name such as 'America/Los_Angeles'. */
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
