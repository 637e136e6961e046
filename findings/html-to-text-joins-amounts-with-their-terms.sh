#!/usr/bin/env bash
# html-to-text joins the terms of a description list with their amounts, and each amount with the next term, so that
# other amounts can be read. mailparser takes its text of a mail without one from it.
#
# Versions: html-to-text 10.0.1, mailparser 3.14.2, turndown 7.2.5. Input: a mail in HTML only with a <dl> of dues for
# "2026" of 12.00 and for "2027" of 15.00, without blanks between its elements, as programs write it.
# Expected (HTML, 15.3.7: dl, dt and dd are blocks, so each begins a line): four lines, as turndown has them.
# Seen: "202612.00202715.00" in one word. Blocks are told from a list that lacks these three; an element that it does
# not know is taken as part of the line. The same texts in paragraphs have a line each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts html-to-text@10.0.1 mailparser@3.14.2 turndown@7.2.5
cat > read.mjs <<'JS'
import { convert } from 'html-to-text';
import { simpleParser } from 'mailparser';
import Turndown from 'turndown';
const list = '<dl><dt>2026</dt><dd>12.00</dd><dt>2027</dt><dd>15.00</dd></dl>';
const headers = ['From: a@example.org', 'Subject: Dues', 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'];
const { text } = await simpleParser([...headers, '', list, ''].join('\r\n'));
const paragraphs = convert(list.replaceAll(/<(\/?)d[td]>/g, '<$1p>'));
const texts = { 'html-to-text': convert(list), mailparser: text, turndown: new Turndown().turndown(list), paragraphs };
for (const [name, each] of Object.entries(texts)) console.log(`${name}: ${each.split(/\n+/).join(' | ')}`);
JS
seen=$(node read.mjs)
printf '%s\n' "$seen"
[ "$seen" = 'html-to-text: 202612.00202715.00
mailparser: 202612.00202715.00
turndown: 2026 | 12.00 | 2027 | 15.00
paragraphs: 2026 | 12.00 | 2027 | 15.00' ]
