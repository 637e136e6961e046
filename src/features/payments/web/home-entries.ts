import { pluralize } from '#kit/counts.ts';
import { formatMoney, sumCents } from '#kit/money.ts';
import { createWaitingItem, type HomeEntries } from '#web/home-entries.ts';
import { listActs, toFacts } from '../payment.ts';
import { waitingPaymentsQuery } from './queries.ts';

export const home: HomeEntries = {
  waiting: [
    createWaitingItem({
      place: 10,
      read: waitingPaymentsQuery,
      describe: (payments, { me }) => {
        const toConfirm = payments.filter((each) =>
          listActs(me, toFacts(each)).includes('confirm'),
        );
        const count = toConfirm.length;
        const total = formatMoney(sumCents(toConfirm.map(({ amount }) => amount)));
        const label = `${pluralize(count, 'payment')} to confirm, ${total}`;
        return { count, label, link: { to: '/payments' } };
      },
    }),
  ],
};
