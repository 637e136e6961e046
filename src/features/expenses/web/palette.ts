import HandCoins from 'lucide-react/icons/hand-coins';
import HeartHandshake from 'lucide-react/icons/heart-handshake';
import Receipt from 'lucide-react/icons/receipt';
import Repeat from 'lucide-react/icons/repeat';
import Trash2 from 'lucide-react/icons/trash';
import { formatShortDate } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import { createFinder, maxFound, type PaletteEntries } from '#web/palette.ts';
import { expenseListQuery } from './queries.ts';

/** The newest that answer to what was typed, as the search of the expenses finds them. */
const expenseFinder = createFinder({
  title: 'Expenses',
  place: 30,
  icon: Receipt,
  reads: (searchTerm) => [expenseListQuery({ page: 1, searchTerm })],
  list: (replies, _, { chapter }) =>
    replies
      .flatMap(({ expenses }) => expenses.items)
      .slice(0, maxFound)
      .map(({ id, title, amount, expenseDate }) => ({
        id,
        label: title,
        detail: `${formatMoney(amount)} · ${formatShortDate(expenseDate, chapter.timeZone)}`,
        link: { to: '/expenses', search: { expense: id } },
      })),
});

export const palette: PaletteEntries = {
  place: 10,
  words: {
    'Log Expense': 'add new create cost bill receipt spend spent split',
    Expenses: 'costs spending bills balances bank balance',
  },
  commands: [
    {
      label: 'Settle Up',
      icon: HandCoins,
      words: 'pay owe owed debts balances repay',
      link: { to: '/expenses', search: { panel: 'settle-up' } },
    },
    {
      label: 'How to Pay',
      icon: HandCoins,
      words: 'pay chapter bank account iban transfer instructions owe debts',
      // The panel says what there is to pay, with a button for how.
      link: { to: '/expenses', search: { panel: 'settle-up' } },
      allowed: ({ chapter }) => chapter.saysHowToPay,
    },
    {
      label: 'Recurring Expenses',
      icon: Repeat,
      words: 'repeat subscription monthly weekly rent',
      link: { to: '/expenses', search: { panel: 'recurring' } },
    },
    {
      label: 'Settle Several Expenses',
      icon: HeartHandshake,
      words: 'all many close bulk',
      link: { to: '/expenses', search: { dialog: 'settle-all' } },
    },
    {
      label: 'Open Expenses',
      icon: HandCoins,
      words: 'unsettled unpaid',
      link: { to: '/expenses', search: { status: 'open' } },
    },
    {
      label: 'Deleted Expenses',
      icon: Trash2,
      words: 'trash bin restore undo removed',
      link: { to: '/expenses', search: { status: 'deleted' } },
    },
  ],
  finders: [expenseFinder],
};
