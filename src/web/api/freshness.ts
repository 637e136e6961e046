/**
 * Whether the server can be reached, and when by its clock. What is shown may be old while it cannot:
 * the banner says so, and what moves money rests.
 */
import { useSyncExternalStore } from 'react';
import { type Instant, parseHttpDate, toInstant } from '#kit/day.ts';

let isReachable = true;
/** How far the server's clock is ahead of this device's, which may be wrong. */
let aheadMilliseconds = 0;
const listeners = new Set<() => void>();

function setReachable(next: boolean): void {
  if (next === isReachable) return;
  isReachable = next;
  for (const listener of listeners) listener();
}

const now = () => Temporal.Now.instant().epochMilliseconds;

/** Called with every response. One from another site may hide its clock. */
export function noteResponse({ headers }: Response): void {
  const theirs = parseHttpDate(headers.get('date') ?? '');
  if (theirs !== undefined) aheadMilliseconds = theirs - now();
  setReachable(true);
}

/** Called when a read got no response. */
export const noteNoResponse = (): void => setReachable(false);

/** A time of this device by the server's clock. */
export function toServerTime(milliseconds: number): Instant {
  return toInstant(Temporal.Instant.fromEpochMilliseconds(milliseconds + aheadMilliseconds));
}

function subscribe(listener: () => void): () => void {
  // Back online, what is shown is read again, and says if that fails.
  const recover = () => {
    isReachable = true;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('online', recover);
  window.addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', recover);
    window.removeEventListener('offline', listener);
  };
}

export type Connection = 'online' | 'offline' | 'unreachable';

const getConnection = (): Connection =>
  navigator.onLine ? (isReachable ? 'online' : 'unreachable') : 'offline';

export const useConnection = (): Connection => useSyncExternalStore(subscribe, getConnection);

/** Why what moves money rests now; undefined if it does not. */
export function useReasonToRest(): string | undefined {
  return useConnection() === 'online'
    ? undefined
    : 'Unavailable while disconnected. What you see may be out of date.';
}
