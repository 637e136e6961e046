#!/usr/bin/env bash
# Qalculate's calculator for the shell makes five hours and a half of "1 1/2 hours", as it drops blanks between digits:
# a volunteer's 1 1/2 hours are paid as 5 1/2.
#
# Version: qalc 4.5.1-1 of Debian 12. Input: "1 1/2 hours", "2 3/4 hours + 1 hour", and "1½ hours".
# Expected: 1 h + 30 min and 3 h + 45 min, as mixed numbers are written, or an error; 1 h + 30 min.
# Seen: 5 h + 30 min, 6 h + 45 min, and 1 h + 30 min. Its manual says of another sum that blanks between digits are
# ignored; with -terse, as scripts use it, nothing tells that 11/2 was read.
set -euo pipefail
package=qalc version=4.5.1-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 HOME="$folder"
seen=$(for hours in '1 1/2 hours' '2 3/4 hours + 1 hour' '1½ hours'; do
  printf '%s: %s\n' "$hours" "$(qalc -terse "$hours")"
done)
printf '%s\n' "$seen"
[ "$seen" = '1 1/2 hours: 5 h + 30 min
2 3/4 hours + 1 hour: 6 h + 45 min
1½ hours: 1 h + 30 min' ]
