/**
 * The plain text of HTML, with its links. Written here, because descriptions have a few tags, and what knows all of
 * HTML is ten packages. One pass over what `ical-read` bounds.
 */

import { decodeText } from '#kit/decode-text.ts';

const inline = 'a|abbr|b|big|center|code|em|font|html-blob|i|s|small|span|strike|strong|sub|sup|u';
const blocks = new Set(
  (
    'address article aside blockquote body br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ' +
    'ol p pre section table tbody tfoot thead tr ul'
  ).split(' '),
);
/** With an empty line around them. */
const spaced = new Set('blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
/** Not shown. */
const hidden = new Set('head script style template title'.split(' '));

const tagPattern = new RegExp(
  `</(?:${inline}|${[...blocks].join('|')})\\s*>|<(?:br|hr|img|p)(?:[\\s/][^<>]*)?>`,
  'i',
);

/** Whether a text that does not say what it is has tags, and no mere comparisons or addresses in brackets. */
export function isHtml(text: string): boolean {
  return tagPattern.test(text);
}

export function htmlToText(html: string): string {
  const hasBlocks = /<\/?(?:br|p|div|li|tr|h[1-6])[\s/>]/i.test(html);
  let depth = 0;
  const texts: string[] = [];
  let link: { readonly address: string; readonly from: number } | undefined;
  const endLink = () => {
    if (!link) return;
    const shown = texts.splice(link.from).join('');
    texts.push(formatLink(shown, link.address));
    link = undefined;
  };
  let isLineEmpty = true;
  const add = (text: string) => {
    if (text.endsWith('\n')) isLineEmpty = true;
    else if (text.trim() !== '') isLineEmpty = false;
    texts.push(text);
  };
  const lastTag = html.lastIndexOf('>');
  for (let at = 0; at < html.length; ) {
    const found = html.indexOf('<', at);
    const open = found < 0 || found > lastTag ? html.length : found;
    const shown = decodeEntities(html.slice(at, open));
    // Google puts plain lines behind what has a format. Within a block, and between two, a break is a space.
    const isOneLine = depth > 0 || (hasBlocks && shown.trim() === '');
    const lines = hasBlocks && isLineEmpty ? shown.replace(/^[^\S\n]*\n/, '') : shown;
    add(isOneLine ? shown.replaceAll(/\s+/g, ' ') : lines.replaceAll(/[^\S\n]+/g, ' '));
    if (open === html.length) break;
    const tag = readTag(html, open);
    at = tag?.end ?? open + 1;
    if (!tag) add('<');
    else if (tag.name === 'a') {
      endLink();
      const address = tag.isEnd ? undefined : toAddress(readAttribute(tag.text, 'href'));
      if (address !== undefined) link = { address, from: texts.length };
    } else if (tag.name === 'img') add(readAttribute(tag.text, 'alt'));
    else if (tag.name === 'td' || tag.name === 'th') add(' ');
    else if (tag.name === 'br' || tag.name === 'hr') add('\n');
    else if (blocks.has(tag.name)) {
      depth = Math.max(0, depth + (tag.isEnd ? -1 : 1));
      if (spaced.has(tag.name)) add('\n\n');
      else if (!isLineEmpty) add('\n');
      if (tag.name === 'li' && !tag.isEnd) add('- ');
    }
  }
  endLink();
  return texts
    .join('')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

type Tag = {
  readonly name: string;
  readonly isEnd: boolean;
  readonly text: string;
  readonly end: number;
};

/** Word has declarations such as `<![endif]>`, and names such as `o:p`. */
const tagStart = /^<(?:!\[|([/!?]?)([a-z][a-z0-9-]*(?::[a-z][a-z0-9]*)?)(?=[\s/>]))/i;

/** A tag, comment or declaration; undefined for a bracket that begins none, but an address, say. */
function readTag(html: string, open: number): Tag | undefined {
  if (html.startsWith('<!--', open)) {
    const close = html.indexOf('-->', open);
    return { name: '', isEnd: false, text: '', end: close < 0 ? html.length : close + 3 };
  }
  const [start, slash, name = ''] = tagStart.exec(html.slice(open, open + 40)) ?? [];
  if (start === undefined) return undefined;
  const end = findClose(html, open) + 1;
  const tag = { name: name.toLowerCase(), isEnd: slash === '/', text: html.slice(open, end), end };
  if (tag.isEnd || !hidden.has(tag.name)) return tag;
  const shown = new RegExp(`</${tag.name}`, 'gi');
  shown.lastIndex = end;
  return { ...tag, end: shown.exec(html)?.index ?? html.length };
}

/** The bracket that ends a tag, which a quoted attribute may contain. There is one. */
function findClose(html: string, open: number): number {
  let quote = '';
  for (let at = open; at < html.length; at += 1) {
    const each = html[at] ?? '';
    if (quote !== '') quote = each === quote ? '' : quote;
    else if (each === '>') return at;
    else if ((each === '"' || each === "'") && html[at - 1] === '=') quote = each;
  }
  return html.indexOf('>', open);
}

function readAttribute(tag: string, name: string): string {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i');
  const [, double, single, bare] = pattern.exec(tag) ?? [];
  return decodeEntities(double ?? single ?? bare ?? '');
}

/** Of what may be opened: no script, and nothing that is relative to a page that is not here. */
function toAddress(href: string): string | undefined {
  const address = href.trim().replaceAll(/\s/g, '%20');
  return /^(?:https?:\/\/|mailto:|tel:)./i.test(address) ? address : undefined;
}

function formatLink(shown: string, address: string): string {
  const plain = address.replace(/^(?:mailto|tel):/i, '');
  const text = shown.trim();
  const isSame = [address, plain, address.replace(/^https?:\/\/|\/$/gi, '')].includes(text);
  if (text === '' || isSame || text === `${address}/`) return plain;
  return `${shown.trimEnd()} (${plain})`;
}

/** Of the code points from 160 on, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para ' +
  'middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave ' +
  'Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc ' +
  'Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc ' +
  'iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const entities = new Map([
  ...latin
    .split(' ')
    .map((name, place): [string, string] => [name, String.fromCodePoint(160 + place)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    bull: '•',
    hellip: '…',
    euro: '€',
    trade: '™',
    larr: '←',
    rarr: '→',
    minus: '−',
    OElig: 'Œ',
    oelig: 'œ',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
  }),
]);

/** One that is unknown stays as it is written. */
export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));/gi,
    (all, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? all;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return decodeCodePoint(code) ?? all;
    },
  );
}

function decodeCodePoint(code: number): string | undefined {
  // As browsers read them: characters of Windows.
  if (code >= 0x80 && code < 0xa0) return decodeText(Uint8Array.of(code))?.text;
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter || code === 9 || code === 10 ? String.fromCodePoint(code) : undefined;
}
