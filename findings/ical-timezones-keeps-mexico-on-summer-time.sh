#!/usr/bin/env bash
# The time zones that ical-generator's manual tells to use move an evening in Mexico City or São Paulo by an hour: they
# write rules of a summer time that is no more.
#
# Versions: ical-generator 11.1.2, @touch4it/ical-timezones 1.9.0, timezones-ical-library 2.3.2, ical.js 2.2.1. Input:
# an evening at 18:00 on June 9, 2027, in Mexico City and in Berlin, and on January 13, 2027, in São Paulo, written with
# the VTIMEZONE of each of the two libraries and read by the rules in the file, as RFC 5545 (3.2.19) tells to do.
# Expected: midnight (UTC) in Mexico City, which has no summer time since 2022, 16:00 in Berlin, and 21:00 in São Paulo,
# without summer time since 2019; so Node says, and so says timezones-ical-library.
# Seen: 23:00 for Mexico City and 20:00 for São Paulo. Its rules for both have no end.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical-generator@11.1.2 @touch4it/ical-timezones@1.9.0 \
  timezones-ical-library@2.3.2 ical.js@2.2.1
cat > show.mjs <<'JS'
import ICAL from 'ical.js';
import ical from 'ical-generator';
import touch from '@touch4it/ical-timezones';
import { tzlib_get_ical_block } from 'timezones-ical-library';
const libraries = {
  'ical-timezones': touch.getVtimezoneComponent,
  'timezones-ical-library': (zone) => tzlib_get_ical_block(zone)[0],
};
const evenings = [
  ['America/Mexico_City', '2027-06-09T18:00:00'], ['Europe/Berlin', '2027-06-09T18:00:00'],
  ['America/Sao_Paulo', '2027-01-13T18:00:00'],
];
for (const [zone, start] of evenings) {
  const shown = Object.entries(libraries).map(([name, generator]) => {
    const calendar = ical({ timezone: { name: zone, generator } });
    calendar.createEvent({ id: 'board', start, timezone: zone, summary: 'Board' });
    const read = new ICAL.Component(ICAL.parse(calendar.toString()));
    const begins = read.getFirstSubcomponent('vevent').getFirstProperty('dtstart').getFirstValue();
    begins.zone = new ICAL.Timezone(read.getFirstSubcomponent('vtimezone'));
    return `${name} ${begins.convertToZone(ICAL.Timezone.utcTimezone).toString().slice(11, 16)}`;
  });
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  const offset = clock.formatToParts(new Date(`${start}Z`)).find(({ type }) => type === 'timeZoneName').value;
  console.log(`${zone} (${offset}): ${shown.join(', ')}`);
}
JS
seen=$(TZ=UTC node show.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'America/Mexico_City (GMT-6): ical-timezones 23:00, timezones-ical-library 00:00
Europe/Berlin (GMT+2): ical-timezones 16:00, timezones-ical-library 16:00
America/Sao_Paulo (GMT-3): ical-timezones 20:00, timezones-ical-library 21:00' ]
