import clsx from 'clsx';
import { Check, Minus, Plus } from 'lucide-react';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { type OccurrenceRsvp, rsvpAnswers } from '../../rsvp/occurrence-rsvp.ts';
import { changeGuests, countSpotsLeft, hasRoomForGuest } from '../../rsvp/rsvp.ts';
import { answerLabels, formatGuests } from '../../rsvp/rsvp-labels.ts';
import type { ChooseAnswer } from './pending-answers.ts';

/**
 * Going, maybe or not going, and with how many guests. Each press is an answer: these are buttons
 * and not radio buttons, whose arrow keys would answer on the way.
 */
export function RsvpChoice({
  rsvp,
  title,
  onChoose,
}: {
  rsvp: OccurrenceRsvp;
  /** Of the event. */
  title: string;
  onChoose: (choose: ChooseAnswer) => void;
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
      {mine?.answer === 'going' && (
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
      {hintOf(rsvp, isWaiting, hasRoom) && (
        <p className="text-xs text-third">{hintOf(rsvp, isWaiting, hasRoom)}</p>
      )}
    </div>
  );
}

/** What pressing on would lead to, where it is not what one would expect. */
function hintOf(rsvp: OccurrenceRsvp, isWaiting: boolean, hasRoom: boolean): string | undefined {
  if (isWaiting)
    return "You'll get a spot as soon as your party fits. Adding guests moves you to the end of the waitlist.";
  if (rsvp.mine?.answer === 'going')
    return hasRoom ? undefined : "There's no room for another guest.";
  return countSpotsLeft(rsvp) === 0 ? "This event is full. You'll join the waitlist." : undefined;
}
