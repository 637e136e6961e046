/**
 * Answers on their way to the server. Each press starts from what the press before it wanted,
 * whether that has been drawn or not. Calls go out one at a time, and of the answers chosen during a
 * call only the last one is sent.
 */
import type { Id } from '#kit/id.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { previewRsvp, type RsvpRequest } from '../../rsvp/rsvp.ts';

/** What a press means, given what is wanted so far; undefined where it changes nothing. */
export type ChooseAnswer = (wanted: OccurrenceRsvp) => RsvpRequest | undefined;

type Pending = {
  /** As the server last said. */
  confirmed: OccurrenceRsvp;
  wanted: OccurrenceRsvp;
  unsent: RsvpRequest | undefined;
  saved: Promise<void>;
};

export function createPendingAnswers(
  send: (occurrenceId: Id<'occurrence'>, wish: RsvpRequest) => Promise<OccurrenceRsvp>,
) {
  const pending = new Map<Id<'occurrence'>, Pending>();

  async function save(occurrenceId: Id<'occurrence'>, about: Pending): Promise<void> {
    let last: Promise<OccurrenceRsvp> | undefined;
    for (let wish = about.unsent; wish; wish = about.unsent) {
      about.unsent = undefined;
      last = send(occurrenceId, wish);
      // What failed gives way to what is wanted by now; the last one's failure is told below.
      about.confirmed = await last.catch(() => about.confirmed);
    }
    pending.delete(occurrenceId);
    await last;
  }

  return {
    /**
     * Takes a press. `shown` is where the first one starts from; `show` draws what is wanted at
     * once, and what the server made of it at the end, when `onEnd` is told, once. Resolves when the
     * last answer is saved, and rejects when that one could not be.
     */
    async choose(
      occurrenceId: Id<'occurrence'>,
      shown: OccurrenceRsvp,
      choose: ChooseAnswer,
      { show, onEnd }: { show: (rsvp: OccurrenceRsvp) => void; onEnd: () => void },
    ): Promise<void> {
      const before = pending.get(occurrenceId);
      const wish = choose(before?.wanted ?? shown);
      if (!wish) return before?.saved;
      const wanted = previewRsvp(before?.wanted ?? shown, wish);
      show(wanted);
      if (before) {
        Object.assign(before, { wanted, unsent: wish });
        return before.saved;
      }
      const about: Pending = { confirmed: shown, wanted, unsent: wish, saved: Promise.resolve() };
      pending.set(occurrenceId, about);
      about.saved = save(occurrenceId, about).finally(() => {
        show(about.confirmed);
        onEnd();
      });
      return about.saved;
    },

    /**
     * Sends what still waits for the call before it: the page is being left. Should the page live
     * on, the answer is sent once more in its turn, which changes nothing and reports a failure.
     */
    sendUnsent(): void {
      for (const [occurrenceId, { unsent }] of pending) {
        if (unsent) send(occurrenceId, unsent).catch(() => undefined);
      }
    },
  };
}
