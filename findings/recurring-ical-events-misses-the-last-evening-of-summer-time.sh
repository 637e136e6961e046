#!/usr/bin/env bash
# recurring-ical-events misses the last evening of a series that begins in winter and ends in summer, and takes the
# second of the two half past one that a night has in November.
#
# Versions: python3-recurring-ical-events 2.0.1-1 with python3-icalendar 4.0.3-5, python3-vobject 0.9.6.1-2 and
# python3-dateutil 2.8.2-2 of Debian 12. Input: a weekly series from March 10, 2027, 18:00 in New York, until March 24,
# 18:00, which UNTIL tells in UTC; clocks change on March 14. A daily series of three at 01:30 from November 6, 2027.
# Expected (RFC 5545, 3.3.10: UNTIL is told in UTC if there is a time zone, and a start may be equal to it; 3.3.5: of
# a time that is there twice the first is meant): March 10, 17 and 24, as vobject with dateutil has them; 05:30 UTC
# on November 7.
# Seen: March 10 and 17. UNTIL is compared with the clock of winter. November 7 is 06:30 UTC.
set -euo pipefail
packages='python3-dateutil=2.8.2-2 python3-icalendar=4.0.3-5 python3-recurring-ical-events=2.0.1-1
python3-vobject=0.9.6.1-2'
for each in $packages; do
  [ "$(dpkg-query -W -f '${Version}' "${each%=*}" 2> /dev/null || true)" = "${each#*=}" ] && continue
  apt-get -qq update
  # shellcheck disable=SC2086
  apt-get -qq install -y --no-install-recommends $packages > /dev/null 2>&1
  break
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > read.py <<'PY'
from datetime import datetime, timezone
from icalendar import Calendar
import recurring_ical_events
import vobject
zone = '''BEGIN:VTIMEZONE
TZID:America/New_York
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE'''
def show(start, rule):
    text = '\r\n'.join([
        'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//hall//board//EN', *zone.split('\n'), 'BEGIN:VEVENT', 'UID:board',
        'DTSTAMP:20270101T000000Z', f'DTSTART;TZID=America/New_York:{start}', f'RRULE:{rule}', 'SUMMARY:Board',
        'END:VEVENT', 'END:VCALENDAR', ''])
    events = recurring_ical_events.of(Calendar.from_ical(text)).between(datetime(2027, 1, 1), datetime(2028, 1, 1))
    starts = {
        'recurring-ical-events': [event['DTSTART'].dt for event in events],
        'vobject': list(vobject.readOne(text).vevent.rruleset),
    }
    for name, times in starts.items():
        print(f'{name}:', *sorted(f'{time.astimezone(timezone.utc):%m-%d %H:%M}' for time in times))
show('20270310T180000', 'FREQ=WEEKLY;UNTIL=20270324T220000Z')
show('20271106T013000', 'FREQ=DAILY;COUNT=3')
PY
seen=$(/usr/bin/python3 read.py)
printf '%s\n' "$seen"
[ "$seen" = 'recurring-ical-events: 03-10 23:00 03-17 22:00
vobject: 03-10 23:00 03-17 22:00 03-24 22:00
recurring-ical-events: 11-06 05:30 11-07 06:30 11-08 06:30
vobject: 11-06 05:30 11-07 05:30 11-08 06:30' ]
