import type { Resource, ResourceEntry, SettingsLink } from './contract.ts';

/** The default resources of a new chapter. */
export function defaultResources(chapterName: string): ResourceEntry[] {
  return [
    {
      category: 'Platform',
      title: `${chapterName} Platform`,
      description: "The local chapter's own platform",
      leadsTo: { kind: 'localPlatform' },
    },
    {
      category: 'Network',
      title: 'Global Network Hub',
      description: 'People and news from the whole network',
      leadsTo: { kind: 'networkHub' },
    },
    {
      category: 'Learning',
      title: 'Learning Center',
      description: 'Courses and talks for members',
      leadsTo: { kind: 'learningCentre' },
    },
    {
      category: 'Documents',
      title: 'Chapter Documents',
      description: 'Handbooks, forms and minutes',
      leadsTo: { kind: 'none' },
    },
    {
      category: 'Events',
      title: 'Event Calendar',
      description: 'What the chapter has planned',
      leadsTo: { kind: 'calendar' },
    },
  ];
}

/** Adds the current URL; null if the chapter's link is empty. */
export function resolveResource(
  entry: ResourceEntry,
  places: Readonly<Record<SettingsLink, string>>,
): Resource {
  return { ...entry, href: resolveHref(entry.leadsTo, places) };
}

function resolveHref(
  leadsTo: ResourceEntry['leadsTo'],
  places: Readonly<Record<SettingsLink, string>>,
): string | null {
  switch (leadsTo.kind) {
    case 'address':
      return leadsTo.url;
    case 'calendar':
    case 'none':
      return null;
    default:
      return places[leadsTo.kind] || null;
  }
}

export type ResourceGroup<R> = { readonly category: string; readonly resources: readonly R[] };

/** Groups by category, at the position of the first resource of each. */
export function groupByCategory<R extends { readonly category: string }>(
  resources: readonly R[],
): ResourceGroup<R>[] {
  const groups = Map.groupBy(resources, ({ category }) => category);
  return [...groups].map(([category, members]) => ({ category, resources: members }));
}
