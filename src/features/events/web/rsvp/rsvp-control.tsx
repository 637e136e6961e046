import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { AnchoredPopover } from '#web/ui/overlays/anchored-popover.tsx';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { countSpotsLeft } from '../../rsvp/rsvp.ts';
import { OwnRsvp } from './own-rsvp.tsx';
import { RsvpChoice } from './rsvp-choice.tsx';
import { useAnswerRsvp } from './rsvp-queries.ts';

/**
 * The member's own RSVP as a split button: a click means "going", the arrow opens the other options
 * and guests. An RSVP that fails is rolled back with the reason below.
 */
export function RsvpControl({
  occurrenceId,
  title,
  rsvp,
  children,
}: {
  occurrenceId: Id<'occurrence'>;
  /** The event's title. */
  title: string;
  rsvp: OccurrenceRsvp;
  /** Another button in front of these. */
  children?: ReactNode;
}) {
  const answer = useAnswerRsvp(occurrenceId, rsvp);
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { mine } = rsvp;
  const goingLabel = countSpotsLeft(rsvp) === 0 ? 'Join Waitlist' : 'RSVP Now';
  const rsvpGoing = () => {
    // The clicked button disappears, so move the focus to the one beside it.
    opener.current?.focus();
    answer.choose(() => ({ answer: 'going', guests: 0 }));
  };
  return (
    <div className="flex min-w-0 flex-col items-end gap-1.5 max-sm:w-full max-sm:items-stretch">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="inline-flex empty:hidden max-sm:basis-full">
          {mine && <OwnRsvp mine={mine} />}
        </span>
        {children}
        {rsvp.isOpen && (
          <span className="inline-flex max-sm:flex-1">
            {!mine && (
              <Button
                aria-label={`${goingLabel}: ${title}`}
                className="rounded-r-none max-sm:flex-1"
                onClick={rsvpGoing}
              >
                {goingLabel}
              </Button>
            )}
            <Button
              ref={opener}
              aria-label={mine ? `Change RSVP for ${title}` : `More RSVP options for ${title}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              className={mine ? 'max-sm:flex-1' : '-ml-px rounded-l-none px-2!'}
              onClick={() => setIsOpen(!isOpen)}
            >
              {mine && 'Change'}
              <ChevronDown aria-hidden="true" />
            </Button>
            {isOpen && (
              <AnswerPopover anchor={opener} title={title} onClose={() => setIsOpen(false)}>
                <RsvpChoice rsvp={rsvp} title={title} onChoose={answer.choose} />
                <RsvpFailure error={answer.error} />
              </AnswerPopover>
            )}
          </span>
        )}
      </div>
      {!isOpen && <RsvpFailure error={answer.error} />}
    </div>
  );
}

/** Why the last RSVP failed; shown until the next one. */
export function RsvpFailure({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="text-xs text-owes empty:hidden">
      {error && `Couldn't save your RSVP. ${describeFailure(error)}`}
    </p>
  );
}

function AnswerPopover({
  anchor,
  title,
  onClose,
  children,
}: {
  anchor: RefObject<HTMLElement | null>;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <AnchoredPopover
      role="dialog"
      aria-label={`RSVP for ${title}`}
      anchor={anchor}
      align="end"
      onClose={onClose}
      className="w-80 max-w-[calc(100vw-2rem)] p-4"
    >
      <div ref={first}>{children}</div>
    </AnchoredPopover>
  );
}
