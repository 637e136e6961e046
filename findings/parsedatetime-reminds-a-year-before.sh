#!/usr/bin/env bash
# parsedatetime puts five days before March 31 into the year before, also if the year is told: a reminder for dues of
# this spring is long past.
#
# Version: python3-parsedatetime 2.6-3 of Debian 12. Input: parseDT() on March 10, 2027, at noon, of "March 31", of days
# and weeks before and after days of this year that are to come, of "5 days before March 31 2027", and of the same with
# 3/31/2027.
# Expected (the day that the same words have alone, less or plus the days; as for 3/31/2027): 2027-03-26 and so on.
# Seen: March 31 is in 2027; 5 days before it is 2026-03-26, also with the year 2027, and 2 weeks before June 1 is
# 2026-05-18; 3 days after April 1 is 2028-04-04. The day itself is read a second time, looking back from today for
# before and ahead from a year on for after. With 3/31/2027 it is 2027-03-26.
set -euo pipefail
package=python3-parsedatetime version=2.6-3
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > read.py <<'PY'
from datetime import datetime
import parsedatetime
now = datetime(2027, 3, 10, 12)
for text in [
    'March 31', '5 days before March 31', '5 days before March 31 2027', '5 days before 3/31/2027', 'June 1',
    '2 weeks before June 1', 'April 1', '3 days after April 1', '1 day before Friday',
]:
    print(f'{text}: {parsedatetime.Calendar().parseDT(text, now)[0]:%Y-%m-%d}')
PY
seen=$(TZ=UTC /usr/bin/python3 read.py)
printf '%s\n' "$seen"
[ "$seen" = 'March 31: 2027-03-31
5 days before March 31: 2026-03-26
5 days before March 31 2027: 2026-03-26
5 days before 3/31/2027: 2027-03-26
June 1: 2027-06-01
2 weeks before June 1: 2026-05-18
April 1: 2027-04-01
3 days after April 1: 2028-04-04
1 day before Friday: 2027-03-11' ]
