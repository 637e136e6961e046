/** The search of the chapters' address. */
export type ChaptersSearch = { dialog?: 'create' | undefined };

export function parseChaptersSearch(raw: Record<string, unknown>): ChaptersSearch {
  return raw.dialog === 'create' ? { dialog: 'create' } : {};
}
