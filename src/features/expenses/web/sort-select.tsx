import { Select } from '#web/ui/select.tsx';
import { type ExpenseSort, expenseSorts } from '../contract.ts';
import { firstDirection, type Order, orderWords } from './sorting.ts';

const orders = expenseSorts.flatMap((sort: ExpenseSort) => {
  const direction = firstDirection(sort);
  const other = direction === 'asc' ? 'desc' : 'asc';
  return [
    { sort, direction, label: orderWords[sort][0] },
    { sort, direction: other, label: orderWords[sort][1] },
  ] as const;
});

/** The order of the list, where it is not a column's header that says it. */
export function SortSelect({
  order,
  onSort,
  isInRow = false,
}: {
  order: Order;
  onSort: (order: Order) => void;
  isInRow?: boolean | undefined;
}) {
  return (
    <Select
      label="Sort by"
      isLabelHidden={isInRow}
      look={isInRow ? 'toolbar' : 'field'}
      options={orders.map(({ sort, direction, label }) => ({
        value: `${sort} ${direction}`,
        label,
      }))}
      value={`${order.sort} ${order.direction}`}
      onValueChange={(value) => {
        const chosen = orders.find(({ sort, direction }) => value === `${sort} ${direction}`);
        if (chosen) onSort({ sort: chosen.sort, direction: chosen.direction });
      }}
    />
  );
}
