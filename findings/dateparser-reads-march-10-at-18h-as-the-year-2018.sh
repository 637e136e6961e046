#!/usr/bin/env bash
# dateparser reads March 10 at 18h, as French, Dutch and Portuguese write an hour, as March 10, 2018; tomorrow at 18h as
# a quarter past three of the day after; and today at 18h as yesterday.
#
# Version: python3-dateparser 1.1.6-1 of Debian 12. Input: invitations read on Monday, March 8, 2027, at 9:15: March 10,
# tomorrow, today and Saturday at 18h in French, Dutch and Portuguese, and some with minutes.
# Expected: March 10, 9, 8 and 13, 18:00, or 18:30; or None, which it has for what it can't read.
# Seen: March 10, 2018; March 10, 03:15, as 18 hours from this time tomorrow; March 7, 15:15, as 18 hours ago; Thursday,
# March 18, at midnight. With 18h30 in French and 18:00 all are right; "amanhã às 18h30" is March 10, 03:15, too.
set -euo pipefail
package=python3-dateparser version=1.1.6-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > read.py <<'PY'
from datetime import datetime
import dateparser
now = datetime(2027, 3, 8, 9, 15)
for text in [
    'le 10 mars à 18h', 'le 10 mars à 18:00', '10 maart om 18 uur', '10 de março às 18h', 'demain à 18h',
    'demain à 18h30', 'demain à 18 heures', 'morgen om 18 uur', 'amanhã às 18h30', "aujourd'hui à 18h", 'hoje às 18h',
    'samedi à 18h', 'zaterdag om 18 uur', 'March 10 at 6pm',
]:
    print(f'{text}:', f"{dateparser.parse(text, settings={'RELATIVE_BASE': now}):%Y-%m-%d %H:%M}")
PY
seen=$(PYTHONWARNINGS=ignore LC_ALL=C.UTF-8 TZ=UTC /usr/bin/python3 read.py)
printf '%s\n' "$seen"
[ "$seen" = "le 10 mars à 18h: 2018-03-10 00:00
le 10 mars à 18:00: 2027-03-10 18:00
10 maart om 18 uur: 2018-03-10 00:00
10 de março às 18h: 2018-03-10 00:00
demain à 18h: 2027-03-10 03:15
demain à 18h30: 2027-03-09 18:30
demain à 18 heures: 2027-03-10 03:15
morgen om 18 uur: 2027-03-10 03:15
amanhã às 18h30: 2027-03-10 03:15
aujourd'hui à 18h: 2027-03-07 15:15
hoje às 18h: 2027-03-07 15:15
samedi à 18h: 2027-03-18 00:00
zaterdag om 18 uur: 2027-03-18 00:00
March 10 at 6pm: 2027-03-10 18:00" ]
