import Check from 'lucide-react/icons/check';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { describeOwnRsvp } from '../../rsvp/rsvp-labels.ts';

const tones: Readonly<Record<string, BadgeTone>> = { going: 'settled', maybe: 'info' };

/** A member's own RSVP, which looks the same wherever it is shown. */
export function OwnRsvp({ mine }: { mine: NonNullable<OccurrenceRsvp['mine']> }) {
  const isWaiting = mine.status === 'waitlisted';
  return (
    <Badge tone={isWaiting ? 'warn' : tones[mine.answer]}>
      {!isWaiting && mine.answer === 'going' && (
        <Check aria-hidden="true" className="mr-1 size-3.5" />
      )}
      {describeOwnRsvp(mine)}
    </Badge>
  );
}
