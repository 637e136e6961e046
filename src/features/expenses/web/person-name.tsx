import type { Id } from '#kit/id.ts';
import { Avatar } from '#web/ui/avatar.tsx';

/** A person's avatar and name. */
export function PersonName({ id, name }: { id: Id<'member'>; name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Avatar id={id} name={name} />
      <span className="min-w-0 wrap-anywhere">{name}</span>
    </span>
  );
}
