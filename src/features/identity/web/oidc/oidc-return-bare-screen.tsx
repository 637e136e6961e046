import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { BareFrame } from '#web/layout/bare-frame.tsx';
import { Splash } from '#web/layout/splash.tsx';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { oidcReturnKey } from '../../keys.ts';
import { oidcCalls } from '../../oidc-contract.ts';
import { sessionQuery } from '../queries.ts';
import { startSession } from '../shared/change-session.ts';
import { OidcButton } from '../shared/oidc-button.tsx';
import { describeSignInFailure } from '../shared/sign-in-failure.ts';

/** A callback is valid once, so it is never requested again, even after a failure. */
const returnQuery = (answer: string) =>
  queryOptions({
    queryKey: [...oidcReturnKey, answer],
    queryFn: () => call(oidcCalls.finish, { body: { answer } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** The callback address of the OIDC provider; left as soon as sign-in has completed. */
export function OidcReturnScreen() {
  const [answer] = useState(() => window.location.search.slice(1));
  const queryClient = useQueryClient();
  const router = useRouter();
  const finish = useQuery(returnQuery(answer));
  const who = useQuery(sessionQuery).data;
  const { data } = finish;
  useEffect(() => {
    if (!data) return;
    startSession(queryClient, data.session);
    // Replaces the address, so that Back does not return to a used callback.
    router.history.replace(data.returnTo);
  }, [data, queryClient, router]);

  if (!finish.isError) return <Splash />;
  return (
    <BareFrame title="You're not signed in yet">
      <Notice tone="error" className="mb-5">
        {describeSignInFailure(finish.error)}
      </Notice>
      {who?.signedIn === false && who.hostedName !== null && (
        <OidcButton name={who.hostedName} className="mb-3" />
      )}
      <LinkButton to="/" replace variant="ghost" className="w-full">
        {who?.signedIn ? 'Back to Chapter Hub' : 'Sign In Another Way'}
      </LinkButton>
    </BareFrame>
  );
}
