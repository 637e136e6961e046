import type { Member } from '#features/members/contract.ts';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { fullName } from '../full-name.ts';
import { SortSelect } from '../sort-select.tsx';
import { orderOf } from '../sorting.ts';
import type { WalletsAddress } from './use-wallets-address.ts';

const everybody = 'all';

/** Search by name, the owner's filter and on a phone the order; all live in the address. */
export function WalletFilters({
  address,
  members,
  onRetryMembers,
}: {
  address: WalletsAddress;
  members: readonly Member[];
  /** Given when they could not be loaded. */
  onRetryMembers?: (() => void) | undefined;
}) {
  const { search, ownerId } = address.search;
  const isWide = useMedia('(width >= 40rem)');
  const [typed, setTyped] = useTypedSearch(search ?? '', address.searchFor);
  // An address may name an owner who is not in the directory any more.
  const isKnown = ownerId === undefined || members.some((member) => member.id === ownerId);
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 pb-4 sm:px-5">
      <SearchField
        value={typed}
        onValueChange={setTyped}
        placeholder="Search wallets..."
        className="min-w-0 flex-1 basis-56 sm:max-w-80"
      />
      <Select
        label="Filter by Owner"
        isLabelHidden
        options={[
          { value: everybody, label: 'All owners' },
          ...(isKnown ? [] : [{ value: ownerId, label: 'One owner' }]),
          ...members.map((member) => ({ value: member.id, label: fullName(member) })),
        ]}
        value={ownerId ?? everybody}
        onValueChange={(value) => address.showOwner(value === everybody ? undefined : value)}
        className="flex-1 basis-32 sm:max-w-56"
      />
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
          order={orderOf(address.search, 'created')}
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
