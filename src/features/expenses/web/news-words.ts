import CheckCheck from 'lucide-react/icons/check-check';
import Receipt from 'lucide-react/icons/receipt';
import { formatMoney } from '#kit/money.ts';
import type { NewsWords } from '#web/news-words.ts';
import type { ExpenseNews } from '../news/contract.ts';

const verbs = {
  'expense-logged': 'Logged',
  'expense-settled': 'Settled',
  'expense-corrected': 'Corrected',
};

export const newsWords: NewsWords<ExpenseNews> = {
  icons: {
    'expense-logged': Receipt,
    'expense-settled': CheckCheck,
    'expense-corrected': Receipt,
  },
  describe: ({ kind, title, by, share, expenseId }) => {
    const done = by === null ? verbs[kind] : `${verbs[kind]} by ${by}`;
    return {
      subject: title,
      detail: share === null ? `${done}, paid by you` : `${done}, your share ${formatMoney(share)}`,
      link: { to: '/expenses', search: { expense: expenseId } },
    };
  },
};
