import { useSession } from '#web/api/session.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { shortNames, unknownName } from '../people.ts';
import {
  type ChangeOrder,
  type Column,
  formatShareLabels,
  getFirstDirection,
  type Order,
  orderLabels,
} from './sorting.ts';
import { usePeople } from './use-people.ts';

type Choice = { words: string; order: Order };

/** Selects the sort order, for lists without sortable headers. */
export function SortSelect({
  order,
  onSort,
  isInRow = false,
}: {
  order: Order;
  onSort: (change: ChangeOrder) => void;
  isInRow?: boolean | undefined;
}) {
  const { me } = useSession();
  const people = usePeople();
  const choices = (Object.keys(orderLabels) as (keyof typeof orderLabels)[]).flatMap((sort) =>
    toDirectionChoices({ sort }, orderLabels[sort]),
  );
  choices.push(
    ...toDirectionChoices({ sort: 'member', memberId: me.memberId }, formatShareLabels('Your')),
  );
  // Headers can sort by any member's share.
  if (order.sort === 'member' && order.memberId !== me.memberId) {
    const { memberId } = order;
    const name = shortNames(people).get(memberId) ?? unknownName;
    choices.push(
      ...toDirectionChoices({ sort: 'member', memberId }, formatShareLabels(`${name}'s`)),
    );
  }
  return (
    <Select
      label="Sort by"
      isLabelHidden={isInRow}
      look={isInRow ? 'toolbar' : 'field'}
      options={choices.map((choice) => ({ value: toKey(choice.order), label: choice.words }))}
      value={toKey(order)}
      onValueChange={(value) => {
        const chosen = choices.find((choice) => toKey(choice.order) === value);
        if (chosen) onSort(() => chosen.order);
      }}
    />
  );
}

function toDirectionChoices(
  column: Column,
  [words, otherWords]: readonly [string, string],
): Choice[] {
  const first = getFirstDirection(column.sort);
  return [
    { words, order: { ...column, direction: first } },
    { words: otherWords, order: { ...column, direction: first === 'asc' ? 'desc' : 'asc' } },
  ];
}

function toKey({ sort, direction, memberId }: Order): string {
  return `${sort} ${direction} ${memberId ?? ''}`;
}
