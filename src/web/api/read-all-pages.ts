type Page<Item> = { readonly items: readonly Item[]; readonly totalCount: number };
type Request = { readonly skip: number; readonly take: number };

/** The most that one call returns. */
const take = 200;
const maxAttempts = 3;

/**
 * Reads a list page by page, up to `most` items. Begins again if the list gets longer or shorter
 * meanwhile, which moves items from one page to another: none is missing and none is there twice.
 */
export async function readAllPages<Item>(
  most: number,
  readPage: (request: Request) => Promise<Page<Item>>,
): Promise<{
  readonly items: Item[];
  readonly totalCount: number;
  /** False if there are more than `most`. */
  readonly isComplete: boolean;
}> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const first = await readPage({ skip: 0, take });
    const items = [...first.items];
    const wanted = Math.min(first.totalCount, most);
    let isSteady = true;
    while (isSteady && items.length < wanted) {
      const page = await readPage({ skip: items.length, take });
      items.push(...page.items);
      isSteady = page.totalCount === first.totalCount && page.items.length > 0;
    }
    if (!isSteady) continue;
    const { totalCount } = first;
    return { items: items.slice(0, wanted), totalCount, isComplete: wanted === totalCount };
  }
  throw new Error('the list kept changing');
}
