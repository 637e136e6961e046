import type { Instant } from '#kit/day.ts';
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
      leadsTo: { kind: 'documents' },
    },
    {
      category: 'Events',
      title: 'Event Calendar',
      description: 'What the chapter has planned',
      leadsTo: { kind: 'calendar' },
    },
  ];
}

/** As stored: with when it was added, which was not always noted. */
export type StoredResource = ResourceEntry & { readonly addedAt?: Instant | null | undefined };

/** Adds the current URL; null if the chapter's link is empty. */
export function resolveResource(
  { addedAt = null, ...entry }: StoredResource,
  places: Readonly<Record<SettingsLink, string>>,
): Resource {
  return { ...entry, href: resolveHref(entry.leadsTo, places), addedAt };
}

/**
 * The list that replaces another: what has the same title and leads to the same place was there before,
 * and keeps when it was added; the rest is added now.
 */
export function noteAdditions(
  entries: readonly ResourceEntry[],
  before: readonly Pick<Resource, 'title' | 'leadsTo' | 'addedAt'>[],
  now: Instant,
): StoredResource[] {
  const nameOf = ({ title, leadsTo }: Pick<Resource, 'title' | 'leadsTo'>) =>
    JSON.stringify([title, leadsTo.kind, leadsTo.kind === 'address' && leadsTo.url]);
  const known = new Map(before.map((resource) => [nameOf(resource), resource.addedAt]));
  return entries.map((entry) => {
    const addedAt = known.get(nameOf(entry));
    return { ...entry, addedAt: addedAt === undefined ? now : addedAt };
  });
}

/** The one added last; the first of several added at once. Undefined if none was. */
export function findNewest<R extends Pick<Resource, 'addedAt'>>(
  resources: readonly R[],
): R | undefined {
  let newest: R | undefined;
  for (const each of resources) {
    if (each.addedAt !== null && (newest?.addedAt ?? '') < each.addedAt) newest = each;
  }
  return newest;
}

function resolveHref(
  leadsTo: ResourceEntry['leadsTo'],
  places: Readonly<Record<SettingsLink, string>>,
): string | null {
  switch (leadsTo.kind) {
    case 'address':
      return leadsTo.url;
    case 'calendar':
    case 'documents':
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
