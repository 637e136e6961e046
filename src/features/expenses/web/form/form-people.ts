import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { type Person, putFirst } from '../people.ts';
import { useExpenseRights } from '../use-expense-rights.ts';

export type FormPeople = {
  /** The user first, then everyone by name; undefined until loaded. */
  readonly people: readonly Person[] | undefined;
  /** Those whose payments the member may log; until loaded, of those already known. */
  readonly payers: readonly Person[];
  /** A person's label in a list of choices. */
  readonly formatLabel: (person: Person) => string;
  readonly isFailed: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
};

/** Everyone who can be payer or participant: the directory and the people already on the expense. */
export function useFormPeople(known: readonly Person[]): FormPeople {
  const { me } = useSession();
  const { reasonAgainstWriting } = useExpenseRights();
  const mayPay = ({ id }: Person) =>
    reasonAgainstWriting({ createdBy: me.memberId, paidBy: id, payers: [] }) === undefined;
  const members = useQuery(membersQuery);
  const listed = members.data?.items.map(({ id, displayName }) => ({ id, name: displayName }));
  const listedIds = new Set(listed?.map((person) => person.id));
  const others = known.filter((person) => !listedIds.has(person.id) && person.id !== me.memberId);
  const myself = { id: me.memberId, name: me.displayName };
  const people = listed && putFirst([...listed, ...others], me.memberId);
  return {
    people,
    payers: (people ?? [myself, ...others]).filter(mayPay),
    formatLabel: ({ id, name }) => (id === me.memberId ? `${name} (you)` : name),
    isFailed: members.isError && !members.data,
    isFetching: members.isFetching,
    retry: () => void members.refetch(),
  };
}
