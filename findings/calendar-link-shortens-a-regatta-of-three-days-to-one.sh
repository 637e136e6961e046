#!/usr/bin/env bash
# calendar-link shortens a regatta of three whole days to one, in the links for all calendars and in the file.
#
# Version: calendar-link 2.11.5. Input: an event from March 10, 2027, with the duration [3, 'day'], once as it is and
# once with allDay; and with the end March 13 and allDay.
# Expected (its README: an event needs an end, a duration or allDay; that one cancels another is not said): until March
# 13 each time, which the links and the file take for the day after the last (RFC 5545, 3.6.1).
# Seen: March 13, 11 and 13. With allDay a duration is not looked at, and the end is a day after the start.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts calendar-link@2.11.5
cat > write.mjs <<'JS'
import * as links from 'calendar-link';
const start = '2027-03-10';
const three = { duration: [3, 'day'] };
for (const rest of [three, { ...three, allDay: true }, { end: '2027-03-13', allDay: true }]) {
  const event = { title: 'Regatta', start, uid: 'regatta', ...rest };
  const ends = ['google', 'outlook', 'yahoo', 'ics'].map((name) => {
    const text = decodeURIComponent(links[name](event));
    return `${name} ${text.match(/(?:dates=[^/]*\/|enddt=|et=|DTEND:)([-\d]+)/)[1]}`;
  });
  console.log(ends.join(', '));
}
JS
seen=$(TZ=UTC node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'google 20270313, outlook 2027-03-13, yahoo 20270313, ics 20270313
google 20270311, outlook 2027-03-11, yahoo 20270311, ics 20270311
google 20270313, outlook 2027-03-13, yahoo 20270313, ics 20270313' ]
