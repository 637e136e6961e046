import type { QueryClient } from '@tanstack/react-query';
import { EventMailCard } from '#features/events/web/shared/event-mail-card.tsx';
import { eventMailsQuery } from '#features/events/web/shared/event-mails-query.ts';
import {
  AccountSettings,
  prefetchAccountSettings,
} from '#features/identity/web/account-settings.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The settings of the own account. */
export function SettingsScreen() {
  return (
    <SettingsFrame subtitle="How you sign in and where you're signed in">
      <AccountSettings emails={<EventMailCard />} />
    </SettingsFrame>
  );
}

/** Prefetches what the cards show, so that they don't move one another. */
export async function prefetchSettings(client: QueryClient): Promise<void> {
  await Promise.all([prefetchAccountSettings(client), client.prefetchQuery(eventMailsQuery)]);
}
