#!/usr/bin/env bash
# Babel of Python reads 12:30 at night as 12:30 at noon. What it wrote itself of a late evening comes back as midday.
#
# Version: python3-babel 2.10.3-1 of Debian 12. Input: 0:30, 1:30, 11:30, 13:30 and 23:30, written by format_time() in
# American English and read by parse_time().
# Expected: the time that was written. "12:30 AM" is half an hour after midnight in the locale's own format (h:mm a of
# CLDR).
# Seen: 12:30 for 0:30, and the others as they were. AM is not looked at, and PM adds twelve hours, so that 12:30 PM
# (not shown) is an error and not midday.
set -euo pipefail
package=python3-babel version=2.10.3-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > read.py <<'PY'
from datetime import time
from babel.dates import format_time, parse_time
for hour in [0, 1, 11, 13, 23]:
    text = format_time(time(hour, 30), 'short', locale='en_US')
    print(f"{hour}:30 is \"{text}\", read as {parse_time(text, locale='en_US'):%H:%M}")
PY
seen=$(LC_ALL=C.UTF-8 /usr/bin/python3 read.py)
printf '%s\n' "$seen"
[ "$seen" = '0:30 is "12:30 AM", read as 12:30
1:30 is "1:30 AM", read as 01:30
11:30 is "11:30 AM", read as 11:30
13:30 is "1:30 PM", read as 13:30
23:30 is "11:30 PM", read as 23:30' ]
