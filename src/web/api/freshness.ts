/**
 * Whether what is shown could be read again, and when by the server's clock. While it could not, it may
 * be old: the banner says so, and what moves money rests.
 */
import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type Instant, parseHttpDate, toInstant } from '#kit/day.ts';
import { isOutage, isUnreachable } from './call-error.ts';
import { queryClient } from './query-client.ts';

/** How far the server's clock is ahead of this device's, which may be wrong. */
let aheadMilliseconds = 0;

const now = () => Temporal.Now.instant().epochMilliseconds;

/** Called with every response. One from another site may hide its clock. */
export function noteResponse({ headers }: Response): void {
  const theirs = parseHttpDate(headers.get('date') ?? '');
  if (theirs !== undefined) aheadMilliseconds = theirs - now();
}

/** A time of this device by the server's clock. */
export function toServerTime(milliseconds: number): Instant {
  return toInstant(Temporal.Instant.fromEpochMilliseconds(milliseconds + aheadMilliseconds));
}

/** What the screen shows although it could not be read again. */
const outdated = new Set<Query>();
const listeners = new Set<() => void>();

queryClient.getQueryCache().subscribe(({ query }) => {
  const { data, error, status } = query.state;
  const isOutdated =
    query.isActive() && data !== undefined && status === 'error' && isOutage(error);
  if (isOutdated === outdated.has(query)) return;
  if (isOutdated) outdated.add(query);
  else outdated.delete(query);
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export type Connection = 'online' | 'offline' | 'unreachable' | 'failing';

function getConnection(): Connection {
  if (!navigator.onLine) return 'offline';
  if (outdated.size === 0) return 'online';
  return [...outdated].some(({ state }) => isUnreachable(state.error)) ? 'unreachable' : 'failing';
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, getConnection);

/** Why what moves money rests now; undefined if it does not. */
export function useReasonToRest(): string | undefined {
  return useConnection() === 'online'
    ? undefined
    : 'Unavailable while disconnected. What you see may be out of date.';
}
