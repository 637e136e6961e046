#!/usr/bin/env bash
# LiquidJS tells half past twelve in Tokyo as half past one while the clocks of its server change, though Tokyo has no
# summer time.
#
# Version: liquidjs 10.30.1. Input: on servers in UTC, New York and Berlin, each half hour past of the days of 2027 on
# which clocks change there (March 14 and 28, October 31, November 7), with timezoneOffset or the second argument of the
# filter date in Asia/Tokyo, America/New_York and UTC.
# Expected: the time there, as Intl.DateTimeFormat has it, wherever the server stands. That is what the option is for.
# Seen: right on a server in UTC. On the others an hour more or less for some hours around the change: 12:30 in Tokyo is
# 13:30, and 01:30 in New York is 03:30. A shifted date is made and then read by the clock of the server.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts liquidjs@10.30.1
cat > tell.mjs <<'JS'
import { Liquid } from 'liquidjs';
const tell = (zone, time) => {
  const inOption = new Liquid({ timezoneOffset: zone });
  const texts = [
    inOption.parseAndRenderSync("{{ time | date: '%m-%d %H:%M' }}", { time }),
    new Liquid().parseAndRenderSync("{{ time | date: '%m-%d %H:%M', zone }}", { time, zone }),
  ];
  return texts[0] === texts[1] ? texts[0] : texts.join(' or ');
};
for (const zone of ['Asia/Tokyo', 'America/New_York', 'UTC']) {
  const intl = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  let wrong = 0;
  for (const day of ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07']) {
    for (let hour = 0; hour < 24; hour += 1) {
      const time = `${day}T${String(hour).padStart(2, '0')}:30:00Z`;
      if (tell(zone, time) !== intl.format(new Date(time)).slice(5)) wrong += 1;
    }
  }
  const [lunch, night] = ['2027-03-14T03:30:00Z', '2027-03-14T06:30:00Z'].map((time) => tell(zone, time));
  console.log(`server in ${process.env.TZ}, ${zone}: ${lunch}, ${night}, ${wrong} hours wrong`);
}
JS
seen=$(for zone in UTC America/New_York Europe/Berlin; do TZ=$zone node tell.mjs; done)
printf '%s\n' "$seen"
[ "$seen" = 'server in UTC, Asia/Tokyo: 03-14 12:30, 03-14 15:30, 0 hours wrong
server in UTC, America/New_York: 03-13 22:30, 03-14 01:30, 0 hours wrong
server in UTC, UTC: 03-14 03:30, 03-14 06:30, 0 hours wrong
server in America/New_York, Asia/Tokyo: 03-14 13:30, 03-14 16:30, 8 hours wrong
server in America/New_York, America/New_York: 03-13 23:30, 03-14 03:30, 8 hours wrong
server in America/New_York, UTC: 03-14 04:30, 03-14 07:30, 9 hours wrong
server in Europe/Berlin, Asia/Tokyo: 03-14 12:30, 03-14 15:30, 4 hours wrong
server in Europe/Berlin, America/New_York: 03-13 22:30, 03-14 01:30, 5 hours wrong
server in Europe/Berlin, UTC: 03-14 03:30, 03-14 06:30, 3 hours wrong' ]
