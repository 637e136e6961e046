import { Select } from '#web/ui/fields/select.tsx';
import { type ChangeOrder, getFirstDirection, type Order } from './sorting.ts';

/** Chooses the sort order on phones, where lists have no column headers. */
export function SortSelect<Sort extends string>({
  columns,
  order,
  onSort,
}: {
  /** Labels of each column's first and second direction: `['Newest first', 'Oldest first']`. */
  columns: Readonly<Record<Sort, readonly [string, string]>>;
  order: Order<Sort>;
  onSort: (change: ChangeOrder<Sort>) => void;
}) {
  const orders = (Object.keys(columns) as Sort[]).flatMap((sort) => {
    const direction = getFirstDirection(sort);
    const other = direction === 'asc' ? 'desc' : 'asc';
    return [
      { sort, direction, label: columns[sort][0] },
      { sort, direction: other, label: columns[sort][1] },
    ] as const;
  });
  return (
    <Select
      label="Sort by"
      isLabelHidden
      options={orders.map(({ sort, direction, label }) => ({
        value: `${sort} ${direction}`,
        label,
      }))}
      value={`${order.sort} ${order.direction}`}
      onValueChange={(value) => {
        const chosen = orders.find(({ sort, direction }) => value === `${sort} ${direction}`);
        if (chosen) onSort(() => ({ sort: chosen.sort, direction: chosen.direction }));
      }}
      className="flex-1 basis-32"
    />
  );
}
