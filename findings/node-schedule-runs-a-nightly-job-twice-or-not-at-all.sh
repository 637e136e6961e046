#!/usr/bin/env bash
# node-schedule runs a nightly job twice in the night in which clocks are put back, and not at all in the one in which
# they are put forward, if its time is told as an object: members get a reminder twice, or the backup is missing.
#
# Version: node-schedule 2.1.1. Input: a daily job in New York at 01:30 around November 7, 2027, and at 02:30 around
# March 14, 2027; told as a RecurrenceRule and as cron's text for the same; asked for its next runs.
# Expected (cron(8) of Debian, from which the text comes, and both forms tell one time a day: a job of a skipped time
# runs soon after, one of a repeated time does not run again): 05:30 UTC on November 7, then November 8; on March 14.
# Seen: the text does so. The object has 05:30 and 06:30 on November 7, and the run after March 13 is on March 15.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-schedule@2.1.1
cat > run.mjs <<'JS'
import schedule from 'node-schedule';
const tz = 'America/New_York';
const show = (hour, since, count) => {
  const rules = {
    object: Object.assign(new schedule.RecurrenceRule(), { hour, minute: 30, second: 0, tz }),
    text: `30 ${hour} * * *`,
  };
  for (const [name, rule] of Object.entries(rules)) {
    let start = new Date(since);
    const runs = Array.from({ length: count }, () => {
      const job = schedule.scheduleJob({ start, rule, tz }, () => {});
      const next = job.nextInvocation().getTime();
      job.cancel();
      start = new Date(next + 1000);
      return new Date(next).toISOString().slice(5, 16);
    });
    console.log(`${name}, ${hour}:30: ${runs.join(' ')}`);
  }
};
show(1, '2027-11-06T12:00:00Z', 3);
show(2, '2027-03-12T12:00:00Z', 3);
JS
seen=$(TZ=UTC node run.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'object, 1:30: 11-07T05:30 11-07T06:30 11-08T06:30
text, 1:30: 11-07T05:30 11-08T06:30 11-09T06:30
object, 2:30: 03-13T07:30 03-15T06:30 03-16T06:30
text, 2:30: 03-13T07:30 03-14T07:30 03-15T06:30' ]
