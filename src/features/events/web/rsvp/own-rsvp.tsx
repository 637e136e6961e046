import Check from 'lucide-react/icons/check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import type { OwnRsvp as GivenRsvp } from '../../rsvp/rsvp-contract.ts';
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
      {!isWaiting && mine.answer === 'maybe' && (
        <CircleQuestionMark aria-hidden="true" className="mr-1 size-3.5" />
      )}
      {describeOwnRsvp(mine)}
    </Badge>
  );
}

/** The same in a list that knows neither guests nor the place on the waitlist. */
export function OwnAnswer({
  own: { answer, status },
}: {
  own: Pick<GivenRsvp, 'answer' | 'status'>;
}) {
  if (status === 'waitlisted') return <Badge tone="warn">Waitlist</Badge>;
  return <OwnRsvp mine={{ answer, status, guests: 0, position: null }} />;
}
