#!/usr/bin/env bash
# ical-js-parser writes the organizer Ana Lind as AnaLind, and moves the reminder of an event out of it, so that nobody
# is reminded.
#
# Versions: ical-js-parser 0.7.4, read by ical.js 2.2.1. Input: an invitation by Ana Lind to Ben Moor with a reminder 15
# minutes before, by toJSON() and then by toString().
# Expected (its README: the same format can be used to parse JSON to iCal; RFC 5545, 3.6.6: VALARM is only within an
# event or to-do): Ana Lind, Ben Moor and one reminder.
# Seen: AnaLind and BenMoor; the reminder stands behind the event, which has none. The blanks of the line are taken out
# where nothing but the name is told; with PARTSTAT behind it Ben Moor stays.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical-js-parser@0.7.4 ical.js@2.2.1
cat > write.mjs <<'JS'
import { createRequire } from 'node:module';
import ICAL from 'ical.js';
const { default: parser } = createRequire(import.meta.url)('ical-js-parser');
const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//harbor//board//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT',
  'UID:board@harbor.example', 'DTSTAMP:20270101T000000Z', 'DTSTART:20270310T230000Z', 'DTEND:20270311T010000Z',
  'SUMMARY:Board', 'ORGANIZER;CN=Ana Lind:mailto:ana@harbor.example',
  'ATTENDEE;CN=Ben Moor:mailto:ben@harbor.example', 'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M',
  'DESCRIPTION:Board', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
const written = parser.toString(parser.toJSON(text));
for (const [name, each] of [['before', text], ['after', written]]) {
  // ical.js refuses the line without a name that is written where the reminder was.
  const calendar = new ICAL.Component(ICAL.parse(each.replace(/^:\r?\n/m, '')));
  const event = calendar.getFirstSubcomponent('vevent');
  const people = ['organizer', 'attendee'].map((one) => event.getFirstProperty(one).getFirstParameter('cn'));
  const count = (of) => of.getAllSubcomponents('valarm').length;
  console.log(`${name}: ${people.join(', ')}; reminders ${count(event)} in the event, ${count(calendar)} outside`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'before: Ana Lind, Ben Moor; reminders 1 in the event, 0 outside
after: AnaLind, BenMoor; reminders 0 in the event, 1 outside' ]
