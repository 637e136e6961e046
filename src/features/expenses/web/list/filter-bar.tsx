import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import ListFilter from 'lucide-react/icons/list-filter';
import Repeat from 'lucide-react/icons/repeat';
import { useTypedSearch } from '#web/screen/use-typed-search.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { expenseListQuery } from '../queries.ts';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { countFilters, pickFilter } from './filter.ts';
import { FilterFields, ReceiptsChoice } from './filter-fields.tsx';
import { SortSelect } from './sort-select.tsx';
import { readOrder, toExpenseList } from './sorting.ts';

const settleLabel = 'Settle These...';

/**
 * The search and filters of the list. If there is no room, one button opens the filters in a dialog.
 */
export function FilterBar({
  address,
  isWide,
}: {
  address: ExpensesAddress;
  /** Shown above a table, whose headers sort. */
  isWide: boolean;
}) {
  const { search } = address;
  const filter = pickFilter(search);
  const [typed, setTyped] = useTypedSearch(search.searchTerm ?? '', address.searchFor);
  const isFiltered = countFilters(filter) > 0;
  // The search and the event filter are visible outside the dialog.
  const hidden = countFilters({ ...filter, searchTerm: undefined, eventId: undefined });
  // Offered only for a filtered list; the settle-up panel settles all expenses.
  const mayBeOpen = filter.status === undefined || filter.status === 'open';
  const canSettle = useMayHaveOpen(address) && mayBeOpen && isFiltered;
  const settle = () => address.ask('settle-shown');
  return (
    <search aria-label="Expenses" className="@container min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          value={typed}
          onValueChange={setTyped}
          placeholder="Search expenses..."
          className="min-w-0 flex-1 basis-36"
        />
        <Button
          variant="toolbar"
          icon={<ListFilter aria-hidden="true" />}
          className={isWide ? '@min-[60rem]:hidden' : undefined}
          onClick={() => address.ask('filters')}
        >
          {hidden === 0 ? 'Filters' : `Filters (${hidden})`}
        </Button>
        {isWide && (
          <>
            <RecurringButton onShow={address.showRecurring} />
            <div className="w-34 @max-[60rem]:hidden">
              <ReceiptsChoice filter={filter} onChange={address.filterBy} isInRow />
            </div>
            <div className="@max-[60rem]:hidden">
              <SortSelect order={readOrder(search)} onSort={address.changeOrder} isInRow />
            </div>
            {canSettle && (
              <Button variant="toolbar" className="@max-[60rem]:hidden" onClick={settle}>
                {settleLabel}
              </Button>
            )}
            <div className="flex basis-full flex-wrap items-center gap-2 @max-[60rem]:hidden">
              <FilterFields filter={filter} onChange={address.filterBy} isInRow />
              {isFiltered && <ShowAll onShow={address.showEverything} />}
            </div>
          </>
        )}
        {isFiltered && (
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

/** Shows the recurring expenses. On a phone it stands elsewhere. */
export function RecurringButton({ onShow }: { onShow: () => void }) {
  return (
    <Button variant="toolbar" icon={<Repeat aria-hidden="true" />} onClick={onShow}>
      Recurring<span className="sr-only"> expenses</span>
    </Button>
  );
}

/** Whether an expense under the filter may be open; further pages are not read for it. */
function useMayHaveOpen({ search, listView }: ExpensesAddress): boolean {
  const { data } = useQuery(expenseListQuery(toExpenseList(search, listView)));
  if (!data) return false;
  const { items, totalCount } = data.expenses;
  return totalCount > items.length || items.some(({ status }) => status === 'open');
}

function ShowAll({ onShow }: { onShow: () => void }) {
  return (
    <TextButton className="touch-target px-1 font-medium" onClick={onShow}>
      Show All Expenses
    </TextButton>
  );
}
