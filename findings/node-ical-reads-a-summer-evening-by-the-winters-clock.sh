#!/usr/bin/env bash
# node-ical shows a summer evening in New York or Denver an hour late if vobject wrote it.
#
# Versions: python3-vobject 0.9.6.1-2 with python3-dateutil 2.8.2-2 of Debian 12, node-ical 0.27.2, ical.js 2.2.1.
# Input: an evening at 18:00 on January 10 and on July 10, 2027, in New York and in Denver.
# Expected (RFC 5545, 3.2.19: TZID names a VTIMEZONE of the same file, unless it begins with "/"): 23:00 and 22:00 UTC,
# 01:00 and 00:00, as ical.js has them.
# Seen: 23:00 twice, 01:00 twice. vobject names a zone by the letters of its winter, EST or MST, and describes its
# summer in the VTIMEZONE. node-ical prefers the zones of these names that it knows itself, which have no summer. Both
# are right for almost half of the year.
set -euo pipefail
packages='python3-dateutil=2.8.2-2 python3-vobject=0.9.6.1-2'
for each in $packages; do
  [ "$(dpkg-query -W -f '${Version}' "${each%=*}" 2> /dev/null || true)" = "${each#*=}" ] && continue
  apt-get -qq update
  # shellcheck disable=SC2086
  apt-get -qq install -y --no-install-recommends $packages > /dev/null 2>&1
  break
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 node-ical@0.27.2
cat > write.py <<'PY'
from datetime import datetime
from dateutil import tz
import vobject
for city in ['New_York', 'Denver']:
    for month in [1, 7]:
        calendar = vobject.iCalendar()
        event = calendar.add('vevent')
        event.add('uid').value = 'board'
        event.add('summary').value = 'Board'
        event.add('dtstart').value = datetime(2027, month, 10, 18, tzinfo=tz.gettz(f'America/{city}'))
        with open(f'{city}-{month}.ics', 'w') as file:
            file.write(calendar.serialize())
PY
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import ical from 'node-ical';
const show = (date) => date.toISOString().slice(11, 16);
for (const city of ['New_York', 'Denver']) {
  const times = [1, 7].map((month) => {
    const text = readFileSync(`${city}-${month}.ics`, 'utf8');
    const one = Object.values(ical.sync.parseICS(text)).find(({ type }) => type === 'VEVENT').start;
    const other = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')).startDate;
    return `${text.match(/TZID=(\w+)/)[1]} node-ical ${show(one)}, ical.js ${show(other.toJSDate())}`;
  });
  console.log(`${city}: ${times.join('; ')}`);
}
JS
/usr/bin/python3 write.py
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'New_York: EST node-ical 23:00, ical.js 23:00; EST node-ical 23:00, ical.js 22:00
Denver: MST node-ical 01:00, ical.js 01:00; MST node-ical 01:00, ical.js 00:00' ]
