#!/usr/bin/env bash
# ts-ics lets a series of the 31st slip to the 28th, for good: from the first February on it is that day each month.
#
# Versions: ts-ics 2.4.6, rrule-temporal 2.2.8. Input: FREQ=MONTHLY;COUNT=7 from January 31 and from January 30, 2027,
# 18:00 UTC; FREQ=YEARLY;COUNT=6 from February 29, 2028.
# Expected (RFC 5545, 3.3.10: what the rule does not tell is taken from DTSTART, and a day that a month does not have is
# left out and does not count): the 31st of seven months; the 30th, not in February; February 29 each four years, as
# rrule-temporal has them.
# Seen: January 31, then the 28th of February to July; January 30, then the 28th; February 28 also in 2032. Each date is
# made from the one before, which a short month has shortened.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts rrule-temporal@2.2.8 ts-ics@2.4.6
cat > expand.mjs <<'JS'
import { RRuleTemporal } from 'rrule-temporal';
import { convertIcsRecurrenceRule, extendByRecurrenceRule } from 'ts-ics';
const end = new Date('2060-01-01');
for (const [rule, day] of [['MONTHLY;COUNT=7', '2027-01-31'], ['MONTHLY;COUNT=7', '2027-01-30'],
  ['YEARLY;COUNT=6', '2028-02-29']]) {
  const value = `FREQ=${rule}`;
  const start = new Date(`${day}T18:00:00Z`);
  const one = extendByRecurrenceRule(convertIcsRecurrenceRule(undefined, { value }), { start, end });
  const rruleString = `DTSTART:${day.replaceAll('-', '')}T180000Z\nRRULE:${value}`;
  const other = new RRuleTemporal({ rruleString }).all();
  console.log(`ts-ics: ${one.map((date) => date.toISOString().slice(2, 10)).join(' ')}`);
  console.log(`rrule-temporal: ${other.map((date) => date.toString().slice(2, 10)).join(' ')}`);
}
JS
seen=$(TZ=UTC node expand.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'ts-ics: 27-01-31 27-02-28 27-03-28 27-04-28 27-05-28 27-06-28 27-07-28
rrule-temporal: 27-01-31 27-03-31 27-05-31 27-07-31 27-08-31 27-10-31 27-12-31
ts-ics: 27-01-30 27-02-28 27-03-28 27-04-28 27-05-28 27-06-28 27-07-28
rrule-temporal: 27-01-30 27-03-30 27-04-30 27-05-30 27-06-30 27-07-30 27-08-30
ts-ics: 28-02-29 29-02-28 30-02-28 31-02-28 32-02-28 33-02-28
rrule-temporal: 28-02-29 32-02-29 36-02-29 40-02-29 44-02-29 48-02-29' ]
