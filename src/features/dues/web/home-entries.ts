import { plural, pluralize } from '#kit/counts.ts';
import { instantToDay } from '#kit/day.ts';
import { createSentence, createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { describeOwn, describeProposal } from './dues-words.ts';
import { duesSummaryQuery, ownDuesQuery, proposalsQuery } from './queries.ts';

const keepsDues = ({ role }: { role: string }) => role !== 'member';

export const home: HomeEntries = {
  today: createSentence({
    place: 15,
    read: ownDuesQuery,
    say: (dues, { chapter }, now) => describeOwn(dues, instantToDay(now, chapter.timeZone)),
    link: { to: '/dues' },
  }),
  waiting: [
    createWaitingItem({
      place: 15,
      isFor: keepsDues,
      read: duesSummaryQuery,
      tell: ({ counts, oldestDays }) => {
        const count = counts['late-30'] + counts['late-60'] + counts['late-61'];
        const label = `${pluralize(count, 'member')} late, ${count > 1 ? 'the oldest ' : ''}${plural(oldestDays, 'day')}`;
        return { count, label, link: { to: '/dues' } };
      },
    }),
    createWaitingItem({
      place: 25,
      isFor: keepsDues,
      read: proposalsQuery,
      tell: (proposals) => {
        const [first] = proposals;
        return {
          count: proposals.length,
          label: first ? describeProposal(first) : '',
          isCountHidden: true,
          link: { to: '/dues', search: { dialog: 'new-charge', of: first?.chargeId } },
        };
      },
    }),
  ],
};
