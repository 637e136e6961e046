/** What happens to the session in one tab is true in all of them. */
export type SessionNews = 'signed-out' | 'changed';
type Listener = (news: SessionNews) => void;

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('chapter-hub') : undefined;
const listeners = new Set<Listener>();
/** What was said while nobody listened, such as before the first screen is there. */
let unheard: SessionNews | undefined;

channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
  if (listeners.size === 0) unheard = data;
  for (const listener of listeners) listener(data);
});

export function announce(news: SessionNews): void {
  unheard = undefined;
  channel?.postMessage(news);
}

/** Hears the other tabs. Returns how to stop. */
export function onNews(listener: Listener): () => void {
  listeners.add(listener);
  const missed = unheard;
  unheard = undefined;
  if (missed) listener(missed);
  return () => listeners.delete(listener);
}
