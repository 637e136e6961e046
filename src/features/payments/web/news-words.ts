import HandCoins from 'lucide-react/icons/hand-coins';
import { formatMoney } from '#kit/money.ts';
import type { NewsWords } from '#web/news-words.ts';
import type { PaymentNews } from '../news/contract.ts';

const states = {
  waiting: 'to be confirmed',
  confirmed: 'confirmed',
  rejected: 'declined',
  withdrawn: 'canceled',
  taken_back: 'reversed',
};

export const newsWords: NewsWords<PaymentNews> = {
  icons: { payment: HandCoins },
  describe: ({ paymentId, amount, isToMember, other, status }) => ({
    subject: formatMoney(amount),
    detail: `Payment ${isToMember ? 'from' : 'to'} ${other ?? 'the chapter'}, ${states[status]}`,
    link: { to: '/payments', search: { payment: paymentId } },
  }),
};
