import type { SettingsCard } from '#web/settings-cards.ts';
import { ProfileCard } from './profile/profile-card.tsx';

export const settingsCards: readonly SettingsCard[] = [
  { group: 'Personal', place: 10, Card: ProfileCard },
];
