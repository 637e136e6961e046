#!/usr/bin/env bash
# dateutils counts one month and 63 days from January 31 to March 2, which are 30 days: from a last day of a month over
# the end of February, two months too many are told as days.
#
# Version: dateutils 0.4.10-1 of Debian 12. Input: ddiff in months and days, from the 28th to the 31st of January, 2027,
# to March 2; from December 31, 2026, to March 2; in years, months and days from January 31, 1990; and dadd of 1 month
# and 2 days to January 31.
# Expected (what its own dadd says: January 31, a month and 2 days on, is March 2; and never more days beside months
# than a month has): 1 month and 2 days, or less; 2 months and 2 days; 37 years, 1 month and 2 days.
# Seen: 1 month and 2, 1, 0 and 63 days; 2 months and 63 days; 37 years, 1 month and 63 days. In days alone it is 30.
set -euo pipefail
package=dateutils version=0.4.10-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
export LC_ALL=C.UTF-8 TZ=UTC
count() { printf '%s: %s\n' "$1" "$(dateutils.ddiff "$1" 2027-03-02 -f "$2")"; }
seen=$(
  for day in 2027-01-28 2027-01-29 2027-01-30 2027-01-31 2026-12-31; do count "$day" '%m months %d days'; done
  count 1990-01-31 '%y years %m months %d days'
  count 2027-01-31 '%d days'
  dateutils.dadd 2027-01-31 1mo2d
)
printf '%s\n' "$seen"
[ "$seen" = '2027-01-28: 1 months 2 days
2027-01-29: 1 months 1 days
2027-01-30: 1 months 0 days
2027-01-31: 1 months 63 days
2026-12-31: 2 months 63 days
1990-01-31: 37 years 1 months 63 days
2027-01-31: 30 days
2027-03-02' ]
