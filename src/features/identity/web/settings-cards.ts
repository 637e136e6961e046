import type { SettingsCard } from '#web/settings-cards.ts';
import { OwnDataCard } from './accounts/own-data-card.tsx';
import { prefetchSignInCards, SignInCards } from './sign-in-cards.tsx';

export const settingsCards: readonly SettingsCard[] = [
  { group: 'Personal', place: 40, Card: OwnDataCard },
  { group: 'Security', place: 10, Card: SignInCards, prefetch: prefetchSignInCards },
];
