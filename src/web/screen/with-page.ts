export type ChangePage = (page: number) => number;

/** What an address says on another page of its list; the first one is not said. */
export function withPage<Search extends { page?: number | undefined }>(
  search: Search,
  change: ChangePage,
): Search {
  const page = change(search.page ?? 1);
  return { ...search, page: page > 1 ? page : undefined };
}
