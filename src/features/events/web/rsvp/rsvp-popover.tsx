import { type RefObject, useEffect, useRef } from 'react';
import { describeFailure } from '#web/api/call-error.ts';
import { AnchoredPopover } from '#web/ui/overlays/anchored-popover.tsx';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import type { ChooseRsvp } from './pending-rsvps.ts';
import { RsvpChoice } from './rsvp-choice.tsx';

/** All answers to an event and the number of guests, beside the button that opens them. */
export function RsvpPopover({
  anchor,
  title,
  rsvp,
  error,
  onChoose,
  onClose,
}: {
  anchor: RefObject<HTMLElement | null>;
  /** The event's title. */
  title: string;
  rsvp: OccurrenceRsvp;
  error: Error | null;
  onChoose: (choose: ChooseRsvp) => void;
  onClose: () => void;
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
      <div ref={first}>
        <RsvpChoice rsvp={rsvp} title={title} onChoose={onChoose} />
        <RsvpFailure error={error} />
      </div>
    </AnchoredPopover>
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
