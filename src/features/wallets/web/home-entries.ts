import { plural, pluralize } from '#kit/counts.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { describeLate } from './describe-late.ts';
import { debtorsQuery } from './queries.ts';

export const home: HomeEntries = {
  waiting: [
    createWaitingItem({
      place: 15,
      isFor: ({ role }) => role !== 'member',
      read: debtorsQuery,
      tell: ({ items }, { chapter }) => {
        const today = instantToDay(toInstant(Temporal.Now.instant()), chapter.timeZone);
        const { count, days } = describeLate(items, today);
        const label = `${pluralize(count, 'member')} late, ${count > 1 ? 'the oldest ' : ''}${plural(days, 'day')}`;
        return { count, label, link: { to: '/wallets', search: { belowZero: true } } };
      },
    }),
  ],
};
