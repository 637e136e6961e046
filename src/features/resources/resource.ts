import type { Resource, ResourceEntry, SettingsPlace } from './contract.ts';

/** The resources that every chapter begins with. */
export function firstResources(chapterName: string): ResourceEntry[] {
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

/** With the address that each leads to now; a place that the settings leave empty is none. */
export function resourceOf(
  entry: ResourceEntry,
  places: Readonly<Record<SettingsPlace, string>>,
): Resource {
  return { ...entry, href: hrefOf(entry.leadsTo, places) };
}

function hrefOf(
  leadsTo: ResourceEntry['leadsTo'],
  places: Readonly<Record<SettingsPlace, string>>,
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

/** By category, each where its first resource stands. */
export function groupsOf<R extends { readonly category: string }>(
  resources: readonly R[],
): ResourceGroup<R>[] {
  const groups = Map.groupBy(resources, ({ category }) => category);
  return [...groups].map(([category, members]) => ({ category, resources: members }));
}
