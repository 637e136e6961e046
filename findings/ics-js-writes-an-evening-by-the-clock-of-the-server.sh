#!/usr/bin/env bash
# ics-js writes an evening by the clock of the server and does not say so, and a whole day by UTC: an evening at 18:00
# in New York is at 23:00 for all who get it of a server in UTC, and a day of a server in Berlin is the day before.
#
# Version: ics-js 0.10.2. Input: an evening from 18:00 to 20:00 in New York on March 10, 2027, as dates of JavaScript,
# and that day as a whole by the local clock, with VALUE=DATE; written by a server in UTC, in New York and in Berlin.
# Expected (RFC 5545, 3.3.5: a time without a zone is the same clock time for all, so an instant needs Z; 3.8.7.2: a
# DTSTAMP is in UTC): DTSTART:20270310T230000Z from each, and March 10.
# Seen: 20270310T230000, 20270310T180000 and 20270311T000000, without Z; March 10, 10 and 9.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ics-js@0.10.2
cat > write.cjs <<'JS'
const ics = require('ics-js');
const { VCALENDAR, VEVENT } = ics.default ?? ics;
const calendar = new VCALENDAR();
calendar.addProp('VERSION', 2);
calendar.addProp('PRODID', '-//hall//board//EN');
const add = (uid, start, end, kind) => {
  const event = new VEVENT();
  event.addProp('UID', uid);
  event.addProp('DTSTAMP', new Date('2027-01-01T12:00:00Z'));
  event.addProp('DTSTART', start, kind);
  event.addProp('DTEND', end, kind);
  calendar.addComponent(event);
};
add('board', new Date('2027-03-10T18:00:00-05:00'), new Date('2027-03-10T20:00:00-05:00'));
add('regatta', new Date(2027, 2, 10), new Date(2027, 2, 11), { VALUE: 'DATE' });
console.log(`${process.env.TZ}: ${calendar.toString().match(/^DTSTART.*$/gm).join(' ')}`);
JS
seen=$(for zone in UTC America/New_York Europe/Berlin; do TZ=$zone node write.cjs; done)
printf '%s\n' "$seen"
[ "$seen" = 'UTC: DTSTART:20270310T230000 DTSTART;VALUE=DATE:20270310
America/New_York: DTSTART:20270310T180000 DTSTART;VALUE=DATE:20270310
Europe/Berlin: DTSTART:20270311T000000 DTSTART;VALUE=DATE:20270309' ]
