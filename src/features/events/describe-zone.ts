import { toTodaysName } from '#kit/time-zone.ts';

/** The sign of 'Etc/GMT+5' is the other way round. */
const withoutCity = /^(?:Etc\/|UTC$|GMT$)/;

/** 'Pacific Time (Los Angeles)' for 'America/Los_Angeles', 'GMT-05:00' for 'Etc/GMT+5'. */
export function describeZone(timeZone: string): string {
  const today = toTodaysName(timeZone);
  const city = today.slice(today.lastIndexOf('/') + 1).replaceAll('_', ' ');
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  if (name !== undefined && withoutCity.test(timeZone)) return name;
  return name === undefined ? city : `${name} (${city})`;
}
