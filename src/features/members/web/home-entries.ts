import { createStep, type HomeEntries } from '#web/home-entries.ts';
import { AsksCard, asksQuery } from './asks/asks-card.tsx';
import { DirectoryCard, memberCountQuery } from './directory/directory-card.tsx';

export const home: HomeEntries = {
  cards: [
    { column: 'others', place: 20, Card: AsksCard, reads: [asksQuery] },
    { column: 'areas', place: 40, Card: DirectoryCard, reads: [memberCountQuery] },
  ],
  steps: [
    createStep({
      place: 10,
      label: 'Invite the members',
      link: () => ({ to: '/members', search: { dialog: 'invite' } }),
      read: memberCountQuery,
      isDone: (count) => count !== 1,
    }),
    createStep({
      place: 20,
      label: 'Ask five members for one ask each',
      link: () => ({ to: '/members' }),
      read: asksQuery,
      isDone: ({ totalCount }) => totalCount >= 5,
    }),
  ],
};
