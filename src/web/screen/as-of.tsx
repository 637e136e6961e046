import { useEffect, useState } from 'react';
import { formatDateTime, formatTime, type Instant, instantToDay, toInstant } from '#kit/day.ts';
import { getOwnZone } from '#kit/time-zone.ts';
import { toServerTime } from '../api/freshness.ts';

const oldMilliseconds = 10 * 60_000;

/** '7:41 PM', where one is; of another day 'Nov 14, 2026, 7:41 PM'. */
export function formatMoment(at: Instant): string {
  const zone = getOwnZone();
  const today = instantToDay(toInstant(Temporal.Now.instant()), zone);
  return (instantToDay(at, zone) === today ? formatTime : formatDateTime)(at, zone);
}

/** Beside a balance: when it was read, if that was more than ten minutes ago. */
export function AsOf({ query }: { query: { readonly dataUpdatedAt: number } }) {
  const { dataUpdatedAt } = query;
  /** When that was read which has become old. */
  const [old, setOld] = useState<number>();
  useEffect(() => {
    const age = Temporal.Now.instant().epochMilliseconds - dataUpdatedAt;
    const timer = setTimeout(() => setOld(dataUpdatedAt), Math.max(0, oldMilliseconds - age));
    return () => clearTimeout(timer);
  }, [dataUpdatedAt]);
  return (
    old === dataUpdatedAt && (
      <span className="text-xs whitespace-nowrap text-third">
        as of {formatMoment(toServerTime(dataUpdatedAt))}
      </span>
    )
  );
}
