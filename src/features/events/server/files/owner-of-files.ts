import type { FileOwner } from '#features/files/server/store.ts';
import type { Id } from '#kit/id.ts';

/** Files belong to one date, whose id stays when it is moved or its series is split. */
export function ownerOfFiles(
  { chapterId }: { readonly chapterId: Id<'chapter'> },
  occurrenceId: Id<'occurrence'>,
): FileOwner {
  return { chapterId, kind: 'occurrence', entityId: occurrenceId };
}
