import type { HomeEntries } from '#web/home-entries.ts';
import { NewsCard } from './news-card.tsx';
import { newsQuery } from './queries.ts';

export const home: HomeEntries = {
  cards: [{ column: 'others', place: 10, Card: NewsCard, reads: [newsQuery] }],
};
