import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { changeGuests, previewRsvp, type RsvpRequest } from '../../rsvp/rsvp.ts';
import { createPendingRsvps, settleMilliseconds } from './pending-rsvps.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const id = testId<'occurrence'>('018eecc9-5000-7490-82a2-94e8ad913354');
const empty: OccurrenceRsvp = {
  going: 0,
  maybe: 0,
  waitlisted: 0,
  capacity: null,
  maxGuests: 20,
  mine: null,
  deadline: null,
  isOpen: true,
};
const go = () => ({ answer: 'going', guests: 0 }) as const;
const oneMore = (wanted: OccurrenceRsvp) => changeGuests(wanted, 1);

/** A server that replies only on demand, and a screen that never rerenders. */
function start() {
  const sent: number[] = [];
  const replies: PromiseWithResolvers<OccurrenceRsvp>[] = [];
  const shown: OccurrenceRsvp[] = [];
  let ends = 0;
  const answers = createPendingRsvps((_, { guests }: RsvpRequest) => {
    sent.push(guests);
    const reply = Promise.withResolvers<OccurrenceRsvp>();
    replies.push(reply);
    return reply.promise;
  });
  const callbacks = { show: (rsvp: OccurrenceRsvp) => shown.push(rsvp), onEnd: () => (ends += 1) };
  const press = (choose: typeof go | typeof oneMore) =>
    answers.choose(id, empty, choose, callbacks);
  const reply = async (at: number, guests: number | Error) => {
    if (guests instanceof Error) replies[at]?.reject(guests);
    else replies[at]?.resolve(previewRsvp(empty, { answer: 'going', guests }));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { answers, press, reply, sent, guestsShown: () => shown.map(guestsOf), ends: () => ends };
}
const guestsOf = ({ mine }: OccurrenceRsvp) => mine?.guests;

test('clicks add up before a rerender, and only the last one is sent', async () => {
  const { press, reply, sent, guestsShown, ends } = start();
  const presses = [press(go), press(oneMore), press(oneMore), press(oneMore)];
  expect(guestsShown()).toEqual([0, 1, 2, 3]);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([3]);
  const late = press(oneMore);
  await reply(0, 3);
  expect(sent).toEqual([3]);
  await vi.advanceTimersByTimeAsync(settleMilliseconds);
  expect(sent).toEqual([3, 4]);
  await reply(1, 4);
  await Promise.all([...presses, late]);
  expect([guestsShown().at(-1), ends()]).toEqual([4, 1]);
});

test('guests are sent once, when no more is pressed for a moment, and an answer at once', async () => {
  const { answers, press, reply, sent } = start();
  const first = press(go);
  await vi.advanceTimersByTimeAsync(0);
  await reply(0, 0);
  await first;
  const shown = previewRsvp(empty, go());
  const callbacks = { show: () => undefined, onEnd: () => undefined };
  const choose = (each: () => RsvpRequest | undefined) =>
    answers.choose(id, shown, each, callbacks);
  void choose(() => ({ answer: 'going', guests: 1 }));
  await vi.advanceTimersByTimeAsync(settleMilliseconds - 1);
  void choose(() => ({ answer: 'going', guests: 2 }));
  await vi.advanceTimersByTimeAsync(settleMilliseconds - 1);
  expect(sent).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([0, 2]);
  await reply(1, 2);
  void choose(() => ({ answer: 'going', guests: 7 }));
  void choose(() => ({ answer: 'maybe', guests: 0 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([0, 2, 0]);
});

test('a failed RSVP is replaced by a newer one, and the last failure is reported', async () => {
  const { press, reply, sent, guestsShown, ends } = start();
  const first = press(go);
  await vi.advanceTimersByTimeAsync(0);
  const second = press(oneMore);
  await reply(0, new Error('first'));
  await reply(1, 1);
  await Promise.all([first, second]);
  const third = press(go);
  const refused = expect(third).rejects.toThrow('third');
  await vi.advanceTimersByTimeAsync(0);
  await reply(2, new Error('third'));
  await refused;
  expect(sent).toEqual([0, 1, 0]);
  // Rolled back to what was shown when it was clicked.
  expect([guestsShown().at(-1), ends()]).toEqual([undefined, 2]);
});

test('leaving the page sends an RSVP that waits, once', async () => {
  const { answers, press, sent } = start();
  void press(go);
  await vi.advanceTimersByTimeAsync(0);
  answers.sendUnsent();
  expect(sent).toEqual([0]);
  void press(oneMore);
  void press(oneMore);
  answers.sendUnsent();
  answers.sendUnsent();
  expect(sent).toEqual([0, 2]);
});
