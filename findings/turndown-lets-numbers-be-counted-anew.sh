#!/usr/bin/env bash
# turndown turns paragraphs that begin with a number and a parenthesis into a list, and lists count for themselves: item
# "7)" of the agenda becomes item 4.
#
# Versions: turndown 7.2.5, read by marked 18.2.1 and markdown-it 15.0.3. Input: two paragraphs of HTML, "3) Hall" and
# "7) Dues"; the same with "3." and "7.".
# Expected (CommonMark 0.31, 5.2: a list item begins with a number and "." or ")", so either has to be escaped, as
# turndown's README says of all that is Markdown): two paragraphs with their numbers.
# Seen: with "." two paragraphs; with ")" a list from 3 on, of which the second item is shown as 4. Only the first
# number of a list counts. A line "2027) Dues" alone becomes a list that begins at 2027.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 marked@18.2.1 markdown-it@15.0.3
cat > write.mjs <<'JS'
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import Turndown from 'turndown';
for (const mark of ['.', ')']) {
  const text = new Turndown().turndown(`<p>3${mark} Hall</p><p>7${mark} Dues</p>`);
  console.log(JSON.stringify(text));
  for (const html of [marked.parse(text), new MarkdownIt().render(text)]) console.log(`  ${html.replaceAll('\n', '')}`);
}
JS
seen=$(node write.mjs)
printf '%s\n' "$seen"
[ "$seen" = '"3\\. Hall\n\n7\\. Dues"
  <p>3. Hall</p><p>7. Dues</p>
  <p>3. Hall</p><p>7. Dues</p>
"3) Hall\n\n7) Dues"
  <ol start="3"><li><p>Hall</p></li><li><p>Dues</p></li></ol>
  <ol start="3"><li><p>Hall</p></li><li><p>Dues</p></li></ol>' ]
