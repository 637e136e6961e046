/** Notifies all tabs of changes of the session. */
export type SessionNews = 'signed-out' | 'changed';
type Listener = (news: SessionNews) => void;

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('chapter-hub') : undefined;
const listeners = new Set<Listener>();
/** News that arrived before the first listener. */
let pending: SessionNews | undefined;

channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
  if (listeners.size === 0) pending = data;
  for (const listener of listeners) listener(data);
});

export function broadcast(news: SessionNews): void {
  pending = undefined;
  channel?.postMessage(news);
}

/** Listens to other tabs. Returns a function that unsubscribes. */
export function onSessionNews(listener: Listener): () => void {
  listeners.add(listener);
  const missed = pending;
  pending = undefined;
  if (missed) listener(missed);
  return () => listeners.delete(listener);
}
