#!/usr/bin/env bash
# csvkit reads an evening's 18:00 as 18 minutes, and a volunteer's 7:30 hours as seven minutes and a half, and writes
# them so. With seconds it has hours, so that two lists of the same evenings differ sixtyfold.
#
# Version: csvkit 1.0.7-1 of Debian 12. Input: "Board,18:00" and "Regatta,9:30" as CSV, and the same with 18:00:00 and
# 9:30:00, through in2csv; hours of 7:30 and 12:15, summed.
# Expected (ISO 8601: a time of two parts is hours and minutes): 18:00 and 9:30; 18:00:00 and 9:30:00; 19:45 hours.
# Seen: 0:18:00 and 0:09:30; 18:00:00 and 9:30:00; 0:19:45. csvsort, csvjson and csvlook do so, too. Only --no-inference
# keeps the text, and then no number is one.
set -euo pipefail
package=csvkit version=1.0.7-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8
printf 'evening,begins\nBoard,18:00\nRegatta,9:30\n' > short.csv
printf 'evening,begins\nBoard,18:00:00\nRegatta,9:30:00\n' > long.csv
printf 'member,hours\nAna,7:30\nBo,12:15\n' > hours.csv
seen=$(in2csv short.csv; in2csv long.csv; csvstat -c hours --sum hours.csv)
printf '%s\n' "$seen"
[ "$seen" = 'evening,begins
Board,0:18:00
Regatta,0:09:30
evening,begins
Board,18:00:00
Regatta,9:30:00
0:19:45' ]
