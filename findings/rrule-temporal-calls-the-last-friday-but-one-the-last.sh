#!/usr/bin/env bash
# rrule-temporal calls the last Friday but one of a month its last, in words, and the last day but one the last day: who
# reads the text comes a week or a day after the evening.
#
# Versions: rrule-temporal 2.2.8, rrule 2.8.1. Input: BYDAY=-2FR and -1FR, BYMONTHDAY=-2 and the last working day but
# one (BYSETPOS=-2), monthly from January 5, 2027, 18:00 in New York, by toText() in English and French, and the first
# occurrence.
# Expected (RFC 5545, 3.3.10: -1 is the last, -2 the one before): another text for -2 than for -1, as rrule has "2nd
# last", and one that fits January 22, 29, 30 and 28, which it finds itself.
# Seen: "last Friday" for the 22nd and the 29th, "the last day of the month" for the 30th, "the last instance" for the
# 28th. Each number below zero is the last, in all languages.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts rrule@2.8.1 rrule-temporal@2.2.8
cat > tell.mjs <<'JS'
import rrule from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { toText } from 'rrule-temporal/totext';
for (const part of ['BYDAY=-2FR', 'BYDAY=-1FR', 'BYMONTHDAY=-2', 'BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2']) {
  const text = `DTSTART;TZID=America/New_York:20270105T180000\nRRULE:FREQ=MONTHLY;${part}`;
  const rule = new RRuleTemporal({ rruleString: text });
  const tell = (language) => toText(rule, language, { excludeTzAbbreviation: true });
  const [first] = rule.all((_, index) => index < 1);
  console.log(`${first.toString().slice(0, 10)}: ${tell('en')}`);
  if (!part.includes('SETPOS')) console.log(`  ${tell('fr')}\n  rrule: ${rrule.rrulestr(text).toText()}`);
}
JS
seen=$(node tell.mjs)
printf '%s\n' "$seen"
[ "$seen" = '2027-01-22: every month on last Friday at 6 PM
  chaque mois le dernier vendredi à 18 h
  rrule: every month on the 2nd last Friday
2027-01-29: every month on last Friday at 6 PM
  chaque mois le dernier vendredi à 18 h
  rrule: every month on the last Friday
2027-01-30: every month on the last day of the month at 6 PM
  chaque mois le dernier jour du mois à 18 h
  rrule: every month on the 2nd last
2027-01-28: every month on Monday, Tuesday, Wednesday, Thursday and Friday at 6 PM on the last instance' ]
