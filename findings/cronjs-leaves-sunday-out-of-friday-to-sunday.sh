#!/usr/bin/env bash
# cronjs leaves Sunday out of Friday to Sunday, 5-7, though it knows 7 alone as Sunday.
#
# Versions: @datasert/cronjs-matcher 1.4.0 with @datasert/cronjs-parser 1.4.0, cron-parser 5.10.5. Input: the days 7,
# 5-7, 6-7, 1-7 and 5,6,7 at 09:00 from Wednesday, March 10, 2027, on.
# Expected (crontab(5): 0 and 7 are Sunday, and ranges are allowed): all of a range, as cron-parser has it; or an error.
# Seen: Friday and Saturday for 5-7, Saturday alone for 6-7, and all days but Sunday for 1-7. 7 and 5,6,7 have Sunday.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @datasert/cronjs-matcher@1.4.0 \
  @datasert/cronjs-parser@1.4.0 cron-parser@5.10.5
cat > plan.cjs <<'JS'
const { getFutureMatches } = require('@datasert/cronjs-matcher');
const { CronExpressionParser } = require('cron-parser');
const start = '2027-03-10T00:00:00Z';
const show = (dates) => [...new Set(dates.map((date) => new Date(date).toUTCString().slice(0, 3)))].join(' ');
for (const days of ['7', '5-7', '6-7', '1-7', '5,6,7']) {
  const readers = {
    cronjs: () => getFutureMatches(`0 9 * * ${days}`, { startAt: start, matchCount: 8, timezone: 'UTC' }),
    'cron-parser': () => CronExpressionParser.parse(`0 9 * * ${days}`, { currentDate: start, tz: 'UTC' }).take(8)
      .map((date) => date.getTime()),
  };
  for (const [name, read] of Object.entries(readers)) {
    console.log(`${days}, ${name}: ${show(read())}`);
  }
}
JS
seen=$(node plan.cjs)
printf '%s\n' "$seen"
[ "$seen" = '7, cronjs: Sun
7, cron-parser: Sun
5-7, cronjs: Fri Sat
5-7, cron-parser: Fri Sat Sun
6-7, cronjs: Sat
6-7, cron-parser: Sat Sun
1-7, cronjs: Wed Thu Fri Sat Mon Tue
1-7, cron-parser: Wed Thu Fri Sat Sun Mon Tue
5,6,7, cronjs: Fri Sat Sun
5,6,7, cron-parser: Fri Sat Sun' ]
