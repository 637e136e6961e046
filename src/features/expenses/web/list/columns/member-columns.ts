import type { Id } from '#kit/id.ts';
import type { ListedExpense } from '../../../expense.ts';
import { type Person, putFirst } from '../../people.ts';

/** The people who have a share of one of the expenses, in their order. */
export function findSharers(
  people: readonly Person[],
  expenses: readonly Pick<ListedExpense, 'participantBreakdowns'>[],
): readonly Person[] {
  const sharers = new Set(
    expenses.flatMap(({ participantBreakdowns }) =>
      participantBreakdowns.map(({ participantId }) => participantId),
    ),
  );
  return people.filter(({ id }) => sharers.has(id));
}

/** The members, then those who are none any more; `first` before all. */
export function joinPeople(
  members: readonly Person[],
  others: readonly Person[],
  first: Id<'member'>,
): Person[] {
  const known = new Set(members.map(({ id }) => id));
  return putFirst([...members, ...others.filter(({ id }) => !known.has(id))], first);
}
