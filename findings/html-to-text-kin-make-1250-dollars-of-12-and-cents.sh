#!/usr/bin/env bash
# html-to-text and its kin make $1250 of a price whose cents are raised, $12<sup>50</sup>, in the text of a mail: who
# reads the text is asked for a hundred times as much. Of 10 members and a note 2 they make 102.
#
# Versions: html-to-text 10.0.1, mailparser 3.14.2, turndown 7.2.5, node-html-markdown 2.0.0, @react-email/render 2.3.1,
# html2text 1.3.2a-28 and lynx 2.9.0dev.12-1 of Debian 12. Input: a mail with the price, with members and a note, and
# with an amount that is struck beside the one that holds.
# Expected (HTML, 4.5.5 and 4.5.19: an s is for what no longer holds, a sup for what means something else if it is not
# raised): signs that tell the two apart, as of lynx: $12^50, 10^2 and [DEL: 25.00 :DEL] 20.00.
# Seen: $1250 and 102 in each but lynx; 25.00 20.00 in each but lynx and node-html-markdown.
set -euo pipefail
for pinned in html2text=1.3.2a-28 lynx=2.9.0dev.12-1; do
  if [ "$(dpkg-query -W -f '${Version}' "${pinned%=*}" 2> /dev/null || true)" != "${pinned#*=}" ]; then
    apt-get -qq update
    apt-get -qq install -y --no-install-recommends "$pinned" > /dev/null 2>&1
  fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8
npm install --silent --no-audit --no-fund --ignore-scripts html-to-text@10.0.1 mailparser@3.14.2 turndown@7.2.5 \
  node-html-markdown@2.0.0 @react-email/render@2.3.1 react@19.3.1 react-dom@19.3.1
printf '<p>Dues $12<sup>50</sup>, 10<sup>2</sup> members, <s>25.00</s> 20.00</p>\n' > mail.html
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { toPlainText } from '@react-email/render';
import { convert } from 'html-to-text';
import { simpleParser } from 'mailparser';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import Turndown from 'turndown';
const html = readFileSync('mail.html', 'utf8');
const { text } = await simpleParser(`Content-Type: text/html\r\n\r\n${html}`);
console.log(`html-to-text: ${convert(html)}`);
console.log(`mailparser: ${text.trim()}`);
console.log(`turndown: ${new Turndown().turndown(html)}`);
console.log(`node-html-markdown: ${NodeHtmlMarkdown.translate(html)}`);
console.log(`@react-email/render: ${toPlainText(html)}`);
JS
seen=$(
  node read.mjs
  printf 'html2text: %s\n' "$(html2text mail.html)"
  printf 'lynx: %s\n' "$(lynx -dump -nolist mail.html | sed 's/^ *//; /^$/d')"
)
printf '%s\n' "$seen"
[ "$seen" = 'html-to-text: Dues $1250, 102 members, 25.00 20.00
mailparser: Dues $1250, 102 members, 25.00 20.00
turndown: Dues $1250, 102 members, 25.00 20.00
node-html-markdown: Dues $1250, 102 members, ~~25.00~~ 20.00
@react-email/render: Dues $1250, 102 members, 25.00 20.00
html2text: Dues $1250, 102 members, 25.00 20.00
lynx: Dues $12^50, 10^2 members, [DEL: 25.00 :DEL] 20.00' ]
