import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { Member } from '../../contract.ts';
import { membersQuery } from '../queries.ts';

export type NamedMember = { readonly id: Id<'member'>; readonly name: string };
export type MemberNames = ReadonlyMap<Id<'member'>, string>;

/**
 * The names of members, from `known` first. The directory, which may have thousands of members, is read
 * only if names are missing. Former members may have no name here.
 */
export function useMemberNames(
  needed: readonly (Id<'member'> | null)[],
  known: readonly NamedMember[],
  getName: (member: Member) => string = ({ displayName }) => displayName,
): MemberNames {
  const names = toMemberNames(known);
  const isComplete = needed.every((id) => id === null || names.has(id));
  const directory = useQuery({ ...membersQuery, enabled: !isComplete });
  return toMemberNames(
    known,
    directory.data?.items.map((member) => ({ id: member.id, name: getName(member) })),
  );
}

/** Names by id; earlier lists take precedence. */
export function toMemberNames(
  ...lists: readonly (readonly NamedMember[] | undefined)[]
): MemberNames {
  const names = new Map<Id<'member'>, string>();
  for (const { id, name } of lists.flatMap((list) => list ?? [])) {
    if (!names.has(id)) names.set(id, name);
  }
  return names;
}
