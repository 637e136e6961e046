#!/usr/bin/env bash
# Chronic of Ruby reads Wednesday 10 March as March 3 at ten o'clock, and half an hour from now as a day and six hours.
#
# Version: ruby-chronic 0.10.5-2 of Debian 12 (gitlab-chronic). Input: Monday, March 8, 2027, 12:00, as now, and what
# its description has like: a weekday with a day, "10 march", "half past 2", "7 hours before tomorrow at noon", as
# people write them.
# Expected: March 10 and 12; 12:30; March 21 and 24; or nil, as for "wednesday 10 march 2027".
# Seen: the first Wednesday or Friday of March at ten or at noon, March 9 at 18:00, February 20 at 7:00 and March 9 at
# 7:00. "march 10" with the weekday, and "10 march" without, are right.
set -euo pipefail
package=ruby-chronic=0.10.5-2
if [ "$(dpkg-query -W -f '${Package}=${Version}' ruby-chronic 2> /dev/null || true)" != "$package" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > read.rb <<'RUBY'
require 'chronic'
now = Time.utc(2027, 3, 8, 12)
['wednesday march 10', '10 march', 'wednesday 10 march', 'friday 12 march', 'wednesday 10 march 2027',
 'half an hour from now', 'in half an hour', '10 days before march 31', '2 weeks after march 10'].each do |text|
  time = Chronic.parse(text, now: now)
  puts "#{text}: #{time ? time.strftime('%a %m-%d %H:%M') : 'nil'}"
end
RUBY
seen=$(TZ=UTC /usr/bin/ruby read.rb)
printf '%s\n' "$seen"
[ "$seen" = 'wednesday march 10: Wed 03-10 12:00
10 march: Wed 03-10 12:00
wednesday 10 march: Wed 03-03 10:00
friday 12 march: Fri 03-05 12:00
wednesday 10 march 2027: nil
half an hour from now: Tue 03-09 18:00
in half an hour: Tue 03-09 18:00
10 days before march 31: Sat 02-20 07:00
2 weeks after march 10: Mon 03-15 10:00' ]
