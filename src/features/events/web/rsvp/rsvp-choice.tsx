import clsx from 'clsx';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { plural } from '#kit/counts.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { formatGuests } from '../../rsvp/guest-labels.ts';
import { type OccurrenceRsvp, rsvpAnswers } from '../../rsvp/occurrence-rsvp.ts';
import { changeGuests, countSpotsLeft, hasRoomForGuest } from '../../rsvp/rsvp.ts';
import { answerLabels } from '../../rsvp/rsvp-labels.ts';
import type { ChooseRsvp } from './pending-rsvps.ts';

/**
 * Going, maybe or not going, and the number of guests. Buttons and not radio buttons, because arrow
 * keys would save every RSVP on the way.
 */
export function RsvpChoice({
  rsvp,
  title,
  onChoose,
}: {
  rsvp: OccurrenceRsvp;
  /** The event's title. */
  title: string;
  onChoose: (choose: ChooseRsvp) => void;
}) {
  const { mine } = rsvp;
  const guests = mine?.guests ?? 0;
  const isWaiting = mine?.status === 'waitlisted';
  const hasRoom = hasRoomForGuest(rsvp);
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={`Your RSVP for ${title}`} className="flex gap-2 *:flex-1">
        {rsvpAnswers.map((answer) => {
          const isMine = mine?.answer === answer;
          return (
            <Button
              key={answer}
              aria-pressed={isMine}
              icon={isMine ? <Check aria-hidden="true" /> : undefined}
              className={clsx(
                'px-2!',
                isMine && 'border-transparent! bg-primary-tint! text-primary-ink!',
              )}
              onClick={() =>
                onChoose((wanted) => ({
                  answer,
                  guests: answer === 'going' ? (wanted.mine?.guests ?? 0) : 0,
                }))
              }
            >
              {answerLabels[answer]}
            </Button>
          );
        })}
      </div>
      {mine?.answer === 'going' && (rsvp.maxGuests > 0 || guests > 0) && (
        <div role="group" aria-label="Guests" className="flex items-center justify-between gap-3">
          <span className="text-second">Guests you're bringing</span>
          <span className="flex items-center gap-1">
            <IconButton
              label="Remove guest"
              icon={<Minus />}
              variant="outline"
              className="aria-disabled:opacity-50"
              aria-disabled={!changeGuests(rsvp, -1)}
              onClick={() => onChoose((wanted) => changeGuests(wanted, -1))}
            />
            <span
              role="status"
              aria-label={formatGuests(guests)}
              className="tabular w-9 text-center font-medium"
            >
              {guests}
            </span>
            <IconButton
              label="Add guest"
              icon={<Plus />}
              variant="outline"
              className="aria-disabled:opacity-50"
              aria-disabled={!changeGuests(rsvp, 1)}
              onClick={() => onChoose((wanted) => changeGuests(wanted, 1))}
            />
          </span>
        </div>
      )}
      {describeHint(rsvp, isWaiting, hasRoom) && (
        <p className="text-xs text-third">{describeHint(rsvp, isWaiting, hasRoom)}</p>
      )}
    </div>
  );
}

/** Explains what a click would do if that may be unexpected. */
function describeHint(
  rsvp: OccurrenceRsvp,
  isWaiting: boolean,
  hasRoom: boolean,
): string | undefined {
  if (isWaiting)
    return "You'll get a spot as soon as your party fits. Adding guests moves you to the end of the waitlist.";
  if (rsvp.mine?.answer === 'going') {
    if (rsvp.maxGuests === 0) return 'This event is for members only.';
    if (rsvp.mine.guests >= rsvp.maxGuests)
      return `Each member can bring at most ${plural(rsvp.maxGuests, 'guest')}.`;
    return hasRoom ? undefined : "There's no room for another guest.";
  }
  return countSpotsLeft(rsvp) === 0 ? "This event is full. You'll join the waitlist." : undefined;
}
