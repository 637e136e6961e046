#!/usr/bin/env bash
# ice_cube of Ruby moves the Sundays of a rule for every other week by a week, as it counts weeks from Sunday if the
# rule does not say from when, and iCalendar counts them from Monday.
#
# Versions: ruby-ice-cube 0.16.4-3 and python3-dateutil 2.8.2-2 of Debian 12. Input: FREQ=WEEKLY;INTERVAL=2;COUNT=4;
# BYDAY=TU,SU from Tuesday, March 9, 2027, on, read by Rule.from_ical(); and with WKST=MO or WKST=SU.
# Expected (RFC 5545, 3.3.10: "The default value is MO"; its example of WKST has these very days): without WKST as with
# WKST=MO: March 9, 14, 23 and 28. So does dateutil.
# Seen: March 9, 21, 23 and April 4, as with WKST=SU. to_ical() writes WKST=SU then, so that other programs take over
# the wrong Sundays.
set -euo pipefail
ruby=ruby-ice-cube=0.16.4-3 python=python3-dateutil=2.8.2-2
for package in "$ruby" "$python"; do
  if [ "$(dpkg-query -W -f '${Package}=${Version}' "${package%%=*}" 2> /dev/null || true)" != "$package" ]; then
    apt-get -qq update
    apt-get -qq install -y --no-install-recommends "$package" > /dev/null 2>&1
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8
cat > show.rb <<'RUBY'
require 'ice_cube'
['', ';WKST=MO', ';WKST=SU'].each do |week|
  rule = IceCube::Rule.from_ical("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU#{week}")
  schedule = IceCube::Schedule.new(Time.utc(2027, 3, 9, 18))
  schedule.add_recurrence_rule(rule)
  days = schedule.all_occurrences.map { |day| day.strftime('%m-%d') }
  puts "ice_cube#{week}: #{days.join(' ')}, writes #{rule.to_ical[/WKST=../] || 'no WKST'}"
end
RUBY
cat > show.py <<'PY'
from datetime import datetime
from dateutil.rrule import rrulestr
for week in ['', ';WKST=MO', ';WKST=SU']:
    rule = rrulestr('FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU' + week, dtstart=datetime(2027, 3, 9, 18))
    print(f'dateutil{week}:', *(f'{day:%m-%d}' for day in rule))
PY
seen=$(/usr/bin/ruby show.rb; /usr/bin/python3 show.py)
printf '%s\n' "$seen"
[ "$seen" = 'ice_cube: 03-09 03-21 03-23 04-04, writes WKST=SU
ice_cube;WKST=MO: 03-09 03-14 03-23 03-28, writes WKST=MO
ice_cube;WKST=SU: 03-09 03-21 03-23 04-04, writes WKST=SU
dateutil: 03-09 03-14 03-23 03-28
dateutil;WKST=MO: 03-09 03-14 03-23 03-28
dateutil;WKST=SU: 03-09 03-21 03-23 04-04' ]
