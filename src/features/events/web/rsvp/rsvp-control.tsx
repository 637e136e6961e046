import { useState } from 'react';
import type { Id } from '#kit/id.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { OwnRsvp } from './own-rsvp.tsx';
import { RsvpButtons } from './rsvp-buttons.tsx';
import { RsvpFailure, RsvpPopover } from './rsvp-popover.tsx';
import { useAnswerRsvp } from './rsvp-queries.ts';

/**
 * The member's own RSVP as a split button: a click means "going", the arrow opens the other options
 * and guests. An RSVP that fails is rolled back with the reason below.
 */
export function RsvpControl({
  occurrenceId,
  title,
  rsvp,
}: {
  occurrenceId: Id<'occurrence'>;
  /** The event's title. */
  title: string;
  rsvp: OccurrenceRsvp;
}) {
  const answer = useAnswerRsvp(occurrenceId, rsvp);
  const [isOpen, setIsOpen] = useState(false);
  const { mine } = rsvp;
  return (
    <div className="flex min-w-0 flex-col items-end gap-1.5 max-sm:w-full max-sm:items-stretch">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="inline-flex empty:hidden max-sm:basis-full">
          {mine && <OwnRsvp mine={mine} />}
        </span>
        {rsvp.isOpen && (
          <RsvpButtons
            title={title}
            rsvp={rsvp}
            isOpen={isOpen}
            onToggle={() => setIsOpen(!isOpen)}
            onGoing={() => answer.choose(() => ({ answer: 'going', guests: 0 }))}
            isWideOnPhone
            popover={(anchor) => (
              <RsvpPopover
                anchor={anchor}
                title={title}
                rsvp={rsvp}
                error={answer.error}
                onChoose={answer.choose}
                onClose={() => setIsOpen(false)}
              />
            )}
          />
        )}
      </div>
      {!isOpen && <RsvpFailure error={answer.error} />}
    </div>
  );
}
