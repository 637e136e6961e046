import type { Id } from '#kit/id.ts';

/** Whether the whole group is selected, and who is after it is added, or removed if it is. */
export function toggleGroup(
  selected: readonly Id<'member'>[],
  group: readonly Id<'member'>[],
): { readonly isIn: boolean; readonly next: Id<'member'>[] } {
  const missing = group.filter((id) => !selected.includes(id));
  return missing.length === 0
    ? { isIn: true, next: selected.filter((id) => !group.includes(id)) }
    : { isIn: false, next: [...selected, ...missing] };
}
