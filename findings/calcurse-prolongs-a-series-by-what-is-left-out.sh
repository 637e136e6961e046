#!/usr/bin/env bash
# calcurse prolongs a series by an evening for each evening that was called off: after the last one come more, which
# nobody has planned.
#
# Version: calcurse 4.7.1-1 of Debian 12. Input: an iCalendar file with a weekly series of four evenings from March 10,
# 2027, 18:00, once as it is and once without those of March 17 and 24. Imported, listed, and written again.
# Expected (RFC 5545, 3.8.5.1 and 3.3.10: COUNT bounds what the rule makes, and EXDATE takes from that): March 10, 17,
# 24 and 31; March 10 and 31.
# Seen: March 10, 17, 24 and 31; March 10 and 31, April 7 and 14. The file that calcurse writes has them with
# UNTIL=20270414T180000, so that other programs show these evenings, too.
set -euo pipefail
package=calcurse version=4.7.1-1
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
    DTSTAMP:20270101T000000Z DTSTART:20270310T180000 DTEND:20270310T200000 'RRULE:FREQ=WEEKLY;COUNT=4' "$@" \
    SUMMARY:Board END:VEVENT END:VCALENDAR > board.ics
  rm -rf data
  mkdir data
  calcurse -q -D data -i board.ics > /dev/null
  calcurse -D data -Q --from 03/01/2027 --to 05/31/2027 --format-recur-apt 'at %(start:%F %R)\n' | sed -n 's/^ *at //p'
  calcurse -D data -x | tr -d '\r' | grep -E '^(RRULE|EXDATE)'
}
seen=$(show; show EXDATE:20270317T180000,20270324T180000)
printf '%s\n' "$seen"
[ "$seen" = '2027-03-10 18:00
2027-03-17 18:00
2027-03-24 18:00
2027-03-31 18:00
RRULE:FREQ=WEEKLY;UNTIL=20270331T180000
2027-03-10 18:00
2027-03-31 18:00
2027-04-07 18:00
2027-04-14 18:00
RRULE:FREQ=WEEKLY;UNTIL=20270414T180000
EXDATE:20270317T180000,20270324T180000' ]
