/** Answers as the browser holds them: shown at once, taken back when they could not be kept. */
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import type { OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { previewAnswer, type RsvpWish } from '../../rsvp/rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { eventsKey } from '../queries.ts';

/** Everybody's answers to an occurrence, with its figures. */
export function answersQuery(occurrenceId: Id) {
  return queryOptions({
    queryKey: [...eventsKey, 'answers', occurrenceId],
    queryFn: ({ signal }) => call(rsvpCalls.answers, { params: { occurrenceId }, signal }),
  });
}

/** Windows of the calendar say nothing of answers. */
const withAnswers = {
  queryKey: eventsKey,
  predicate: ({ queryKey }: Query) => queryKey[1] !== 'window',
};

/**
 * Replies that were asked for before an answer would take the answer away again. Only what is read
 * anew once the answer is kept: a first reading that is cancelled does not start by itself.
 */
export async function cancelReplies(client: QueryClient): Promise<void> {
  await client.cancelQueries(withAnswers);
}

/** What the server said last, while answers are on their way. */
const truths = new Map<Id, OccurrenceRsvp>();

/**
 * Answers an occurrence. One after the other, however fast the presses come; `known` is what is
 * shown when the first of them is pressed.
 */
export function useAnswerRsvp(occurrenceId: Id, known: OccurrenceRsvp) {
  const client = useQueryClient();
  const mutationKey = ['rsvp', occurrenceId];
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (wish: RsvpWish) =>
      call(rsvpCalls.answer, { params: { occurrenceId }, body: { ...wish } }),
    onMutate: async (wish) => {
      if (!truths.has(occurrenceId)) truths.set(occurrenceId, known);
      await cancelReplies(client);
      show(client, occurrenceId, (shown) => previewAnswer(shown, wish));
    },
    onSuccess: (rsvp) => {
      truths.set(occurrenceId, rsvp);
      if (isLast()) show(client, occurrenceId, () => rsvp);
    },
    onError: () => {
      const truth = truths.get(occurrenceId);
      if (truth) show(client, occurrenceId, () => truth);
    },
    onSettled: () => {
      if (!isLast()) return undefined;
      truths.delete(occurrenceId);
      return client.invalidateQueries(withAnswers);
    },
  });
}

/** Writes what is known of an occurrence's answers wherever they are shown. */
function show(
  client: QueryClient,
  occurrenceId: Id,
  change: (rsvp: OccurrenceRsvp) => OccurrenceRsvp,
): void {
  const { queryKey } = answersQuery(occurrenceId);
  client.setQueryData(queryKey, (old) => old && { ...old, rsvp: change(old.rsvp) });
  client.setQueriesData<unknown>({ queryKey: eventsKey }, (old: unknown) =>
    changed(old, occurrenceId, change),
  );
}

type Answerable = { occurrenceId: Id; rsvp: OccurrenceRsvp };

/** Details of an event, and lists of cards: whatever carries the occurrence with its answers. */
function changed(
  reply: unknown,
  occurrenceId: Id,
  change: (rsvp: OccurrenceRsvp) => OccurrenceRsvp,
): unknown {
  const isIt = (value: unknown): value is Answerable =>
    typeof value === 'object' &&
    value !== null &&
    'rsvp' in value &&
    'occurrenceId' in value &&
    value.occurrenceId === occurrenceId;
  if (isIt(reply)) return { ...reply, rsvp: change(reply.rsvp) };
  if (typeof reply !== 'object' || reply === null || !('items' in reply)) return reply;
  const { items } = reply;
  if (!Array.isArray(items) || !items.some(isIt)) return reply;
  return {
    ...reply,
    items: items.map((item: unknown) => (isIt(item) ? { ...item, rsvp: change(item.rsvp) } : item)),
  };
}
