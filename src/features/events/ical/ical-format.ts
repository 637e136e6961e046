/** Formats iCalendar times; apart from reading them, which browsers don't. */
import type { Instant, LocalDateTime } from '#kit/day.ts';

/** `20261120T180000` */
export function formatBasicLocal(local: LocalDateTime): string {
  return `${local.replaceAll(/[-:]/g, '')}00`;
}

/** `20261120` */
export function formatBasicDay(local: LocalDateTime): string {
  return local.slice(0, 10).replaceAll('-', '');
}

/** `20261120T180000Z` */
export function formatBasicInstant(instant: Instant): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '');
}
