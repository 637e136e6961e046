import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Wallet from 'lucide-react/icons/wallet';
import { formatShortDate } from '#kit/day.ts';
import { formatMoney, formatSignedMoney } from '#kit/money.ts';
import { createFinder, maxFound, type PaletteEntries } from '#web/palette.ts';
import { foundTransactionsQuery, searchWalletsQuery } from './queries.ts';
import { canAddWallets } from './use-can-write.ts';

const walletFinder = createFinder({
  title: 'Wallets',
  place: 40,
  icon: Wallet,
  reads: (typed) => [searchWalletsQuery(typed, maxFound)],
  list: (replies) =>
    replies
      .flatMap(({ items }) => items)
      .map(({ id, name, currencyCode, currentBalance }) => ({
        id,
        label: name,
        detail: formatMoney(currentBalance, currencyCode),
        link: { to: '/wallets/$walletId/transactions', params: { walletId: id } },
      })),
});

/** The newest of all wallets; each opens its wallet at what was searched for, with the transaction. */
const transactionFinder = createFinder({
  title: 'Transactions',
  place: 50,
  icon: ArrowLeftRight,
  reads: (typed) => [foundTransactionsQuery(typed, maxFound)],
  list: (replies, _, { chapter }) =>
    replies
      .flatMap(({ items }) => items)
      .map(
        ({ id, walletId, walletName, currencyCode, amount, description, referenceId, date }) => ({
          id,
          label: referenceId === null ? description : `${description} (${referenceId})`,
          detail: [
            formatSignedMoney(amount, currencyCode),
            formatShortDate(date, chapter.timeZone),
            walletName,
          ].join(' · '),
          link: {
            to: '/wallets/$walletId/transactions',
            params: { walletId },
            search: { search: description, dialog: 'history', subject: id },
          },
        }),
      ),
});

export const palette: PaletteEntries = {
  place: 20,
  words: { Wallets: 'accounts money transactions balance' },
  commands: [
    {
      label: 'Add Wallet',
      icon: Wallet,
      words: 'create new account',
      link: { to: '/wallets', search: { dialog: 'create' } },
      allowed: canAddWallets,
    },
  ],
  finders: [walletFinder, transactionFinder],
};
