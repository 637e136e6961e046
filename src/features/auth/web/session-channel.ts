/** What happens to the session in one tab is true in all of them. */
export type SessionNews = 'signed-out' | 'changed';

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('chapter-hub') : undefined;

export function announce(news: SessionNews): void {
  channel?.postMessage(news);
}

/** Hears the other tabs. Returns how to stop. */
export function onNews(listener: (news: SessionNews) => void): () => void {
  const hear = (event: MessageEvent<SessionNews>) => listener(event.data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}
