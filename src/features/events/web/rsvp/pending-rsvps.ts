/**
 * RSVPs on their way to the server. Each click builds on the one before, even if that has not been
 * rendered yet. A changed number of guests is sent once no more is pressed for a moment. Calls are sent
 * one at a time, and only the last RSVP chosen in the meantime is sent.
 */
import type { Id } from '#kit/id.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { previewRsvp, type RsvpRequest } from '../../rsvp/rsvp.ts';

/** The RSVP that a click asks for, given the pending one; undefined if it changes nothing. */
export type ChooseRsvp = (wanted: OccurrenceRsvp) => RsvpRequest | undefined;

type Pending = {
  /** The server's latest reply. */
  confirmed: OccurrenceRsvp;
  wanted: OccurrenceRsvp;
  unsent: RsvpRequest | undefined;
  /** What was already sent because the page was being left. */
  sentOnLeaving: RsvpRequest | undefined;
  /** Starts the wait for further presses again. */
  wake: () => void;
  saved: Promise<void>;
};

/** Presses that follow each other faster are one change. */
export const settleMilliseconds = 300;

export function createPendingRsvps(
  send: (occurrenceId: Id<'occurrence'>, request: RsvpRequest) => Promise<OccurrenceRsvp>,
) {
  const pending = new Map<Id<'occurrence'>, Pending>();

  async function save(occurrenceId: Id<'occurrence'>, entry: Pending): Promise<void> {
    let last: Promise<OccurrenceRsvp> | undefined;
    while (entry.unsent) {
      await settle(entry);
      const request = entry.unsent;
      entry.unsent = undefined;
      last = send(occurrenceId, request);
      // A failed RSVP is replaced by a newer one; only the last failure is reported, below.
      entry.confirmed = await last.catch(() => entry.confirmed);
    }
    pending.delete(occurrenceId);
    await last;
  }

  return {
    /**
     * Handles a click. `shown` is the state that the first click builds on. `show` is called with the
     * preview immediately and with the server's reply at the end; then `onEnd` is called once.
     * Resolves when the last RSVP is saved and rejects if that fails.
     */
    async choose(
      occurrenceId: Id<'occurrence'>,
      shown: OccurrenceRsvp,
      choose: ChooseRsvp,
      { show, onEnd }: { show: (rsvp: OccurrenceRsvp) => void; onEnd: () => void },
    ): Promise<void> {
      const before = pending.get(occurrenceId);
      const request = choose(before?.wanted ?? shown);
      if (!request) return before?.saved;
      const wanted = previewRsvp(before?.wanted ?? shown, request);
      show(wanted);
      if (before) {
        Object.assign(before, { wanted, unsent: request });
        before.wake();
        return before.saved;
      }
      const entry: Pending = {
        confirmed: shown,
        wanted,
        unsent: request,
        sentOnLeaving: undefined,
        wake: () => undefined,
        saved: Promise.resolve(),
      };
      pending.set(occurrenceId, entry);
      entry.saved = save(occurrenceId, entry).finally(() => {
        show(entry.confirmed);
        onEnd();
      });
      return entry.saved;
    },

    /**
     * Sends RSVPs that are waiting, because the page is being left. If it stays open after all, they
     * are sent again in turn, which changes nothing but reports failures.
     */
    sendUnsent(): void {
      for (const [occurrenceId, entry] of pending) {
        const { unsent, sentOnLeaving } = entry;
        if (!unsent || unsent === sentOnLeaving) continue;
        entry.sentOnLeaving = unsent;
        send(occurrenceId, unsent).catch(() => undefined);
      }
    },
  };
}

/** Waits until no other number of guests is pressed for a moment. */
async function settle(entry: Pending): Promise<void> {
  for (let seen = entry.unsent; seen && changesGuestsAlone(seen, entry.confirmed); ) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, settleMilliseconds);
      entry.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (entry.unsent === seen) return;
    seen = entry.unsent;
  }
}

function changesGuestsAlone({ answer }: RsvpRequest, { mine }: OccurrenceRsvp): boolean {
  return answer === 'going' && mine?.answer === 'going';
}
