import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { OwnDataCard } from '#features/identity/web/accounts/own-data-card.tsx';
import { prefetchSignInCards, SignInCards } from '#features/identity/web/sign-in-cards.tsx';
import { EmailCard } from '#features/notices/web/shared/email-card.tsx';
import { emailsQuery } from '#features/notices/web/shared/emails-query.ts';
import { useSession } from '#web/api/session.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Segmented } from '#web/ui/fields/segmented.tsx';
import { useTheme } from '#web/ui/theme.ts';
import { themes } from '../themes.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The settings of the own account. */
export function SettingsScreen() {
  return (
    <SettingsFrame subtitle="Your profile, preferences, and security">
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-6 lg:grid-cols-2">
        <Group title="Personal">
          <ProfileCard />
          <AppearanceCard />
          <EmailCard />
          <OwnDataCard />
        </Group>
        <Group title="Security">
          <SignInCards />
        </Group>
      </div>
    </SettingsFrame>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="-mb-1 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Links to the own profile, which is edited on the member's page. */
function ProfileCard() {
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

function AppearanceCard() {
  const [theme, choose] = useTheme();
  return (
    <Card
      title="Theme"
      description="Only in this browser"
      actions={<Segmented label="Theme" options={themes} value={theme} onValueChange={choose} />}
    />
  );
}

/** Prefetches what the cards show, so that they don't move one another. */
export async function prefetchSettings(client: QueryClient): Promise<void> {
  await Promise.all([prefetchSignInCards(client), client.prefetchQuery(emailsQuery)]);
}
