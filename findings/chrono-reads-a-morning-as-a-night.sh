#!/usr/bin/env bash
# chrono reads two hours around noon as fourteen through the night, and an evening that ends at midnight as one of a
# year or of four days.
#
# Version: chrono-node 2.10.3. Input: hours as people write them into invitations, read on March 10, 2027: "March 20,
# 10:30-12:30pm", "Saturday, 11-1pm", "March 20, 9pm to midnight" and "Saturday, 9pm to midnight".
# Expected: from 10:30, 11:00 and 21:00 of the day, for two hours and three; so it has them with am, and with 12am.
# Seen: 22:30 until 12:30 and 23:00 until 13:00 of the next day; from March 20, 2026, until the year after; and from
# Saturday, March 6, until Thursday, March 11. An end in the afternoon makes the start one, even if that leads past the
# end. Midnight is taken for that at which a day begins, and the start is moved back, to before it. With the year
# written, the evening is one from 00:00 until 21:00.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts chrono-node@2.10.3
cat > read.mjs <<'JS'
import { parse } from 'chrono-node';
const lines = [
  'March 20, 10:30-12:30pm', 'March 20, 10:30am-12:30pm', 'Saturday, 11-1pm', 'Saturday, 11am-1pm',
  'March 20, 9pm to midnight', 'March 20, 2027, 9pm to midnight', 'March 20, 9pm to 12am',
  'Saturday, 9pm to midnight', 'Saturday, 9pm to 12am',
];
for (const line of lines) {
  const [{ start, end }] = parse(line, new Date('2027-03-10T12:00:00Z'), { forwardDate: true });
  console.log(`${line}: ${[start, end].map((each) => each.date().toISOString().slice(0, 16)).join(' ')}`);
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'March 20, 10:30-12:30pm: 2027-03-20T22:30 2027-03-21T12:30
March 20, 10:30am-12:30pm: 2027-03-20T10:30 2027-03-20T12:30
Saturday, 11-1pm: 2027-03-13T23:00 2027-03-14T13:00
Saturday, 11am-1pm: 2027-03-13T11:00 2027-03-13T13:00
March 20, 9pm to midnight: 2026-03-20T21:00 2027-03-20T00:00
March 20, 2027, 9pm to midnight: 2027-03-20T00:00 2027-03-20T21:00
March 20, 9pm to 12am: 2027-03-20T21:00 2027-03-21T00:00
Saturday, 9pm to midnight: 2027-03-06T21:00 2027-03-11T00:00
Saturday, 9pm to 12am: 2027-03-13T21:00 2027-03-14T00:00' ]
