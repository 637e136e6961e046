import type { QueryClient } from '@tanstack/react-query';
import { PasswordCard } from './accounts/password-card.tsx';
import { passkeysQuery, secondFactorQuery } from './factors/factor-queries.ts';
import { PasskeysCard } from './factors/passkeys-card.tsx';
import { SecondFactorCard } from './factors/second-factor-card.tsx';
import { OidcConnectionCard } from './oidc/oidc-connection-card.tsx';
import { connectionQuery } from './oidc/oidc-queries.ts';
import { ownSessionsQuery } from './sessions/own-session-queries.ts';
import { OwnSessions } from './sessions/own-sessions.tsx';

/** How one signs in, and where one is signed in. */
export function SignInCards() {
  return (
    <>
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <OidcConnectionCard />
      <OwnSessions />
    </>
  );
}

export async function prefetchSignInCards(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(connectionQuery),
    client.prefetchQuery(secondFactorQuery),
    client.prefetchQuery(passkeysQuery),
    client.prefetchQuery(ownSessionsQuery),
  ]);
}
