/** Finds the IANA zone that a file means, whatever program wrote its name. */
import windowsZones from 'cldr-core/supplemental/windowsZones.json' with { type: 'json' };
import { isTimeZone, toTodaysName } from '#kit/time-zone.ts';

/** By the name that Windows has for it, in lower case; for the world, not for one territory. */
const zoneByWindowsName = new Map(
  windowsZones.supplemental.windowsZones.mapTimezones
    .map(({ mapZone }) => mapZone)
    .filter(({ _territory }) => _territory === '001')
    .map(({ _other, _type }) => [_other.toLowerCase(), _type]),
);

/**
 * `Europe/Oslo` for itself, `America/New_York` also with a blank, and for
 * `/freeassociation.sourceforge.net/Europe/Oslo` and `/mozilla.org/20070129_1/Europe/Oslo`; `America/Los_Angeles` for
 * `Pacific Standard Time` and for what Windows shows, `(UTC-08:00) Pacific Time (US & Canada)`, as for Java's
 * `Pacific Daylight Time`.
 */
export function findZone(name: string): string | undefined {
  const plain = name.trim().replace(/^"|"$/g, '');
  const joined = plain.replaceAll(' ', '_');
  if (isTimeZone(joined)) return joined;
  const shown = plain.replace(/^\((?:UTC|GMT)[^)]*\) /, '');
  const american = shown.replace(
    / (?:Daylight Time|Time \(US (?:&|and) Canada\))$/,
    ' Standard Time',
  );
  const windows = zoneByWindowsName.get(american.toLowerCase());
  if (windows !== undefined) return windows;
  const parts = plain.split('/');
  const prefixed = [3, 2, 1]
    .filter((count) => count < parts.length)
    .map((count) => parts.slice(-count).join('/'))
    .find(isTimeZone);
  return prefixed ?? (shown === plain && !shown.includes(', ') ? undefined : findPlace(shown));
}

/** Windows also shows places, all of one zone: `(UTC+01:00) Amsterdam, Berlin, Bern`, `(UTC-10:00) Hawaii`. */
function findPlace(shown: string): string | undefined {
  if (shown === 'Coordinated Universal Time') return 'UTC';
  const places = shown.split(', ').map((place) => place.replaceAll(' ', '_'));
  const zones = Intl.supportedValuesOf('timeZone').map(toTodaysName);
  return places
    .map((place) =>
      [...zones, `US/${place}`].find((zone) => zone.endsWith(`/${place}`) && isTimeZone(zone)),
    )
    .find((zone) => zone !== undefined);
}

/** `-08:00` for `GMT-0800`, `UTC-8`, `(GMT -08:00)` and `-0800`. */
export function readOffsetName(name: string): string | undefined {
  const [, sign, hours, minutes = '00'] =
    /^\(?(?:(?:GMT|UTC) ?)?([+-])(0?\d|1[0-4]):?([0-5]\d)?\)?$/i.exec(name) ?? [];
  return hours === undefined ? undefined : `${sign}${hours.padStart(2, '0')}:${minutes}`;
}
