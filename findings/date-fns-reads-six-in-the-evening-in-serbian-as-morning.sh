#!/usr/bin/env bash
# date-fns reads six in the evening, as it wrote it itself, as six in the morning: in Serbian, in Azerbaijani, and in
# one of two forms in Malay.
#
# Version: date-fns 4.4.0. Input: March 10, 2027, at 6:00 and 18:00, written by format() and read by parse(), both with
# "d.M.yyyy h:mm a" and "d.M.yyyy h:mm aaaa", in a language; in English and Croatian, too.
# Expected: 6:00 and 18:00, or an Invalid Date, as parse() has for what it cannot read.
# Seen: 6:00 twice. In Serbian "ПМ" is in the list of what may be read, but the pattern that tells which half it is has
# a Latin p; in Azerbaijani that pattern fits a single letter only. What fits no half is taken for the first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-fns@4.4.0
cat > read.mjs <<'JS'
import { format, isValid, parse } from 'date-fns';
import { az, enUS, hr, ms, sr } from 'date-fns/locale';
for (const [name, locale] of Object.entries({ enUS, hr, sr, az, ms })) {
  for (const pattern of ['d.M.yyyy h:mm a', 'd.M.yyyy h:mm aaaa']) {
    const shown = [6, 18].map((hour) => {
      const text = format(new Date(2027, 2, 10, hour), pattern, { locale });
      const read = parse(text, pattern, new Date(2027, 0, 1), { locale });
      return `"${text}" is ${isValid(read) ? format(read, 'H:mm') : 'no date'}`;
    });
    console.log(`${name}: ${shown.join(', ')}`);
  }
}
JS
seen=$(TZ=UTC node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'enUS: "10.3.2027 6:00 AM" is 6:00, "10.3.2027 6:00 PM" is 18:00
enUS: "10.3.2027 6:00 a.m." is 6:00, "10.3.2027 6:00 p.m." is 18:00
hr: "10.3.2027 6:00 AM" is 6:00, "10.3.2027 6:00 PM" is 18:00
hr: "10.3.2027 6:00 AM" is 6:00, "10.3.2027 6:00 PM" is 18:00
sr: "10.3.2027 6:00 АМ" is 6:00, "10.3.2027 6:00 ПМ" is 6:00
sr: "10.3.2027 6:00 AM" is no date, "10.3.2027 6:00 PM" is no date
az: "10.3.2027 6:00 AM" is 6:00, "10.3.2027 6:00 PM" is 6:00
az: "10.3.2027 6:00 a.m." is 6:00, "10.3.2027 6:00 p.m." is 6:00
ms: "10.3.2027 6:00 AM" is 6:00, "10.3.2027 6:00 PM" is 18:00
ms: "10.3.2027 6:00 a.m." is 6:00, "10.3.2027 6:00 p.m." is 6:00' ]
