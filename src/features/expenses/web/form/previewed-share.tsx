import type { Id } from '#kit/id.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Money } from '#web/ui/money.tsx';
import type { SharePreview } from './share-preview.ts';

/** A participant's share in the preview; `isMarked` highlights it. */
export function PreviewedShare({
  id,
  preview,
  isMarked = false,
}: {
  id: Id<'member'>;
  preview: SharePreview | undefined;
  isMarked?: boolean | undefined;
}) {
  const share = preview?.shares.get(id);
  if (share === undefined) return null;
  return (
    <span className="flex shrink-0 items-center gap-1.5">
      {preview?.extraCents.has(id) && (
        <Badge tone="info">
          <span className="sr-only">extra cent</span>
          <span aria-hidden="true">+1¢</span>
        </Badge>
      )}
      {isMarked ? (
        <Badge tone="owes">
          <Money cents={share} />
        </Badge>
      ) : (
        <Money cents={share} className="text-second" />
      )}
    </span>
  );
}
