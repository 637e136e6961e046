/** Formats counts: `1,234`, `1 event`, `1,234 events`. */

/** Not by `Intl`, whose tables load slowly on phones. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** The count with its noun; `many` is for irregular plurals. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${pluralize(count, one, many)}`;
}

/** Only the noun. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
