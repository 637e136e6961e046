#!/usr/bin/env bash
# exifr reads when a photo was taken by the clock of the computer, though the photo tells its zone: two photos of one
# moment lie hours apart, and one of the evening moves to another day.
#
# Versions: exifr 7.1.3; the photos are made by sharp 0.35.5. Input: two JPEGs of one moment: 20:30 with the offset
# -05:00 and 01:30 of the next day with +00:00; read in UTC and in Berlin.
# Expected (EXIF 2.31, tag 36881, OffsetTimeOriginal: the difference to UTC of the time of tag 36867): 01:30 UTC of
# March 11 for both, wherever they are read.
# Seen: 20:30 and 01:30 UTC read in UTC, 19:30 and 00:30 UTC read in Berlin. exifr gives the offset beside it as a text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts exifr@7.1.3 sharp@0.35.5
cat > read.mjs <<'JS'
import exifr from 'exifr';
import sharp from 'sharp';
const times = [];
for (const [time, zone] of [['2027:03:10 20:30:00', '-05:00'], ['2027:03:11 01:30:00', '+00:00']]) {
  const exif = { IFD2: { DateTimeOriginal: time, OffsetTimeOriginal: zone } };
  const photo = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).withExif(exif).jpeg();
  const { DateTimeOriginal, OffsetTimeOriginal } = await exifr.parse(await photo.toBuffer());
  times.push(`${DateTimeOriginal.toISOString().slice(0, 16)} (${OffsetTimeOriginal})`);
}
console.log(`${process.env.TZ}: ${times.join(' ')}`);
JS
seen=$(for zone in UTC Europe/Berlin; do TZ=$zone node read.mjs; done)
printf '%s\n' "$seen"
[ "$seen" = 'UTC: 2027-03-10T20:30 (-05:00) 2027-03-11T01:30 (+00:00)
Europe/Berlin: 2027-03-10T19:30 (-05:00) 2027-03-11T00:30 (+00:00)' ]
