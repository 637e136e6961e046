import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { describeFailure } from '#web/api/call-error.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { OwnRsvp } from '../rsvp/own-rsvp.tsx';
import type { ChooseRsvp } from '../rsvp/pending-rsvps.ts';
import { RsvpButtons } from '../rsvp/rsvp-buttons.tsx';
import type { NextEvent } from './next-events-query.ts';

const RsvpPopover = lazyNamed(() => import('../rsvp/rsvp-popover.tsx'), 'RsvpPopover');

/**
 * The user's RSVP to an event, as `RsvpControl` shows it on other screens. What sends an RSVP is loaded
 * with the first press and not with Home.
 */
export function HomeRsvp({
  event: { occurrenceId, rsvp },
  title,
}: {
  event: NextEvent;
  /** With the day, because events that repeat share a title. */
  title: string;
}) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const choose = async (chooseRsvp: ChooseRsvp) => {
    setFailure(null);
    try {
      const { answerRsvp } = await import('../rsvp/rsvp-queries.ts');
      await answerRsvp(client, occurrenceId, rsvp, chooseRsvp);
    } catch (error) {
      setFailure(error as Error);
    }
  };
  const go = async () => {
    setIsLoading(true);
    await choose(() => ({ answer: 'going', guests: 0 }));
    setIsLoading(false);
  };
  const { mine, isOpen: takesRsvps } = rsvp;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span role="status" className="inline-flex empty:hidden">
        {mine && <OwnRsvp mine={mine} />}
      </span>
      {takesRsvps && (
        <RsvpButtons
          title={title}
          rsvp={rsvp}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
          onGoing={() => void go()}
          isBusy={isLoading}
          popover={(anchor) => (
            <Suspense>
              <RsvpPopover
                anchor={anchor}
                title={title}
                rsvp={rsvp}
                error={failure}
                onChoose={(chooseRsvp) => void choose(chooseRsvp)}
                onClose={() => setIsOpen(false)}
              />
            </Suspense>
          )}
        />
      )}
      {failure && !isOpen && (
        <p role="alert" className="basis-full text-right text-xs text-owes">
          Couldn't save your RSVP. {describeFailure(failure)}
        </p>
      )}
    </div>
  );
}
