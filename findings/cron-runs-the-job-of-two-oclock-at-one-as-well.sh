#!/usr/bin/env bash
# cron, which NestJS's scheduler uses, runs the job of two o'clock at one o'clock, too, in the night in which clocks are
# put back, though that night has only one two o'clock: what is charged daily is charged twice.
#
# Versions: cron 4.4.0, croner 11.0.1. Input: daily jobs at 02:00 in New York around November 7, 2027 (clocks go from
# 02:00 to 01:00) and at 03:00 in Berlin around October 31 (from 03:00 to 02:00), on a clock that the test moves on by a
# minute.
# Expected: one run a day at 02:00 (in Berlin 03:00), which is after the hour that is there twice. So does croner.
# Seen: runs on November 7 at 01:00 and 02:00, both of winter time, and on October 31 at 02:00 and 03:00. A run is set
# back by an hour if its own hour is there twice, to find the first of both, but also if the hour before it is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts cron@4.4.0 croner@11.0.1
cat > run.mjs <<'JS'
import { mock } from 'node:test';
import { CronJob } from 'cron';
import { Cron } from 'croner';
const minute = 60 * 1000;
mock.timers.enable({ apis: ['setTimeout', 'Date'] });
for (const [rule, zone, from] of [
  ['0 2 * * *', 'America/New_York', '2027-11-06T00:00:00Z'], ['0 3 * * *', 'Europe/Berlin', '2027-10-30T00:00:00Z'],
]) {
  mock.timers.setTime(Date.parse(from));
  const runs = { cron: [], croner: [] };
  const clock = new Intl.DateTimeFormat('en', {
    timeZone: zone, month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  const note = (name) => runs[name].push(clock.format(new Date()));
  const first = CronJob.from({ cronTime: rule, timeZone: zone, start: true, onTick: () => note('cron') });
  const second = new Cron(rule, { timezone: zone }, () => note('croner'));
  for (let passed = 0; passed < 3 * 24 * 60; passed += 1) mock.timers.tick(minute);
  first.stop();
  second.stop();
  for (const [name, times] of Object.entries(runs)) console.log(`${zone}, ${name}: ${times.join('; ')}`);
}
JS
seen=$(TZ=UTC node --no-warnings run.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'America/New_York, cron: Nov 6, 02:00 GMT-4; Nov 7, 01:00 GMT-5; Nov 7, 02:00 GMT-5; Nov 8, 02:00 GMT-5
America/New_York, croner: Nov 6, 02:00 GMT-4; Nov 7, 02:00 GMT-5; Nov 8, 02:00 GMT-5
Europe/Berlin, cron: Oct 30, 03:00 GMT+2; Oct 31, 02:00 GMT+1; Oct 31, 03:00 GMT+1; Nov 1, 03:00 GMT+1
Europe/Berlin, croner: Oct 30, 03:00 GMT+2; Oct 31, 03:00 GMT+1; Nov 1, 03:00 GMT+1' ]
