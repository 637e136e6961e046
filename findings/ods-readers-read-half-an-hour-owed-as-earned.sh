#!/usr/bin/env bash
# Two readers of OpenDocument spreadsheets lose the minus of a time, or keep it for the hours and not for the minutes:
# half an hour that a volunteer owes is read as half an hour that was worked.
#
# Versions: SheetJS xlsx 0.18.5 of npm, ruby-roo 2.10.0-1 of Debian 12; the file is zipped by fflate 0.8.2. Input: an
# .ods with the times -0:30, -1:15 and 2:00, in office:time-value="-PT00H30M00S" and so on, as LibreOffice writes them.
# Expected (OpenDocument 1.3, part 3, 19.389: a duration as of XML Schema part 2, 3.2.6, which may begin with a minus):
# -0.5, -1.25 and 2 hours, in all 0.25.
# Seen: in SheetJS 0.5, 1.25 and 2 hours, in all 3.75; in Roo 0.5, -0.75 (an hour less, 15 minutes more) and 2 hours, in
# all 1.75.
set -euo pipefail
package=ruby-roo version=2.10.0-1
if [ "$(dpkg-query -W -f '${Version}' "$package" 2> /dev/null || true)" != "$version" ]; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends "$package=$version" > /dev/null 2>&1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 TZ=UTC
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 fflate@0.8.2
cat > read.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import XLSX from 'xlsx';
const names = ['office', 'table', 'text', 'manifest'];
const schemas = names.map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ');
const type = 'application/vnd.oasis.opendocument.spreadsheet';
const cells = [['-PT00H30M00S', '-00:30'], ['-PT01H15M00S', '-01:15'], ['PT02H00M00S', '02:00']];
const rows = cells.map(([value, text]) => `<table:table-row><table:table-cell office:value-type="time"
  office:time-value="${value}"><text:p>${text}</text:p></table:table-cell></table:table-row>`);
writeFileSync('hours.ods', zipSync({
  mimetype: [strToU8(type), { level: 0 }],
  'content.xml': strToU8(`<?xml version="1.0" encoding="UTF-8"?><office:document-content ${schemas}
    office:version="1.3"><office:body><office:spreadsheet><table:table table:name="Hours">${rows.join('')}</table:table>
    </office:spreadsheet></office:body></office:document-content>`),
  'META-INF/manifest.xml': strToU8(`<?xml version="1.0" encoding="UTF-8"?><manifest:manifest ${schemas}
    manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/>
    <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`),
}));
const sheet = XLSX.readFile('hours.ods').Sheets.Hours;
const hours = ['A1', 'A2', 'A3'].map((cell) => sheet[cell].v * 24);
console.log(`SheetJS: ${hours.join(' ')}, in all ${hours.reduce((sum, value) => sum + value)}`);
JS
cat > read.rb <<'RUBY'
require 'roo'
sheet = Roo::OpenOffice.new('hours.ods')
hours = (1..3).map { |row| sheet.cell(row, 1) / 3600.0 }
puts "Roo: #{hours.join(' ')}, in all #{hours.sum}"
RUBY
seen=$(node read.mjs; /usr/bin/ruby read.rb)
printf '%s\n' "$seen"
[ "$seen" = 'SheetJS: 0.5 1.25 2, in all 3.75
Roo: 0.5 -0.75 2.0, in all 1.75' ]
