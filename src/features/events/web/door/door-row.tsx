import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { formatTime } from '#kit/day.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { ShownPerson } from '../../door/pending-changes.ts';
import { formatGuests } from '../../rsvp/guest-labels.ts';
import { maxGuests } from '../../rsvp/occurrence-rsvp.ts';
import { answerLabels } from '../../rsvp/rsvp-labels.ts';

export type NotePerson = (person: ShownPerson, isHere: boolean, guests: number) => void;

/** A person at the door: one press checks them in with the guests they announced. */
export function DoorRow({
  person,
  timeZone,
  onNote,
}: {
  person: ShownPerson;
  timeZone: string;
  /** Undefined if no one can be checked in. */
  onNote: NotePerson | undefined;
}) {
  const { memberId, name, isHere, guestsHere, rsvp } = person;
  return (
    <li
      data-here={isHere || undefined}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 data-here:bg-owed-tint sm:px-5 [&_button]:scroll-mt-48"
    >
      <Avatar id={memberId} name={name} size="lg" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="tabular flex flex-wrap items-center gap-x-2 text-xs text-second">
          <span>{describePerson(person, timeZone)}</span>
          {person.isUnsent && <Badge tone="warn">Not sent yet</Badge>}
        </p>
      </div>
      {onNote && (
        // The same button, so that it keeps the focus.
        <Button
          variant={isHere ? 'ghost' : 'outline'}
          icon={isHere ? undefined : <Check aria-hidden="true" />}
          aria-label={isHere ? `Undo check-in of ${name}` : `Check in ${name}`}
          className="min-h-11"
          onClick={() => onNote(person, !isHere, isHere ? 0 : (rsvp?.guests ?? 0))}
        >
          {isHere ? 'Undo' : 'Check In'}
        </Button>
      )}
      {onNote && isHere && (
        <div
          role="group"
          aria-label={`Guests of ${name}`}
          className="ml-auto flex basis-full items-center justify-end gap-1"
        >
          <span className="mr-2 text-xs text-second">Guests who came</span>
          <IconButton
            label={`Remove guest of ${name}`}
            icon={<Minus />}
            variant="outline"
            className="aria-disabled:opacity-50"
            aria-disabled={guestsHere === 0}
            onClick={() => guestsHere > 0 && onNote(person, true, guestsHere - 1)}
          />
          <span
            role="status"
            aria-label={formatGuests(guestsHere)}
            className="tabular w-9 text-center font-medium"
          >
            {guestsHere}
          </span>
          <IconButton
            label={`Add guest of ${name}`}
            icon={<Plus />}
            variant="outline"
            className="aria-disabled:opacity-50"
            aria-disabled={guestsHere >= maxGuests}
            onClick={() => guestsHere < maxGuests && onNote(person, true, guestsHere + 1)}
          />
        </div>
      )}
    </li>
  );
}

/** 'Here since 6:02 PM · noted by Maya Chen', or what they replied. */
function describePerson(person: ShownPerson, timeZone: string): string {
  const { isHere, isUnsent, attendance, rsvp } = person;
  if (isHere && !isUnsent && attendance)
    return `Here since ${formatTime(attendance.notedAt, timeZone)} · noted by ${attendance.notedBy}`;
  if (isHere) return 'Here';
  if (!rsvp) return "Hasn't RSVP'd";
  const { answer, guests, position } = rsvp;
  const reply = position === null ? answerLabels[answer] : `Waitlist: #${position}`;
  return guests > 0 ? `${reply} · with ${formatGuests(guests)}` : reply;
}
