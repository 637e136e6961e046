/**
 * RSVPs on their way to the server. Each click builds on the one before, even if that has not been
 * rendered yet. Calls are sent one at a time, and only the last RSVP chosen during a call is sent.
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
  saved: Promise<void>;
};

export function createPendingRsvps(
  send: (occurrenceId: Id<'occurrence'>, request: RsvpRequest) => Promise<OccurrenceRsvp>,
) {
  const pending = new Map<Id<'occurrence'>, Pending>();

  async function save(occurrenceId: Id<'occurrence'>, entry: Pending): Promise<void> {
    let last: Promise<OccurrenceRsvp> | undefined;
    for (let request = entry.unsent; request; request = entry.unsent) {
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
        return before.saved;
      }
      const entry: Pending = {
        confirmed: shown,
        wanted,
        unsent: request,
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
     * Sends RSVPs that are waiting for an earlier call, because the page is being left. If the page
     * stays open after all, they are sent again in turn, which changes nothing but reports failures.
     */
    sendUnsent(): void {
      for (const [occurrenceId, { unsent }] of pending) {
        if (unsent) send(occurrenceId, unsent).catch(() => undefined);
      }
    },
  };
}
