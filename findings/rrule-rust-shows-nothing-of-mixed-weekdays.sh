#!/usr/bin/env bash
# rrule-rust finds no evening at all of a series that has each of one weekday and a certain one of another.
#
# Versions: rrule-rust 3.1.1, rrule-temporal 2.2.8. Input: FREQ=MONTHLY;BYDAY=TU,1SA from Tuesday, January 5, 2027,
# 19:00 UTC, until February 6: each Tuesday, and the first Saturday of a month.
# Expected (RFC 5545, 3.3.10: BYDAY is a list of days, each of which may have a number before it): January 5, 12, 19 and
# 26, February 2 and 6, as rrule-temporal has them.
# Seen: nothing, and no error. A day has to be both, one of those without a number and one of those with. Where each has
# one (1TU,1SA) the two agree.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts rrule-rust@3.1.1 rrule-temporal@2.2.8
cat > expand.mjs <<'JS'
import { RRuleSet } from 'rrule-rust';
import { RRuleTemporal } from 'rrule-temporal';
for (const days of ['TU,1SA', '1TU,1SA']) {
  const text = `DTSTART:20270105T190000Z\nRRULE:FREQ=MONTHLY;BYDAY=${days};UNTIL=20270206T190000Z`;
  const one = RRuleSet.fromString(text).all().map((each) => each.toString().slice(4, 8));
  const all = new RRuleTemporal({ rruleString: text }).all();
  const others = all.map((each) => each.toString().slice(5, 10).replace('-', ''));
  console.log(`${days}: rrule-rust ${one.join(' ') || 'none'}; rrule-temporal ${others.join(' ')}`);
}
JS
seen=$(node expand.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'TU,1SA: rrule-rust none; rrule-temporal 0105 0112 0119 0126 0202 0206
1TU,1SA: rrule-rust 0105 0202 0206; rrule-temporal 0105 0202 0206' ]
