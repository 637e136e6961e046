import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { OwnDataCard } from './accounts/own-data-card.tsx';
import { PasswordCard } from './accounts/password-card.tsx';
import { passkeysQuery, secondFactorQuery } from './factors/factor-queries.ts';
import { PasskeysCard } from './factors/passkeys-card.tsx';
import { SecondFactorCard } from './factors/second-factor-card.tsx';
import { OidcConnectionCard } from './oidc/oidc-connection-card.tsx';
import { connectionQuery } from './oidc/oidc-queries.ts';
import { ownSessionsQuery } from './sessions/own-session-queries.ts';
import { OwnSessions } from './sessions/own-sessions.tsx';

/** The settings of the own account. */
export function AccountSettings({ emails }: { emails: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <OwnProfile />
        <PasswordCard />
        <SecondFactorCard />
        <PasskeysCard />
        <OidcConnectionCard />
        <OwnDataCard />
        {/* Last, because only the reply says whether there is anything to show. */}
        {emails}
      </div>
      <OwnSessions />
    </div>
  );
}

/** Links to the own profile, which is edited on the member's page. */
function OwnProfile() {
  const { me } = useSession();
  return (
    <Card
      title="Your Profile"
      description="What others see about you"
      actions={
        <LinkButton size="sm" to="/members/$memberId" params={{ memberId: me.memberId }}>
          Open Profile
        </LinkButton>
      }
    />
  );
}

export async function prefetchAccountSettings(client: QueryClient): Promise<void> {
  await Promise.all([
    client.prefetchQuery(connectionQuery),
    client.prefetchQuery(secondFactorQuery),
    client.prefetchQuery(passkeysQuery),
    client.prefetchQuery(ownSessionsQuery),
  ]);
}
