import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { memberWalletsQuery } from '../member-wallets-query.ts';

/** Which of several wallets in US dollars charges and payments go to. The newest wallets come first. */
export function SettlementWallet({ memberId }: { memberId: Id<'member'> }) {
  const { data = [] } = useQuery(memberWalletsQuery(memberId));
  const inDollars = data.filter(({ currencyCode }) => currencyCode === 'USD');
  const oldest = inDollars.at(-1);
  if (!oldest || inDollars.length === 1) return null;
  return (
    <p className="mt-1 text-xs text-third wrap-anywhere">
      Charges and payments go to {oldest.name}, the oldest wallet in US dollars. What other wallets
      in US dollars have covers them, too.
    </p>
  );
}
