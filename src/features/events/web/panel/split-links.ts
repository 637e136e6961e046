/** Web addresses in a plain text, such as the description of an event. */

export type TextPart = { readonly text: string; readonly isLink: boolean };

/** In texts without blanks between words, brackets and stops of other languages end it. */
const address = /\bhttps?:\/\/[^\s<>"«»（）「」『』【】、。，！？]+/gi;

/** The text in parts, of which the links are whole web addresses. Joined, they are the text again. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = trimEnd(found);
    if (!isOutright(link)) continue;
    parts.push({ text: text.slice(end, index), isLink: false }, { text: link, isLink: true });
    end = index + link.length;
  }
  parts.push({ text: text.slice(end), isLink: false });
  return parts.filter((part) => part.text !== '');
}

/** Without the punctuation of the sentence around it: a bracket belongs to it if it was opened in it. */
function trimEnd(found: string): string {
  let link = found;
  for (;;) {
    const last = link.at(-1) ?? '';
    const isClosing = last === ')' && link.split(')').length > link.split('(').length;
    if (!isClosing && !".,;:!?'”’]}*…".includes(last)) return link;
    link = link.slice(0, -1);
  }
}

/** A name before the host makes an address look like another site's. */
function isOutright(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { username, password } = new URL(link);
  return username === '' && password === '';
}
