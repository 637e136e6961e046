#!/usr/bin/env bash
# ssconvert writes a time below zero as the rest of a day: who owes a half hour has 23 and a half. From a day on it is
# right, so that of two members who owe time one is shown as owing it.
#
# Version: gnumeric 1.12.55-1 of Debian 12. Input: a list with hours of -0:30, -1:30, 7:30, 25:30 and -25:15 and their
# sum, from CSV to CSV, and from CSV to XLSX and from that to CSV.
# Expected: the hours as they are, -00:30:00 and so on.
# Seen: 23:30:00, 22:30:00, 07:30:00, 25:30:00 and -25:15:00, both ways. The hours are read right, as -1/48 and -1/16 of
# a day; less than a day gets the format of a clock's time, which wraps around, and more one of a duration. A sum in the
# sheet is right (0.2396 of a day is 5:45), and one of the list that was written is not.
set -euo pipefail
package=gnumeric version=1.12.55
installed() { dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true; }
if [ -z "$(installed)" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package" > /dev/null 2>&1
fi
[[ $(installed) == "$version"-* ]]
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder LC_ALL=C.UTF-8
printf '%s\n' Hours -0:30 -1:30 7:30 25:30 -25:15 =A2+A3+A4+A5+A6 > hours.csv
{
  ssconvert hours.csv again.csv
  ssconvert hours.csv sheet.xlsx
  ssconvert sheet.xlsx sheet.csv
  ssconvert -O 'format=raw' -T Gnumeric_stf:stf_assistant hours.csv raw.txt
} > /dev/null 2>&1
seen=$(paste -sd ' ' again.csv && paste -sd ' ' sheet.csv && tr -d '\r' < raw.txt | paste -sd ' ')
printf '%s\n' "$seen"
[ "$seen" = 'Hours 23:30:00 22:30:00 07:30:00 25:30:00 -25:15:00 0.23958333333333333326
Hours 23:30:00 22:30:00 07:30:00 25:30:00 -25:15:00 0.23958333333333333326
Hours -0.020833333333333333334 -0.0625 0.3125 1.0625 -1.0520833333333333334 0.23958333333333333326' ]
