/** Finds addresses, and whose they are, in what people paste: lists of any kind, and whole emails. */
import { email } from '#features/identity/contract.ts';
import { toHalfWidth } from '#kit/text.ts';

export type FoundInvitee = {
  /** As it is shown: an address with its name, or what is no address, as entered. */
  readonly text: string;
  /** Empty if there is none. */
  readonly name: string;
  /** As it would be stored; null if invalid. */
  readonly email: string | null;
};

/** A word of a name, or an initial. Scripts without capitals have no other sign of one. */
const word = String.raw`[\p{Lu}\p{Lo}](?:[\p{L}\p{M}'\u2019-]*|\.)`;
/** Between the words of a name, or before its last one. */
const particles = String.raw`(?:(?:v[ao]n|de[lnr]?|d[aiou]s?|la|le|el|al|bin|ter?|ten|zu|y)\s+){0,2}`;
const words = String.raw`(?:${word}\s+)?${particles}${word}`;
const nameBefore = new RegExp(
  String.raw`(?:^|[^\p{L}\p{M}'\u2019-])(?:"([^"]*)"|(${words}))[\s<(\[\u2013\u2014-]*$`,
  'u',
);
/** All that stands before an address in brackets, as mail programs write it: three names, too, and one in quotes. */
const fullName = new RegExp(
  String.raw`^((?:(?:${word}|"[^"]*")\s+){0,3}${words})\s*(?:\([^()]*\)\s*)?<$`,
  'u',
);
/** What is no part of a name, whoever writes it with a capital. */
const opening =
  /^[\s>]*(?:(?:add|also|and|bcc|cc|dear|from|hello|hey|hi|invite|or|please|thanks|to)\b[\s:!.]*)*/i;
const nameAfter = new RegExp(String.raw`^[\s>)\]\u2013\u2014-]*(${words})[\s.!]*$`, 'u');
/** Names of an address book: `Bell, Anna <anna@example.org>`, alone between semicolons or in a line. */
const longer = String.raw`(?:${word}\.?\s+)?${words}`;
const lastFirst = new RegExp(
  String.raw`^\s*(${longer},\s*${longer})\s*(?:\([^()]*\)\s*)?<([^<>]*)>\s*$`,
  'u',
);
const wholeName = new RegExp(String.raw`^${longer}$`, 'u');
/** Something quoted, or what may be an address. */
const token = /"([^"]*)"|[^\s<>()[\]{}",;:|\\?/]+/gu;
/** No name is longer, and what is pasted may be. */
const maxGap = 120;

/**
 * Splits at semicolons and line breaks, then at commas, except within quotes, and finds every address in each
 * part. At most two capitalized words just before an address are its name, and more before one in brackets, or else
 * those after it; quoted names are taken whole. What is left of a part without an address is returned as invalid,
 * unless it is prose.
 */
export function findInvitees(text: string): FoundInvitee[] {
  // Marks that nobody sees come along with what is copied from a page.
  const plain = toHalfWidth(text)
    .replaceAll('、', ',')
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    // As Outlook writes names.
    .replaceAll(/(?<![\p{L}\p{M}])['‘]([^'‘’"<>\n]*)['’](?=\s*<)/gu, '"$1"');
  const lines = plain.match(/(?:"[^"\n]*"|[^";\n])+/g) ?? [];
  return lines.flatMap((line) => {
    const [, name, address] = lastFirst.exec(line) ?? [];
    if (name !== undefined && address !== undefined && parse(address) !== null) {
      return [describe(name, address)];
    }
    // A greeting.
    if (/,\s*$/.test(line) && !line.includes('@')) return [];
    const parts = line.match(/(?:"[^"]*"|[^",])+/g) ?? [];
    const named = readRow(parts);
    return named ? [named] : parts.flatMap(findInPart);
  });
}

/** A row of a table: `Anna Bell,anna@example.org`, or with two columns for the name. */
function readRow(parts: readonly string[]): FoundInvitee | undefined {
  const [found, ...others] = findInPart(parts.at(-1) ?? '');
  const columns = parts.slice(0, -1).map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  const name = columns.join(' ');
  const isRow = columns.length > 0 && columns.length < 3 && wholeName.test(name.replace(',', ' '));
  if (!isRow || !found || found.email === null || found.name !== '' || others.length > 0)
    return undefined;
  return describe(name, found.email);
}

function findInPart(part: string): FoundInvitee[] {
  const found: FoundInvitee[] = [];
  let end = 0;
  let isSentenceOver = false;
  for (const match of part.matchAll(token)) {
    const [whole, quoted] = match;
    // A quoted name comes before its address.
    if (quoted === undefined ? !whole.includes('@') : parse(quoted) === null) continue;
    const address = (quoted ?? whole).trim().replace(/^[.'‘*`]+|[.'’!…*`-]+$/gu, '');
    const gap = part.slice(Math.max(end, match.index - maxGap), match.index);
    end = match.index + whole.length;
    isSentenceOver = /[.!…]$/u.test(whole);
    if (isSameInvitee(gap, address, found.at(-1))) continue;
    const [, inQuotes, plain] = nameBefore.exec(gap.replace(/mailto:$/i, '')) ?? [];
    const [, full] = gap.length < maxGap ? (fullName.exec(gap.replace(opening, '')) ?? []) : [];
    found.push(describe((full ?? inQuotes ?? plain ?? '').trim(), address));
  }
  const last = found.at(-1);
  // The parameters of a link are no name.
  const rest = part.slice(end).replace(/^\?\S*/, '');
  const after =
    last?.name === '' && !isSentenceOver
      ? nameAfter.exec(rest.replace(/[()]/g, ' '))?.[1]
      : undefined;
  if (last && last.email !== null && after !== undefined) {
    return [...found.slice(0, -1), describe(after, last.email)];
  }
  const left = rest.trim();
  return isProse(left) ? found : [...found, { text: left, name: '', email: null }];
}

/** `anna@example.org <anna@example.org>`, as mail programs write who has no name. */
function isSameInvitee(gap: string, address: string, last: FoundInvitee | undefined): boolean {
  return last !== undefined && last.email === parse(address) && /^\W*(mailto:)?$/i.test(gap);
}

function isProse(text: string): boolean {
  return !/[\p{L}\p{N}@]/u.test(text) || /[.!?:…)]$/u.test(text) || text.split(/\s+/).length > 3;
}

function describe(found: string, address: string): FoundInvitee {
  // Columns of a table are pasted with tabs between them.
  const name = found.replaceAll(/\s+/g, ' ');
  const text = name === '' ? address : `${name} <${address}>`;
  return { text, name, email: parse(address) };
}

function parse(address: string): string | null {
  const read = email.safeParse(address);
  return read.success ? read.data : null;
}
