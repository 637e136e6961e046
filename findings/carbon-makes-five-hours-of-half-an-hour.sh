#!/usr/bin/env bash
# Carbon makes five hours of .5 hours, nothing of 0.5 year and one month of 1.5 months: what is due in half a year is
# due at once.
#
# Version: php-nesbot-carbon 2.65.0-1+deb12u1 of Debian 12. Input: CarbonInterval::make() of 0.5, .5 and 1.5 hours, .5
# and 1.5 days, 1.5 months, 0.5 year, 1.5 years, and of what it has no meaning for, "half an hour" and "1,5 hours"; each
# added to March 10, 2027, 18:00.
# Expected (its description: fractions are allowed for weeks, days, hours and minutes): 18:30 twice, 19:30; half a day
# and one and a half on; and an error, or null as for the last two, for half a month and half a year.
# Seen: 18:30, 23:00 and 19:30; March 15 for .5 days; April 10; March 10 for 0.5 year, and March 10, 2028, for 1.5. A
# point that no digit is before is passed over, and the fraction of months and years is left out.
set -euo pipefail
package=php-nesbot-carbon version=2.65.0-1+deb12u1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ] || [ ! -x /usr/bin/php ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" php-cli > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > read.php <<'PHP'
<?php
require '/usr/share/php/Carbon/autoload.php';
use Carbon\Carbon;
use Carbon\CarbonInterval;
date_default_timezone_set('UTC');
foreach (['0.5 hours', '.5 hours', '1.5 hours', '.5 days', '1.5 days', '1.5 months', '0.5 year', '1.5 years',
    'half an hour', '1,5 hours'] as $text) {
    $interval = CarbonInterval::make($text);
    echo "$text: ", $interval ? Carbon::parse('2027-03-10 18:00')->add($interval)->format('Y-m-d H:i') : 'null', "\n";
}
PHP
seen=$(/usr/bin/php read.php)
printf '%s\n' "$seen"
[ "$seen" = '0.5 hours: 2027-03-10 18:30
.5 hours: 2027-03-10 23:00
1.5 hours: 2027-03-10 19:30
.5 days: 2027-03-15 18:00
1.5 days: 2027-03-12 06:00
1.5 months: 2027-04-10 18:00
0.5 year: 2027-03-10 18:00
1.5 years: 2028-03-10 18:00
half an hour: null
1,5 hours: null' ]
