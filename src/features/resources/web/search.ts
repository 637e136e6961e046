/** What the address of the resources carries; anything else in it is left out. */
export type ResourcesSearch = { dialog?: 'edit' | undefined };

export function resourcesSearch(raw: Record<string, unknown>): ResourcesSearch {
  return raw.dialog === 'edit' ? { dialog: 'edit' } : {};
}
