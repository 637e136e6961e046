import clsx from 'clsx';
import { ListFilter } from 'lucide-react';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { countOfFilters, filterOf } from './filter.ts';
import { FilterFields } from './filter-fields.tsx';
import { SortSelect } from './sort-select.tsx';
import { orderOf } from './sorting.ts';

const settleLabel = 'Settle These...';

/**
 * What narrows the list: a search that waits for a pause, and where there is room every filter; in
 * a narrow card, and on a phone, one button that opens them.
 */
export function FilterBar({
  address,
  isWide,
}: {
  address: ExpensesAddress;
  /** A table is below, with headers to sort by. */
  isWide: boolean;
}) {
  const { search } = address;
  const filter = filterOf(search);
  const [typed, setTyped] = useTypedSearch(search.searchTerm ?? '', address.searchFor);
  const isNarrowed = countOfFilters(filter) > 0;
  // The search stands beside the button, and the event has a select of its own.
  const hidden = countOfFilters({ ...filter, searchTerm: undefined, eventId: undefined });
  // Offered for a part that somebody asked for; all of them are settled from the plan that ends them.
  const canSettle = isNarrowed && (filter.status === undefined || filter.status === 'open');
  const settle = () => address.ask('settle-shown');
  return (
    <search aria-label="Expenses" className="@container min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          value={typed}
          onValueChange={setTyped}
          placeholder="Search expenses..."
          className="min-w-0 flex-1 basis-44"
        />
        <Button
          icon={<ListFilter aria-hidden="true" />}
          className={isWide ? '@min-[60rem]:hidden' : undefined}
          onClick={() => address.ask('filters')}
        >
          {hidden === 0 ? 'Filters' : `Filters (${hidden})`}
        </Button>
        {isWide && (
          <>
            <div className="@max-[60rem]:hidden">
              <SortSelect order={orderOf(search)} onSort={address.changeOrder} isInRow />
            </div>
            {canSettle && (
              <Button className="@max-[60rem]:hidden" onClick={settle}>
                {settleLabel}
              </Button>
            )}
            <div className="flex basis-full flex-wrap items-center gap-2 @max-[60rem]:hidden">
              <FilterFields filter={filter} onChange={address.filterBy} isInRow />
              {isNarrowed && <ShowAll onShow={address.showEverything} />}
            </div>
          </>
        )}
        {isNarrowed && (
          <div className={clsx('flex flex-wrap gap-x-3', isWide && '@min-[60rem]:hidden')}>
            <ShowAll onShow={address.showEverything} />
            {canSettle && (
              <TextButton className="touch-target px-1 font-medium" onClick={settle}>
                {settleLabel}
              </TextButton>
            )}
          </div>
        )}
      </div>
    </search>
  );
}

function ShowAll({ onShow }: { onShow: () => void }) {
  return (
    <TextButton className="touch-target px-1 font-medium" onClick={onShow}>
      Show All Expenses
    </TextButton>
  );
}
