import { createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { samplesQuery } from './queries.ts';

export const home: HomeEntries = {
  waiting: [
    createWaitingItem({
      place: 45,
      isFor: ({ role }) => role !== 'member',
      read: samplesQuery,
      describe: (samples) => ({
        count: samples.filter(({ isChecked }) => !isChecked).length,
        label: 'samples to check',
        link: { to: '/samples' },
      }),
    }),
  ],
};
