import { useState } from 'react';
import type { StackMember } from './stack.ts';

/**
 * The members to list. While the pointer is over them none moves or leaves, whatever a refresh brings:
 * new ones are added at the end.
 */
export function useHeldOrder(
  members: readonly StackMember[],
  isListed: (member: StackMember) => boolean,
) {
  const [held, setHeld] = useState<readonly StackMember['id'][]>([]);
  const listed = members.filter(isListed);
  const known = new Map(members.map((member) => [member.id, member]));
  const kept = held.flatMap((id) => known.get(id) ?? []);
  const ordered = [...kept, ...listed.filter(({ id }) => !held.includes(id))];
  return {
    ordered,
    hold: () => setHeld(held.length > 0 ? held : ordered.map(({ id }) => id)),
    release: () => setHeld([]),
  };
}
