#!/usr/bin/env bash
# ical-expander misses an evening that was moved to an earlier month, if another evening lies between: whoever shows a
# calendar by the month shows it in no month at all.
#
# Versions: ical-expander 3.2.0, node-ical 0.27.2. Input: a board each Tuesday from March 2, 2027, 18:00 UTC. The
# evening of April 13 is moved to March 31. Asked for are March, April, and both together.
# Expected (RFC 5545, 3.8.4.4: RECURRENCE-ID tells which occurrence is replaced, DTSTART when it is now): March 31 in
# March, no April 13 in April; so node-ical has it.
# Seen: March without March 31, and April without April 13. Of both months together it has both right. It goes through
# the evenings as they were planned, and stops at the first that lies behind what is asked for, April 6. An evening
# moved to a later month is found.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ical-expander@3.2.0 node-ical@0.27.2
cat > read.mjs <<'JS'
import IcalExpander from 'ical-expander';
import nodeIcal from 'node-ical';
const event = (...lines) => [
  'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z', ...lines, 'DURATION:PT2H', 'SUMMARY:Board', 'END:VEVENT',
];
const text = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  ...event('DTSTART:20270302T180000Z', 'RRULE:FREQ=WEEKLY;COUNT=9'),
  ...event('RECURRENCE-ID:20270413T180000Z', 'DTSTART:20270331T180000Z'),
  'END:VCALENDAR', '',
].join('\r\n');
const series = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
const show = (times) => times.map((each) => each.toISOString().slice(5, 10)).sort().join(' ');
for (const [from, until] of [['03-01', '03-31'], ['04-01', '04-30'], ['03-01', '04-30']]) {
  const after = new Date(`2027-${from}T00:00:00Z`);
  const before = new Date(`2027-${until}T23:59:59Z`);
  const { occurrences, events } = new IcalExpander({ ics: text, maxIterations: 100 }).between(after, before);
  console.log(`${from} to ${until}`);
  console.log(`  ical-expander ${show([...occurrences, ...events].map(({ startDate }) => startDate.toJSDate()))}`);
  const found = nodeIcal.expandRecurringEvent(series, { from: after, to: before });
  console.log(`  node-ical     ${show(found.map(({ start }) => start))}`);
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '03-01 to 03-31
  ical-expander 03-02 03-09 03-16 03-23 03-30
  node-ical     03-02 03-09 03-16 03-23 03-30 03-31
04-01 to 04-30
  ical-expander 04-06 04-20 04-27
  node-ical     04-06 04-20 04-27
03-01 to 04-30
  ical-expander 03-02 03-09 03-16 03-23 03-30 03-31 04-06 04-20 04-27
  node-ical     03-02 03-09 03-16 03-23 03-30 03-31 04-06 04-20 04-27' ]
