import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type DoorPerson, doorCalls } from '../../door/door-contract.ts';
import type { PendingChange } from '../../door/pending-changes.ts';
import { doorQuery } from './door-query.ts';
import { createDoorQueue, type DoorQueue } from './door-queue.ts';

/** How often what is pending is tried again. */
const retryMilliseconds = 4_000;

/** The queue of this member's presses at an occurrence, and what is pending in it. */
export function useDoorQueue(occurrenceId: Id<'occurrence'>): {
  queue: DoorQueue;
  pending: readonly PendingChange[];
} {
  const client = useQueryClient();
  const { me } = useSession();
  // With the member, so that no one sends what another noted in the same browser.
  const key = `door.${me.memberId}.${occurrenceId}`;
  const queue = useMemo(() => createQueue(client, occurrenceId, key), [client, occurrenceId, key]);
  const pending = useSyncExternalStore(queue.subscribe, queue.getPending);
  useEffect(() => {
    const flush = () => void queue.flush();
    flush();
    addEventListener('online', flush);
    const timer = setInterval(flush, retryMilliseconds);
    return () => {
      removeEventListener('online', flush);
      clearInterval(timer);
    };
  }, [queue]);
  return { queue, pending };
}

function createQueue(client: QueryClient, occurrenceId: Id<'occurrence'>, key: string): DoorQueue {
  return createDoorQueue({
    read: () => readPersonal(key),
    write: (kept) => writePersonal(key, kept),
    isOnline: () => navigator.onLine,
    send: ({ changeId, memberId, isHere, guests, seenVersion, at }) =>
      call(doorCalls.change, {
        params: { occurrenceId },
        body: { changeId, memberId, isHere, guests, seenVersion, at },
      }),
    onReply: ({ name }, { outcome, person }) => {
      replacePerson(client, occurrenceId, person);
      if (outcome === 'overtaken') toast.info(describeOvertaken(name, person));
    },
    onRefused: ({ name }, error) => {
      toast.error(`Couldn't save ${name}. ${describeFailure(error)}`);
      void client.invalidateQueries({ queryKey: doorQuery(occurrenceId).queryKey });
    },
  });
}

/** Also cancels a pending read, whose reply may be older. */
function replacePerson(
  client: QueryClient,
  occurrenceId: Id<'occurrence'>,
  person: DoorPerson,
): void {
  const { queryKey } = doorQuery(occurrenceId);
  void client.cancelQueries({ queryKey });
  client.setQueryData(
    queryKey,
    (old) =>
      old && {
        ...old,
        people: old.people.map((each) => (each.memberId === person.memberId ? person : each)),
      },
  );
}

function describeOvertaken(name: string, { attendance }: DoorPerson): string {
  if (!attendance) return `Someone else changed ${name} first.`;
  const { notedBy, isHere } = attendance;
  return isHere
    ? `${notedBy} had already checked in ${name}.`
    : `${notedBy} had already undone the check-in of ${name}.`;
}
