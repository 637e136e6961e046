/** Counts as people read them: `1,234`, `1 event`, `1,234 events`. */

/** Not by `Intl`, whose tables a phone takes long to load. */
export function formatCount(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}

/** The count with its noun; `many` where an s is not enough. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${pluralize(count, one, many)}`;
}

/** The noun alone. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
