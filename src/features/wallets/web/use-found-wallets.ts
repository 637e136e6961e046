import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Wallet from 'lucide-react/icons/wallet';
import { formatMoney } from '#kit/money.ts';
import { type FindCommands, maxFoundCommands } from '#web/command.ts';
import { searchWalletsQuery } from './queries.ts';

export const useFoundWallets: FindCommands = (query, enabled) => {
  const navigate = useNavigate();
  const { data, isPending } = useQuery({ ...searchWalletsQuery(query, maxFoundCommands), enabled });
  const found = enabled ? (data?.items ?? []) : [];
  return {
    isPending: enabled && isPending,
    commands: found.map(({ id, name, currencyCode, currentBalance }) => ({
      id,
      label: name,
      detail: formatMoney(currentBalance, currencyCode),
      icon: Wallet,
      run: () => void navigate({ to: '/wallets/$walletId/transactions', params: { walletId: id } }),
    })),
  };
};
