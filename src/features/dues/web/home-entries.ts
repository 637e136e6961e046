import { findStanding } from '#features/expenses/standing.ts';
import { standingsQuery } from '#features/expenses/web/queries.ts';
import { describeMoney } from '#features/expenses/web/shared/describe-money.ts';
import { plural, pluralize } from '#kit/counts.ts';
import { instantToDay } from '#kit/day.ts';
import { createSentence, createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { describeProposal } from './dues-words.ts';
import { describeMoneyWithDue, findDue } from './home-money.ts';
import { duesSummaryQuery, ownDuesQuery, proposalsQuery } from './queries.ts';

const keepsDues = ({ role }: { role: string }) => role !== 'member';

export const home: HomeEntries = {
  today: createSentence({
    place: 10,
    read: standingsQuery,
    further: ownDuesQuery,
    say: ({ items }, { me, chapter }, now, dues) => {
      const standing = findStanding(items, me.memberId);
      const due = dues && findDue(dues, instantToDay(now, chapter.timeZone));
      return due
        ? { words: describeMoneyWithDue(standing, due), link: { to: '/dues' } }
        : { words: describeMoney(standing) };
    },
  }),
  waiting: [
    createWaitingItem({
      place: 15,
      isFor: keepsDues,
      read: duesSummaryQuery,
      describe: ({ counts, oldestDays }) => {
        const count = counts['late-30'] + counts['late-60'] + counts['late-61'];
        const label = `${pluralize(count, 'member')} late, ${count > 1 ? 'up to ' : ''}${plural(oldestDays, 'day')}`;
        return { count, label, link: { to: '/dues' } };
      },
    }),
    createWaitingItem({
      place: 25,
      isFor: keepsDues,
      read: proposalsQuery,
      describe: (proposals) => {
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
