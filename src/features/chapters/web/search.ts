/** What the address of the chapters carries; anything else in it is left out. */
export type ChaptersSearch = { dialog?: 'create' | undefined };

export function chaptersSearch(raw: Record<string, unknown>): ChaptersSearch {
  return raw.dialog === 'create' ? { dialog: 'create' } : {};
}
