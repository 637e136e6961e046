import '#web/api/zod-settings.ts';
import '#web/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { authCalls } from '#features/identity/contract.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { call, setTokenSource } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { focusHeading } from '#web/layout/focus-heading.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import { router } from './routes.tsx';

// Requested here and not by the page, where it would compete with the code.
document.fonts.load('1em "Geist Variable"').catch(() => undefined);

setTokenSource(() => call(authCalls.token, {}));

/** Loads the session and the code of the first screen in parallel. */
async function start(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
  void queryClient.prefetchQuery(sessionQuery);
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation) focusHeading();
  });
  await router.load();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
