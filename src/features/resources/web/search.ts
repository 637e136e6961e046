/** The search of the resources' address. */
export type ResourcesSearch = { dialog?: 'edit' | undefined };

export function resourcesSearch(raw: Record<string, unknown>): ResourcesSearch {
  return raw.dialog === 'edit' ? { dialog: 'edit' } : {};
}
