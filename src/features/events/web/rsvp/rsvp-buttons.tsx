import clsx from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { countSpotsLeft } from '../../rsvp/rsvp.ts';

/** A click means "going", the arrow opens the other options; with an RSVP, one button to change it. */
export function RsvpButtons({
  title,
  rsvp,
  isOpen,
  onToggle,
  onGoing,
  isBusy = false,
  isWideOnPhone = false,
  popover,
}: {
  /** The event's title. */
  title: string;
  rsvp: OccurrenceRsvp;
  isOpen: boolean;
  onToggle: () => void;
  onGoing: () => void;
  isBusy?: boolean;
  isWideOnPhone?: boolean;
  /** What is shown while it is open, beside the button that opens it. */
  popover: (anchor: RefObject<HTMLElement | null>) => ReactNode;
}) {
  const opener = useRef<HTMLButtonElement>(null);
  const { mine } = rsvp;
  const goingLabel = countSpotsLeft(rsvp) === 0 ? 'Join Waitlist' : 'RSVP Now';
  const wide = isWideOnPhone && 'max-sm:flex-1';
  return (
    <span className={clsx('inline-flex', wide)}>
      {!mine && (
        <Button
          aria-label={`${goingLabel}: ${title}`}
          className={clsx('rounded-r-none', wide)}
          isBusy={isBusy}
          busyLabel="Saving..."
          onClick={() => {
            // The clicked button disappears, so move the focus to the one beside it.
            opener.current?.focus();
            onGoing();
          }}
        >
          {goingLabel}
        </Button>
      )}
      <Button
        ref={opener}
        aria-label={mine ? `Change RSVP for ${title}` : `More RSVP options for ${title}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={clsx(mine ? wide : '-ml-px rounded-l-none px-2!')}
        onClick={onToggle}
      >
        {mine && 'Change'}
        <ChevronDown aria-hidden="true" />
      </Button>
      {isOpen && popover(opener)}
    </span>
  );
}
