import type { SettingsCard } from '#web/settings-cards.ts';
import { EmailCard } from './shared/email-card.tsx';
import { emailsQuery } from './shared/emails-query.ts';

export const settingsCards: readonly SettingsCard[] = [
  {
    group: 'Personal',
    place: 30,
    Card: EmailCard,
    prefetch: (client) => client.prefetchQuery(emailsQuery),
  },
];
