import type { NewsWords } from '#web/news-words.ts';
import type { NewsItem } from '../contract.ts';

/** Every feature's words, found by file name. Each feature knows the items of its kinds. */
const words = Object.values(
  import.meta.glob<NewsWords<NewsItem>>('/src/features/*/web/news-words.ts', {
    eager: true,
    import: 'newsWords',
  }),
);

export function describeNews(item: NewsItem) {
  const own = words.find(({ icons }) => item.kind in icons);
  if (!own) throw new Error(`no words for ${item.kind}`);
  return { Icon: own.icons[item.kind], ...own.describe(item) };
}
