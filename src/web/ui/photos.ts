/** Addresses of people's photos by their ids; they arrive after the first screen. */
import { useSyncExternalStore } from 'react';

export type Photos = Readonly<Record<string, string>>;

let photos: Photos = {};
const listeners = new Set<() => void>();

export function showPhotos(next: Photos): void {
  photos = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePhoto = (id: string) => useSyncExternalStore(subscribe, () => photos[id]);
