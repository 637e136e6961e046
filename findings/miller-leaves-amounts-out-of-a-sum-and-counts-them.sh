#!/usr/bin/env bash
# Miller leaves an amount with a plus, with zeros before it or with a comma of thousands out of a sum, and counts it all
# the same: of 1,264.00 in four payments 12.50 are left, and no word is said.
#
# Version: miller 6.6.0-2 of Debian 12. Input: payments of 12.50, +5.00, 0012 and "1,234.50" as CSV; sum, count, mean
# and largest by stats1, sums by merge-fields, and each payment doubled by put; one payment of 0012.50.
# Expected (its manual: text can be counted, "the rest require numeric input", and put says so with an error): 1264.00,
# or an error; a mean that is the sum over the count.
# Seen: 12.5, 4, 12.5, and 1,234.50 as the largest; 12.5, 0, 0 and 0 by merge-fields; put doubles 12.50 alone and has an
# error for each other. What is no number counts as nothing in a sum, and the mean has a count of its own. 0012.50, with
# cents, is a number. Issue 1267, closed in 2023, was about the plus.
set -euo pipefail
package=miller version=6.6.0
installed() { dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true; }
if [ -z "$(installed)" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package" > /dev/null 2>&1
fi
[[ $(installed) == "$version"-* ]]
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' member,paid Ana,12.50 Bo,+5.00 Cy,0012 'Di,"1,234.50"' > paid.csv
seen=$(
  mlr --icsv --ojson stats1 -a sum,count,mean,max -f paid paid.csv | paste -sd ' '
  mlr --icsv --onidx merge-fields -a sum -f paid -o paid paid.csv | cut -d ' ' -f 2 | paste -sd ' '
  # shellcheck disable=SC2016
  mlr --icsv --onidx put '$paid = $paid * 2' paid.csv | cut -d ' ' -f 2 | paste -sd ' '
  printf 'paid\n0012.50\n' | mlr --icsv --onidx stats1 -a sum -f paid
)
printf '%s\n' "$seen"
[ "$seen" = '[ {   "paid_sum": 12.5,   "paid_count": 4,   "paid_mean": 12.5,   "paid_max": "1,234.50" } ]
12.5 0 0 0
25 (error) (error) (error)
12.5' ]
