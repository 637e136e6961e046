import { useState } from 'react';
import type { OverlayProps } from '#web/screen/overlay-props.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { ExpensesAddress } from '../use-expenses-address.ts';
import { noFilter, pickFilter } from './filter.ts';
import { FilterFields } from './filter-fields.tsx';
import { SortSelect } from './sort-select.tsx';
import { readOrder } from './sorting.ts';

/** All filters and the sort order, if the page has no room for them. Applied on submit. */
export function FiltersDialog({
  address,
  ...overlay
}: OverlayProps & {
  address: ExpensesAddress;
}) {
  const [shown] = useState(() => ({
    filter: pickFilter(address.search),
    order: readOrder(address.search),
  }));
  const [filter, setFilter] = useState(shown.filter);
  const [order, setOrder] = useState(shown.order);
  return (
    <Dialog
      {...overlay}
      title="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        address.applyFilters(filter, order);
      }}
      isChanged={filter !== shown.filter || order !== shown.order}
      footer={
        <>
          <Button
            onClick={() => {
              const { searchTerm, eventId } = filter;
              setFilter({ ...noFilter, searchTerm, eventId });
            }}
          >
            Clear Filters
          </Button>
          <Button type="submit" variant="primary">
            Show Expenses
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FilterFields
          filter={filter}
          onChange={(changes) => setFilter({ ...filter, ...changes })}
        />
        <SortSelect order={order} onSort={setOrder} />
      </div>
    </Dialog>
  );
}
