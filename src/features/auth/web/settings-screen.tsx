import { useSession } from '#web/session.ts';
import { Card } from '#web/ui/card.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { HostedConnectionCard } from './hosted-connection.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What people change about their own account. */
export function SettingsScreen() {
  return (
    <SettingsFrame subtitle="How you sign in, and where you are signed in">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="flex flex-col gap-4">
          <PasswordCard />
          <SecondFactorCard />
        </div>
        <div className="flex flex-col gap-4">
          <OwnProfile />
          <PasskeysCard />
          <HostedConnectionCard />
          <OwnSessions />
        </div>
      </div>
    </SettingsFrame>
  );
}

/** What others see of a person is on the person's page. */
function OwnProfile() {
  const { me } = useSession();
  return (
    <Card
      title="Your profile"
      description="What others see of you, and who sees what"
      actions={
        <LinkButton to="/members/$memberId" params={{ memberId: me.memberId }}>
          Open Profile
        </LinkButton>
      }
    />
  );
}
