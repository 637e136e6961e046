import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { authCalls } from '#features/identity/contract.ts';
import { call, setTokenSource } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { Toaster } from '#web/ui/overlays/toaster.tsx';
import type { AppRouter } from './routes.tsx';

setTokenSource(() => call(authCalls.token, {}));

/** Everything on the page, for `main.tsx` and for component tests. */
export function App({ router }: { router: AppRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
