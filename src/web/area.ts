/** A feature's entries in the navigation and the palette, which the roof collects. Every visit loads them. */
import type { LinkProps } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Day } from '#kit/day.ts';
import type { Endpoint } from '#kit/endpoint.ts';

export type Place = NonNullable<LinkProps['to']>;

/** A page of the main navigation and the palette. */
export type Page = {
  readonly label: string;
  readonly to: Place;
  readonly icon: LucideIcon;
  /** The page whose navigation entry it shares. */
  readonly partOf?: Place;
};

/** A frequent action: a button on Home and an action of the palette. */
export type QuickAction = {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The call it leads to, if not every member may make it. */
  readonly call?: Pick<Endpoint, 'policy'>;
  readonly link: (today: Day) => Pick<LinkProps, 'to' | 'search'>;
  /** Placed after those of all other areas. */
  readonly isLast?: true;
};

export type AreaEntries = {
  readonly pages?: readonly Page[];
  readonly quickAction?: QuickAction;
};

/** Keeps the order of the areas, except for entries placed last. */
export function orderEntries<Entry extends { readonly isLast?: true }>(
  entries: readonly (Entry | undefined)[],
): Entry[] {
  const defined = entries.filter((entry) => entry !== undefined);
  return [...defined.filter(({ isLast }) => !isLast), ...defined.filter(({ isLast }) => isLast)];
}
