import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import { useSession } from '#web/api/session.ts';
import { type Person, withFirst } from '../people.ts';

export type FormPeople = {
  /** Whoever fills in the form first, then everybody by name; undefined until they are there. */
  readonly people: readonly Person[] | undefined;
  /** The same; before they are there, those who are known already. */
  readonly payers: readonly Person[];
  /** What a list of choices calls somebody. */
  readonly labelOf: (person: Person) => string;
  readonly isFailed: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
};

/** Everybody who can pay or take part: the directory, and who is in the expense already. */
export function useFormPeople(known: readonly Person[]): FormPeople {
  const { me } = useSession();
  const members = useQuery(membersQuery);
  const listed = members.data?.items.map(({ id, displayName }) => ({ id, name: displayName }));
  const listedIds = new Set(listed?.map((person) => person.id));
  const others = known.filter((person) => !listedIds.has(person.id) && person.id !== me.memberId);
  const myself = { id: me.memberId, name: me.displayName };
  const people = listed && withFirst([...listed, ...others], me.memberId);
  return {
    people,
    payers: people ?? [myself, ...others],
    labelOf: ({ id, name }) => (id === me.memberId ? `${name} (you)` : name),
    isFailed: members.isError && !members.data,
    isFetching: members.isFetching,
    retry: () => void members.refetch(),
  };
}
