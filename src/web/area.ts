/** What a feature brings to the app's menus and Home besides its screens; the roof lists them all. */
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Day } from '#kit/day.ts';

export type Place = NonNullable<LinkProps['to']>;

/** A place in the main navigation and among the pages of the palette. */
export type Page = {
  readonly label: string;
  readonly to: Place;
  readonly icon: LucideIcon;
  /** In the navigation it belongs to this one and has no entry of its own. */
  readonly partOf?: Place;
};

/** What members come to do: a button on Home, and an action of the palette. */
export type QuickAction = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly link: (today: Day) => Pick<LinkProps, 'to' | 'search'>;
  /** Stands after those of all other areas. */
  readonly isLast?: true;
};

/** A card of Home. */
export type HomeCard = {
  readonly Card: ComponentType;
  /** Stands after those of all other areas. */
  readonly isLast?: true;
};

export type AreaEntries = {
  readonly pages?: readonly Page[];
  readonly quickAction?: QuickAction;
  readonly homeCard?: HomeCard;
};

/** As the areas are listed, but for those that want to be last. */
export function inOrder<Entry extends { readonly isLast?: true }>(
  entries: readonly (Entry | undefined)[],
): Entry[] {
  const there = entries.filter((entry) => entry !== undefined);
  return [...there.filter(({ isLast }) => !isLast), ...there.filter(({ isLast }) => isLast)];
}
