import type { Id } from '#kit/id.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import type { OpenExpense } from '../../expense.ts';
import { PreviewedShare } from '../form/previewed-share.tsx';
import type { SharePreview } from '../form/share-preview.ts';
import { unknownName } from '../people.ts';

/** The new shares, with the current ones where they differ. */
export function ShareChanges({
  expense,
  preview,
  names,
  marked,
}: {
  expense: OpenExpense;
  preview: SharePreview;
  names: ReadonlyMap<Id<'member'>, string>;
  /** The participant who is highlighted and listed first. */
  marked?: Id<'member'> | undefined;
}) {
  const lines = expense.participantBreakdowns
    .map((share) => ({ ...share, name: names.get(share.participantId) ?? unknownName }))
    .toSorted((one, other) =>
      one.participantId === marked
        ? -1
        : other.participantId === marked
          ? 1
          : one.name.localeCompare(other.name, 'en'),
    );
  return (
    <section aria-label="Shares after this change">
      <ul
        aria-label="New shares"
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-64 overflow-y-auto overscroll-contain rounded-control border border-line py-1"
      >
        {lines.map(({ participantId, amountOwed, name }) => (
          <li
            key={participantId}
            className="flex min-h-9 flex-wrap items-center gap-x-2.5 px-3 py-0.5"
          >
            <Avatar id={participantId} name={name} />
            <span className="min-w-24 flex-1 truncate" title={name}>
              {name}
            </span>
            {/* Kept together, below the name if they do not fit on its line. */}
            <span className="ml-auto flex items-center gap-2.5">
              {preview.shares.get(participantId) !== amountOwed && (
                <del className="text-xs text-third">
                  <Money cents={amountOwed} />
                </del>
              )}
              <PreviewedShare
                id={participantId}
                preview={preview}
                isMarked={participantId === marked}
              />
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-1.5 text-xs text-third">
        {preview.words}
      </p>
    </section>
  );
}
