import { Suspense } from 'react';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { OidcConnection } from '../../oidc-contract.ts';
import { OidcButton } from '../shared/oidc-button.tsx';

const FirstPasswordForm = lazyNamed(() => import('./first-password-form.tsx'), 'FirstPasswordForm');

/** Adds a password to an account that signs in with a provider; requires a recent sign-in instead of a password. */
export function FirstPassword({
  connection: { provider, isFresh },
}: {
  connection: OidcConnection;
}) {
  return (
    <Card title="Password" description="Add a password to sign in without your provider">
      {isFresh && (
        <Suspense
          fallback={
            <Loading label="Loading...">
              <Skeleton className="h-28" />
            </Loading>
          }
        >
          <FirstPasswordForm />
        </Suspense>
      )}
      {!isFresh && (
        <div className="flex flex-col items-start gap-4">
          <p className="text-second">To set a password, sign in again.</p>
          {provider !== null && <OidcButton name={provider} />}
        </div>
      )}
    </Card>
  );
}
