import type { SettingsCard } from '#web/settings-cards.ts';
import { SamplesCard } from './samples-card.tsx';

export const settingsCards: readonly SettingsCard[] = [
  { group: 'Personal', place: 50, Card: SamplesCard },
];
