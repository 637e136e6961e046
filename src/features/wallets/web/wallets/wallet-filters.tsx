import type { Member } from '#features/members/contract.ts';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { formatFullName } from '../format-full-name.ts';
import { SortSelect } from '../sort-select.tsx';
import { parseOrder } from '../sorting.ts';
import { useSeesAllWallets } from '../use-can-write.ts';
import type { WalletsAddress } from './use-wallets-address.ts';

const allOwners = 'all';

/** Search, owner filter and, on phones, sort order; all are kept in the address. */
export function WalletFilters({
  address,
  members,
  onRetryMembers,
}: {
  address: WalletsAddress;
  members: readonly Member[];
  /** Set if the members could not be loaded. */
  onRetryMembers?: (() => void) | undefined;
}) {
  const { search, ownerId } = address.search;
  const seesAllWallets = useSeesAllWallets();
  const isWide = useMedia('(width >= 40rem)');
  const [typed, setTyped] = useTypedSearch(search ?? '', address.searchFor);
  // An address may name an owner who is no longer in the directory.
  const isKnown = ownerId === undefined || members.some((member) => member.id === ownerId);
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 pb-4 sm:px-5">
      <SearchField
        value={typed}
        onValueChange={setTyped}
        placeholder="Search wallets..."
        className="min-w-0 flex-1 basis-56 sm:max-w-80"
      />
      {seesAllWallets && (
        <Select
          label="Filter by Owner"
          isLabelHidden
          options={[
            { value: allOwners, label: 'All owners' },
            ...(isKnown ? [] : [{ value: ownerId, label: 'One owner' }]),
            ...members.map((member) => ({ value: member.id, label: formatFullName(member) })),
          ]}
          value={ownerId ?? allOwners}
          onValueChange={(value) => address.showOwner(value === allOwners ? undefined : value)}
          className="flex-1 basis-32 sm:max-w-56"
        />
      )}
      {!isWide && (
        <SortSelect
          columns={{
            created: ['Newest first', 'Oldest first'],
            updated: ['Last updated first', 'Last updated last'],
            name: ['Name, A to Z', 'Name, Z to A'],
            owner: ['Owner, A to Z', 'Owner, Z to A'],
            currency: ['Currency, A to Z', 'Currency, Z to A'],
            balance: ['Largest balance first', 'Smallest balance first'],
          }}
          order={parseOrder(address.search, 'created')}
          onSort={address.changeOrder}
        />
      )}
      {onRetryMembers && (
        <p role="alert" className="basis-full text-xs text-owes">
          Couldn't load owners.{' '}
          <TextButton onClick={onRetryMembers} className="touch-target font-medium">
            Retry
          </TextButton>
        </p>
      )}
    </div>
  );
}
