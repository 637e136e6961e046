import '#web/api/zod-settings.ts';
import '#web/styles.css';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { App } from './app.tsx';
import { createAppRouter } from './routes.tsx';

// Requested here and not by the page, where it would compete with the code.
document.fonts.load('1em "Geist Variable"').catch(() => undefined);

/** Loads the session and the code of the first screen in parallel. */
async function start(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  void queryClient.prefetchQuery(sessionQuery);
  const router = createAppRouter();
  await router.load();
  createRoot(document.getElementById('root') as HTMLElement).render(<App router={router} />);
}

void start();
