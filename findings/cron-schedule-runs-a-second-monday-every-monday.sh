#!/usr/bin/env bash
# cron-schedule runs what is planned for a month's second Monday on each Monday, and what is for the last Friday on each
# Friday: it passes over the sign behind a number, where others keep to it or raise an error.
#
# Versions: cron-schedule 6.0.0, cron-parser 5.10.5, croner 11.0.1, cron 4.4.0. Input: 1#2, 5L and 15W, as many programs
# have them for the second Monday, the last Friday and the working day nearest to the 15th, and L for the last day of a
# month; each at 09:00 from May 1, 2027, on.
# Expected: May 10, May 28, Friday, May 14, and May 31, as croner has them; or an error, as it has for L, and as the
# others have for what they don't know.
# Seen: each Monday and Friday from May 3 and 7 on, and May 15, a Saturday. A number is read as far as it goes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cron-schedule@6.0.0 cron-parser@5.10.5 croner@11.0.1 \
  cron@4.4.0
cat > plan.mjs <<'JS'
import { parseCronExpression } from 'cron-schedule';
import { CronExpressionParser as parser } from 'cron-parser';
import { Cron } from 'croner';
import { CronTime } from 'cron';
const start = new Date('2027-05-01T00:00:00Z');
const readers = {
  'cron-schedule': (text) => parseCronExpression(text).getNextDates(3, start),
  'cron-parser': (text) => parser.parse(text, { currentDate: start, tz: 'UTC' }).take(3).map((date) => date.toDate()),
  croner: (text) => new Cron(text, { timezone: 'UTC' }).nextRuns(3, start),
  cron: (text) => { new CronTime(text, 'UTC'); return []; },
};
for (const text of ['0 9 * * 1#2', '0 9 * * 5L', '0 9 15W * *', '0 9 L * *']) {
  for (const [name, read] of Object.entries(readers)) {
    let dates;
    try { dates = read(text).map((date) => date.toISOString().slice(5, 10)).join(' '); } catch { dates = 'error'; }
    console.log(`${text}, ${name}: ${dates}`);
  }
}
JS
seen=$(TZ=UTC node plan.mjs)
printf '%s\n' "$seen"
[ "$seen" = '0 9 * * 1#2, cron-schedule: 05-03 05-10 05-17
0 9 * * 1#2, cron-parser: 05-10 06-14 07-12
0 9 * * 1#2, croner: 05-10 06-14 07-12
0 9 * * 1#2, cron: error
0 9 * * 5L, cron-schedule: 05-07 05-14 05-21
0 9 * * 5L, cron-parser: 05-28 06-25 07-30
0 9 * * 5L, croner: 05-28 06-25 07-30
0 9 * * 5L, cron: error
0 9 15W * *, cron-schedule: 05-15 06-15 07-15
0 9 15W * *, cron-parser: error
0 9 15W * *, croner: 05-14 06-15 07-15
0 9 15W * *, cron: error
0 9 L * *, cron-schedule: error
0 9 L * *, cron-parser: 05-31 06-30 07-31
0 9 L * *, croner: 05-31 06-30 07-31
0 9 L * *, cron: error' ]
