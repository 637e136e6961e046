#!/usr/bin/env bash
# words-to-numbers reads the twenty-five thousand dollars of a check as 5,020, and thirty-five hundred as 530.
#
# Version: words-to-numbers 1.5.1. Input: amounts in words as on a check or a pledge: twenty five thousand dollars,
# two hundred fifty thousand, thirty-two thousand five hundred, thirty five hundred, ninety nine hundred, twelve
# hundred, ninety thousand and twelve point fifty.
# Expected: 25000, 250000, 32500, 3500, 9900, 1200, 90000 and 12.5.
# Seen: 5020, 50200, 2530, 530, 990, 1200, 90000 and 17. The word before hundred or thousand is multiplied alone, and
# what stands before that is added, so that a number is right only if it is of one word; a number of two digits after a
# point is added, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts words-to-numbers@1.5.1
cat > read.mjs <<'JS'
import words from 'words-to-numbers';
for (const text of [
  'twenty five thousand dollars',
  'two hundred fifty thousand',
  'thirty-two thousand five hundred',
  'thirty five hundred',
  'ninety nine hundred',
  'twelve hundred',
  'ninety thousand',
  'twelve point fifty',
]) {
  console.log(`${text}: ${words.wordsToNumbers(text)}`);
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'twenty five thousand dollars: 5020 dollars
two hundred fifty thousand: 50200
thirty-two thousand five hundred: 2530
thirty five hundred: 530
ninety nine hundred: 990
twelve hundred: 1200
ninety thousand: 90000
twelve point fifty: 17' ]
