import { toTodaysName } from '#kit/time-zone.ts';
import type { SelectGroup } from '#web/ui/fields/select.tsx';

/** All time zones of the browser by region, by their names of today. The proposed one keeps the name that it has. */
export function listTimeZones(proposed: string): SelectGroup<string>[] {
  const shown = toTodaysName(proposed);
  const zones = new Set([...Intl.supportedValuesOf('timeZone').map(toTodaysName), shown]);
  const regions = Map.groupBy([...zones].sort(), (zone) => zone.split('/')[0] ?? zone);
  return [...regions].map(([label, members]) => ({
    label,
    options: members.map((zone) => ({
      value: zone === shown ? proposed : zone,
      label: zone
        .slice(zone.indexOf('/') + 1)
        .replaceAll('_', ' ')
        .replaceAll('/', ', '),
    })),
  }));
}
