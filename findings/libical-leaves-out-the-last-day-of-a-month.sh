#!/usr/bin/env bash
# libical, which GNOME's, KDE's and Cyrus' calendars use, leaves the last day of each month out of a rule that names it,
# if the rule says "each day that is the first or the last of a month" and not "each month on its first and last day".
#
# Versions: ical2html 3.0-1 with libical3 3.0.16-1 of Debian 12. Input: an iCalendar file with an evening from March 1,
# 2027, 18:00, shown for 92 days: once with RRULE:FREQ=DAILY;BYMONTHDAY=1,-1, once with FREQ=MONTHLY.
# Expected (RFC 5545, 3.3.10: BYMONTHDAY limits a daily rule to its days, and "-10 represents the tenth to the last day
# of the month"; both rules name the same days): March 1 and 31, April 1 and 30, May 1 and 31, twice.
# Seen: for the daily rule March 1, April 1 and May 1.
set -euo pipefail
package=ical2html version=3.0-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 TZ=UTC
show() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//hall//board//EN BEGIN:VEVENT UID:board \
    DTSTAMP:20270101T000000Z DTSTART:20270301T180000 DTEND:20270301T200000 \
    "RRULE:FREQ=$1;BYMONTHDAY=1,-1" SUMMARY:Board END:VEVENT END:VCALENDAR > board.ics
  printf '%s:%s\n' "$1" "$(ical2html 20270301 P92D board.ics |
    sed -n 's/^title="2027\(..\)\(..\)T180000Z.*/ \1-\2/p' | tr -d '\n')"
}
seen=$(dpkg-query -W -f '${Version}\n' libical3 | cut -d- -f1; show DAILY; show MONTHLY)
printf '%s\n' "$seen"
[ "$seen" = '3.0.16
DAILY: 03-01 04-01 05-01
MONTHLY: 03-01 03-31 04-01 04-30 05-01 05-31' ]
