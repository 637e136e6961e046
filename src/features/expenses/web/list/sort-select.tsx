import { useQuery } from '@tanstack/react-query';
import { useSession } from '#web/api/session.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { balancesQuery } from '../balances-query.ts';
import { shortNames, unknownName } from '../people.ts';
import {
  type ChangeOrder,
  type Column,
  firstDirection,
  type Order,
  orderWords,
  shareWords,
} from './sorting.ts';

type Choice = { words: string; order: Order };

/** The order of the list, where it is not a column's header that says it. */
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
  const balances = useQuery(balancesQuery);
  const choices = (Object.keys(orderWords) as (keyof typeof orderWords)[]).flatMap((sort) =>
    bothWays({ sort }, orderWords[sort]),
  );
  choices.push(...bothWays({ sort: 'member', memberId: me.memberId }, shareWords('Your')));
  // A header can sort by anybody's share.
  if (order.sort === 'member' && order.memberId !== me.memberId) {
    const { memberId } = order;
    const people = balances.data?.items.map((item) => ({
      id: item.participantId,
      name: item.name,
    }));
    const name = shortNames(people ?? []).get(memberId) ?? unknownName;
    choices.push(...bothWays({ sort: 'member', memberId }, shareWords(`${name}'s`)));
  }
  return (
    <Select
      label="Sort by"
      isLabelHidden={isInRow}
      look={isInRow ? 'toolbar' : 'field'}
      options={choices.map((choice) => ({ value: keyOf(choice.order), label: choice.words }))}
      value={keyOf(order)}
      onValueChange={(value) => {
        const chosen = choices.find((choice) => keyOf(choice.order) === value);
        if (chosen) onSort(() => chosen.order);
      }}
    />
  );
}

function bothWays(column: Column, [words, otherWords]: readonly [string, string]): Choice[] {
  const first = firstDirection(column.sort);
  return [
    { words, order: { ...column, direction: first } },
    { words: otherWords, order: { ...column, direction: first === 'asc' ? 'desc' : 'asc' } },
  ];
}

function keyOf({ sort, direction, memberId }: Order): string {
  return `${sort} ${direction} ${memberId ?? ''}`;
}
