import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { MemberBalance } from '../../summary-contract.ts';
import { balancesQuery } from '../balances-query.ts';
import { shortNames } from '../people.ts';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { formatBalance } from './format-balance.ts';

/** Every member's balance over all open expenses. */
export function MemberBalancesCard({ address }: { address: Pick<ExpensesAddress, 'showBalance'> }) {
  const balances = useQuery(balancesQuery);
  return (
    <Card title="Member Balances" heading="label" description="Open expenses only">
      <QueryView
        query={balances}
        failure="Failed to load member balances"
        loading={<BalancesSkeleton />}
      >
        {(data) => <Balances items={data.items} onWhy={address.showBalance} />}
      </QueryView>
    </Card>
  );
}

function Balances({
  items,
  onWhy,
}: {
  items: readonly MemberBalance[];
  onWhy: (member: Id<'member'>) => void;
}) {
  const { me } = useSession();
  const [areAllShown, setAreAllShown] = useState(false);
  const isWide = useMedia('(width >= 40rem)');
  if (items.length === 0) {
    return <p className="py-2 text-third">Balances appear once there are expenses.</p>;
  }
  const names = shortNames(items.map(({ participantId, name }) => ({ id: participantId, name })));
  const first = isWide ? 6 : 4;
  const sorted = sortByRelevance(items, me.memberId);
  const shown = areAllShown ? sorted : sorted.slice(0, first);
  return (
    <>
      <ul className="@container grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {shown.map((item) => (
          <BalanceRow
            key={item.participantId}
            item={item}
            shortName={names.get(item.participantId) ?? item.name}
            isMe={item.participantId === me.memberId}
            onWhy={() => onWhy(item.participantId)}
          />
        ))}
      </ul>
      {items.length > first && (
        <TextButton
          className="touch-target mt-3 font-medium"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
        >
          {areAllShown ? 'Show Less' : `Show All ${items.length}`}
        </TextButton>
      )}
    </>
  );
}

function BalanceRow({
  item,
  shortName,
  isMe,
  onWhy,
}: {
  item: MemberBalance;
  shortName: string;
  isMe: boolean;
  onWhy: () => void;
}) {
  const { participantId, name, balance } = item;
  return (
    <li className="relative flex min-h-10.5 flex-wrap items-center justify-end gap-x-2 border-b border-soft hover:bg-hover has-focus-visible:bg-hover">
      <Avatar id={participantId} name={name} />
      <button
        type="button"
        // The whole row is clickable and opens the expenses behind the balance.
        className="min-w-0 flex-[1_1_3.5rem] truncate text-left after:absolute after:inset-0"
        title={name}
        onClick={onWhy}
      >
        <span className="sm:@max-[36rem]:hidden">
          {name}
          {isMe && <span className="text-third"> (you)</span>}
        </span>
        <span className="hidden sm:@max-[36rem]:inline">{shortName}</span>
        {/* A truncated name may end far outside the row. */}
        <span className="sr-only left-0">, why {formatBalance(balance)}</span>
      </button>
      {/* Red is for the reader's own debt alone: a card full of it would say nothing. */}
      <Badge tone={balance > 0 ? 'owed' : balance < 0 && isMe ? 'owes' : 'outline'}>
        {formatBalance(balance)}
      </Badge>
    </li>
  );
}

/** The user first, then the largest balances. */
function sortByRelevance(items: readonly MemberBalance[], me: Id<'member'>): MemberBalance[] {
  const weight = (item: MemberBalance) =>
    item.participantId === me ? Number.POSITIVE_INFINITY : Math.abs(item.balance);
  return items.toSorted((one, other) => {
    const [a, b] = [weight(one), weight(other)];
    return a === b ? 0 : b > a ? 1 : -1;
  });
}

function BalancesSkeleton() {
  return (
    <Loading label="Loading member balances...">
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {Array.from({ length: 6 }, (_, row) => (
          <div
            key={row}
            className="flex h-10.5 items-center gap-2 border-b border-soft max-sm:nth-[n+5]:hidden"
          >
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="ml-auto h-5 w-20" />
          </div>
        ))}
      </div>
      {/* As high as the content, so that nothing below moves. */}
      <Skeleton className="mt-4 h-4 w-20" />
    </Loading>
  );
}
