import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatCount } from '#kit/counts.ts';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { eventsKey } from '../../keys.ts';
import { OwnRsvp } from '../rsvp/own-rsvp.tsx';
import { type NextEvent, nextEventQuery } from './next-event-query.ts';

/**
 * The user's RSVP to the next event; one click answers 'going'. Guests and changes are made in the
 * event's details, which keeps Home small.
 */
export function NextEventRsvp({ event }: { event: NextEvent }) {
  const { occurrenceId, title, rsvp } = event;
  const client = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const answer = useRef<HTMLSpanElement>(null);
  const [failure, setFailure] = useState<unknown>();
  // Without useMutation, which would enlarge everyone's first load.
  const go = async () => {
    setIsSaving(true);
    setFailure(undefined);
    try {
      // Not before it is needed, for the same reason.
      const { answerCall } = await import('../../rsvp/answer-contract.ts');
      const body = { answer: 'going', guests: 0 } as const;
      const saved = await call(answerCall, { params: { occurrenceId }, body });
      // The pressed button disappears.
      answer.current?.focus();
      client.setQueryData(nextEventQuery.queryKey, (old) => old && { ...old, rsvp: saved });
    } catch (error) {
      setFailure(error);
    }
    await client.invalidateQueries({ queryKey: eventsKey });
    setIsSaving(false);
  };
  const { mine, isOpen, going, capacity } = rsvp;
  const name = capacity !== null && going >= capacity ? 'Join Waitlist' : 'RSVP Now';
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {isOpen && !mine && (
        <Button
          aria-label={`${name}: ${title}`}
          isBusy={isSaving}
          busyLabel="Saving..."
          onClick={() => {
            if (!isSaving) void go();
          }}
        >
          {name}
        </Button>
      )}
      <span
        ref={answer}
        role="status"
        tabIndex={-1}
        className="tabular flex items-center gap-3 text-xs text-third"
      >
        {mine && <OwnRsvp mine={mine} />}
        {formatCount(going)} attending
      </span>
      {failure !== undefined && (
        <p role="alert" className="basis-full text-xs text-owes">
          Couldn't save your RSVP. {describeFailure(failure)}
        </p>
      )}
    </div>
  );
}
