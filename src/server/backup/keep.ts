/** Which backups are kept: one for each of the last days, weeks and months that have one. */
import type { Instant } from '#kit/day.ts';

export type Keep = { readonly days: number; readonly weeks: number; readonly months: number };

/** Reads `7d4w12m`; undefined for anything else, and for a rule that keeps nothing. */
export function parseKeep(text: string): Keep | undefined {
  const match = /^(?=.)(?:(\d{1,4})d)?(?:(\d{1,4})w)?(?:(\d{1,4})m)?$/.exec(text);
  if (!match) return undefined;
  const [days = 0, weeks = 0, months = 0] = match.slice(1).map((count) => Number(count ?? 0));
  return days + weeks + months > 0 ? { days, weeks, months } : undefined;
}

/**
 * The last of each period counts. A period without a backup counts for none, so that a long pause takes
 * nothing away. Whatever is younger than a day stays, so that one made by hand outlives the night; one of a clock
 * that was ahead stays as well, and counts for no period before its time.
 */
export function chooseKept<Backup extends { readonly at: Instant }>(
  backups: readonly Backup[],
  { days, weeks, months }: Keep,
  { now, timeZone }: { readonly now: Instant; readonly timeZone: string },
): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => (a.at < b.at ? 1 : -1));
  const yesterday = Temporal.Instant.from(now).subtract({ hours: 24 });
  const kept = new Set(
    newestFirst.filter(({ at }) => Temporal.Instant.compare(at, yesterday) >= 0),
  );
  const keepLastOf = (count: number, periodOf: (local: Temporal.ZonedDateTime) => string) => {
    const seen = new Set<string>();
    for (const backup of newestFirst.filter(({ at }) => at <= now)) {
      const period = periodOf(Temporal.Instant.from(backup.at).toZonedDateTimeISO(timeZone));
      if (seen.has(period)) continue;
      if (seen.size === count) return;
      seen.add(period);
      kept.add(backup);
    }
  };
  keepLastOf(days, (local) => local.toPlainDate().toString());
  keepLastOf(weeks, (local) => `${local.yearOfWeek}-${local.weekOfYear}`);
  keepLastOf(months, (local) => local.toPlainDate().toPlainYearMonth().toString());
  return kept;
}
