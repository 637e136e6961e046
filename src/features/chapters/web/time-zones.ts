import type { SelectGroup } from '#web/ui/fields/select.tsx';

/** All time zones of the browser by region, always including the proposed one. */
export function listTimeZones(proposed: string): SelectGroup<string>[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), proposed]);
  const regions = Map.groupBy([...zones].sort(), (zone) => zone.split('/')[0] ?? zone);
  return [...regions].map(([label, members]) => ({
    label,
    options: members.map((zone) => ({
      value: zone,
      label: zone
        .slice(zone.indexOf('/') + 1)
        .replaceAll('_', ' ')
        .replaceAll('/', ', '),
    })),
  }));
}
