/** The content of an imported event: as a series here, as a hash that shows whether it changed, and as audited. */
import { createHash } from 'node:crypto';
import type { LocalDateTime } from '#kit/day.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { type Category, findColorByName } from '../../categories/category.ts';
import { defaultCategoryColor } from '../../categories/category-color.ts';
import type { ParsedSeries } from '../../ical/ical-series.ts';
import { maxGuests } from '../../rsvp/occurrence-rsvp.ts';
import { defaultTimesAt, type Exception, type Series } from '../../series.ts';
import { isSameTimes } from '../../series-change.ts';
import { toAuditTimes } from '../audit-times.ts';
import type { StoredEvent } from '../event-store.ts';

/**
 * Capacity, guest limit and RSVP deadline are kept, because files do not have them, and so is the color
 * unless the file names one of the chapter's categories.
 */
export function toSeries(
  { text, categories: named, ...read }: ParsedSeries,
  event: StoredEvent | undefined,
  categories: readonly Category[],
): Series {
  const own = event?.series.fields ?? {
    categoryColor: defaultCategoryColor,
    capacity: null,
    maxGuests,
    rsvpClosesMinutesBefore: null,
  };
  const categoryColor = findColorByName(categories, named) ?? own.categoryColor;
  const exceptions = withoutOwnTimes(read);
  return { ...read, exceptions, fields: { ...own, ...text, categoryColor } };
}

/**
 * A file gives the times of every date that it changes. Those that the series has too follow it, like
 * here. Not done where files are read, because stored hashes were computed with these times.
 */
function withoutOwnTimes({ exceptions, ...series }: Omit<Series, 'fields'>): Series['exceptions'] {
  return new Map(
    [...exceptions].map(([original, exception]): [LocalDateTime, Exception] => {
      const { times } = exception;
      const isUsual = times && isSameTimes(times, defaultTimesAt(series, original));
      return [original, isUsual ? { ...exception, times: null } : exception];
    }),
  );
}

export function hashContent({ text, categories, ...series }: ParsedSeries): string {
  // Stored hashes were computed with the text under this key, and without categories.
  const named = categories.length > 0 ? { categories } : {};
  const content = serializeSeries({ ...series, told: text, ...named });
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

export function toAuditValue(series: Series) {
  return { ...serializeSeries(series), ...toAuditTimes(series) };
}

/** The stored form of a series, the same for equal series. */
function serializeSeries<T extends Omit<Series, 'fields'>>({
  start,
  end,
  rule,
  exceptions,
  ...more
}: T) {
  return {
    start,
    end,
    ...more,
    rule: rule && formatRule(rule),
    exceptions: [...exceptions].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
