import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { connectionQuery } from './oidc-queries.ts';

const OidcConnected = lazyNamed(() => import('./oidc-connected.tsx'), 'OidcConnected');
const ConnectOidcForm = lazyNamed(() => import('./connect-oidc-form.tsx'), 'ConnectOidcForm');

/** Connects the account to the OIDC provider; renders nothing if none is configured. */
export function OidcConnectionCard() {
  const query = useQuery(connectionQuery);
  if (query.isError) {
    return (
      <Card title="Another Way to Sign In">
        <QueryFailure title="Couldn't load your sign-in provider." query={query} />
      </Card>
    );
  }
  // No loading state, because most installations have no provider.
  const provider = query.data?.provider;
  if (!query.data || !provider) return null;
  return (
    <Card title={provider} description={`Sign in with ${provider} too`}>
      <Suspense
        fallback={
          <Loading label="Loading...">
            <Skeleton className="h-28" />
          </Loading>
        }
      >
        {query.data.isConnected ? (
          <OidcConnected provider={provider} connection={query.data} />
        ) : (
          <ConnectOidcForm provider={provider} connection={query.data} />
        )}
      </Suspense>
    </Card>
  );
}
