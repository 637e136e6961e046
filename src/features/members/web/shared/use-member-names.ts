import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { Member } from '../../contract.ts';
import { membersQuery } from '../queries.ts';

export type NamedMember = { readonly id: Id<'member'>; readonly name: string };
export type MemberNames = ReadonlyMap<Id<'member'>, string>;

/**
 * The names of these members, `known` first. The directory, which may hold thousands, is read only
 * if it has to tell the rest. Who is in neither has no name here.
 */
export function useMemberNames(
  needed: readonly (Id<'member'> | null)[],
  known: readonly NamedMember[],
  nameOf: (member: Member) => string = ({ displayName }) => displayName,
): MemberNames {
  const names = toMemberNames(known);
  const isComplete = needed.every((id) => id === null || names.has(id));
  const directory = useQuery({ ...membersQuery, enabled: !isComplete });
  return toMemberNames(
    known,
    directory.data?.items.map((member) => ({ id: member.id, name: nameOf(member) })),
  );
}

/** Names by id, from several replies; the first that knows a member says the name. */
export function toMemberNames(
  ...lists: readonly (readonly NamedMember[] | undefined)[]
): MemberNames {
  const names = new Map<Id<'member'>, string>();
  for (const { id, name } of lists.flatMap((list) => list ?? [])) {
    if (!names.has(id)) names.set(id, name);
  }
  return names;
}
