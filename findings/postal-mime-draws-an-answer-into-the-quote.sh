#!/usr/bin/env bash
# postal-mime joins an answer with the line that it answers, if that ends in a blank. Whoever hides quoted lines hides
# the answer.
#
# Versions: postal-mime 4.0.0, mailparser 3.14.2. Input: a mail with format=flowed that quotes "> Will you " and ">
# come? " and answers "Yes, with two guests." below.
# Expected (RFC 3676, 4.5: only lines of the same depth of quotes make a paragraph, and their marks are taken off before
# they are joined): "> Will you come?" and, in a line of its own, the answer. So does mailparser.
# Seen: one line, "> Will you > come? Yes, with two guests." An empty line between quote and answer changes nothing; if
# the last quoted line ends without a blank, the answer has its own line.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts postal-mime@4.0.0 mailparser@3.14.2
cat > read.mjs <<'JS'
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
const answer = 'Yes, with two guests.';
for (const lines of [['> come? ', answer], ['> come? ', '', answer], ['> come?', answer]]) {
  const mail = [
    'From: a@example.org', 'To: b@example.org', 'Subject: Re: Picnic', 'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8; format=flowed', '', '> Will you ', ...lines, '',
  ].join('\r\n');
  const texts = [(await PostalMime.parse(mail)).text, (await simpleParser(mail)).text];
  console.log(texts.map((text) => JSON.stringify(text.trimEnd())).join(' '));
}
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = '"> Will you > come? Yes, with two guests." "> Will you come? \nYes, with two guests."
"> Will you > come? Yes, with two guests." "> Will you come? \n\nYes, with two guests."
"> Will you > come?\nYes, with two guests." "> Will you come?\nYes, with two guests."' ]
