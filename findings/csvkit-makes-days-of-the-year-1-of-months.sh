#!/usr/bin/env bash
# csvkit makes days of the year 1 of a column of months or weekdays, and of members, if all on the list are called April
# or May.
#
# Version: csvkit 1.0.7-1 of Debian 12. Input: three lists with the columns month (Mar, Apr), day (Monday, Friday) and
# member (April, May), each with an amount, sorted by csvsort; then one more member, Ana.
# Expected: the texts as they are, as no year and no day is told; and the same for a member, whoever else is listed.
# Seen: 0001-03-01 and 0001-04-01; 0001-01-05 and 0001-01-08, of which the earlier is Friday; 0001-04-01 and 0001-05-01;
# April, May and Ana. A column is text only if one of it is no date.
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
show() { printf '%s\n' "$1,dues" "${@:2}" | csvsort -c "$1"; }
seen=$(
  show month Mar,10 Apr,12
  show day Monday,10 Friday,12
  show member April,10 May,12
  show member April,10 May,12 Ana,3
)
printf '%s\n' "$seen"
[ "$seen" = 'month,dues
0001-03-01,10
0001-04-01,12
day,dues
0001-01-05,12
0001-01-08,10
member,dues
0001-04-01,10
0001-05-01,12
member,dues
Ana,3
April,10
May,12' ]
