import { pluralize } from '#kit/counts.ts';
import { createStep, createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { invitationsQuery } from './invitations/invitation-queries.ts';
import { bankBalanceQuery } from './shared/bank-balance-query.ts';

export const home: HomeEntries = {
  waiting: [
    createWaitingItem({
      place: 50,
      isFor: ({ role }) => role === 'admin',
      read: invitationsQuery,
      describe: (invitations) => {
        const count = invitations.filter(({ state }) => state === 'open').length;
        const link = { to: '/members', search: { dialog: 'invite' } } as const;
        return { count, label: `open ${pluralize(count, 'invitation')}`, link };
      },
    }),
  ],
  steps: [
    createStep({
      place: 30,
      label: 'Set the bank balance',
      link: () => ({ to: '/expenses' }),
      read: bankBalanceQuery,
      isDone: ({ bankBalance }) => bankBalance !== null,
    }),
    createStep({
      place: 40,
      label: 'Add how to pay the chapter',
      link: () => ({ to: '/settings/payments' }),
      isDone: (_, { chapter }) => chapter.saysHowToPay,
    }),
  ],
};
