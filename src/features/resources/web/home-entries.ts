import type { HomeEntries } from '#web/home-entries.ts';
import { ResourcesCard } from './resources-card.tsx';

export const home: HomeEntries = {
  cards: [{ column: 'areas', place: 30, Card: ResourcesCard, reads: [] }],
};
