import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { formatShortDate } from '#kit/day.ts';
import { formatSignedMoney } from '#kit/money.ts';
import { useSession } from '#web/api/session.ts';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { foundTransactionsQuery } from './queries.ts';

/** The newest of all wallets; each opens its wallet at what was searched for, with the transaction. */
export const useFoundTransactions: FindCommands = (query, enabled) => {
  const navigate = useNavigate();
  const { timeZone } = useSession().chapter;
  const { data, isPending } = useQuery({
    ...foundTransactionsQuery(query, maxFoundCommands),
    enabled,
  });
  const found = enabled ? (data?.items ?? []) : [];
  return {
    isPending: enabled && isPending,
    commands: found.map(
      ({ id, walletId, walletName, currencyCode, amount, description, referenceId, date }) => ({
        id,
        label: referenceId === null ? description : `${description} (${referenceId})`,
        detail: [
          formatSignedMoney(amount, currencyCode),
          formatShortDate(date, timeZone),
          walletName,
        ].join(' · '),
        icon: ArrowLeftRight,
        run: () =>
          void navigate({
            to: '/wallets/$walletId/transactions',
            params: { walletId },
            search: { search: description, dialog: 'history', subject: id },
          }),
      }),
    ),
  };
};
