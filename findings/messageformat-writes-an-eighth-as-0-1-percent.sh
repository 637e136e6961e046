#!/usr/bin/env bash
# messageformat writes a share of 0.125 as 0.1% where a pattern says how.
#
# Version: @messageformat/core 3.4.1. Input: {share, number, 0.0%} and other number patterns of ICU, which its
# documentation names, with 0.125.
# Expected (UTS 35, part 3, number patterns: "%" is "Multiply by 100 and show as percentage"): 12.5%, as the word
# percent and the skeleton ::percent scale/100 give it, and ICU 72.1 for all of them.
# Seen: 0.1%, 0.125% and 0.13%, and 0.1 with no sign per mille. The sign is written behind the number, which is left as
# it is. A message that is right in Java or PHP tells of a hundredth here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @messageformat/core@3.4.1
cat > write.mjs <<'JS'
import MessageFormat from '@messageformat/core';
const messages = new MessageFormat('en');
for (const format of ['0.0%', '#,##0%', '0.00%', '0.0‰', '::percent scale/100 .0', 'percent']) {
  console.log(`${format}: ${messages.compile(`{share, number, ${format}}`)({ share: 0.125 })}`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = '0.0%: 0.1%
#,##0%: 0.125%
0.00%: 0.13%
0.0‰: 0.1
::percent scale/100 .0: 12.5%
percent: 13%' ]
