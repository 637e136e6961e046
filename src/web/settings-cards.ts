/**
 * What a feature shows in the settings of the own account. Its file `web/settings-cards.ts`, which only that page loads,
 * is found by name.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

export type SettingsCard = {
  readonly group: 'Personal' | 'Security';
  /** The cards of a group are in the order of their places. */
  readonly place: number;
  readonly Card: ComponentType;
  /** Reads what it shows, so that the cards don't move one another. */
  readonly prefetch?: (client: QueryClient) => Promise<void>;
};
