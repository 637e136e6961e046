/** The search of the resources' address. */
export type ResourcesSearch = { dialog?: 'edit' | undefined };

export function parseResourcesSearch(raw: Record<string, unknown>): ResourcesSearch {
  return raw.dialog === 'edit' ? { dialog: 'edit' } : {};
}
