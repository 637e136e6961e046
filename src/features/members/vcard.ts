/** Members as vCards (vCard 4.0, RFC 6350). */
import type { ExportedMember } from './members-csv.ts';

/** Whether a text is vCards, of any version. */
export const isVcards = (text: string): boolean =>
  /^\ufeff?\s*BEGIN:VCARD\s*$/im.test(text.slice(0, 200));

/** Leaves the lines of pictures, sounds and keys empty, so that all others keep their numbers. */
export function emptyMedia(text: string): string {
  let isMedia = false;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    const goesOn = /^(?:[ \t]|$)/.test(line);
    isMedia = goesOn ? isMedia : /^([\w-]+\.)?(PHOTO|LOGO|SOUND|KEY)[;:]/i.test(line);
    return isMedia ? '' : line;
  });
  return lines.join('\n');
}

export function formatVcards(members: readonly ExportedMember[]): string {
  return members.map(formatVcard).join('');
}

function formatVcard(member: ExportedMember): string {
  const { firstName, lastName, email, primaryPhone, company, title, website, city } = member;
  const note = formatNote(member);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${member.id}`,
    `FN:${escapeText(member.displayName)}`,
    `N:${escapeText(lastName)};${escapeText(firstName)};;;`,
    email && `EMAIL:${escapeText(email)}`,
    primaryPhone && `TEL:${escapeText(primaryPhone)}`,
    company && `ORG:${escapeText(company)}`,
    title && `TITLE:${escapeText(title)}`,
    website && `URL:${sanitizeUri(website)}`,
    city && `ADR:;;;${escapeText(city)};;;`,
    note && `NOTE:${escapeText(note)}`,
    'END:VCARD',
  ];
  return lines
    .filter(Boolean)
    .map((line) => `${foldLine(line || '')}\r\n`)
    .join('');
}

/** What members say about themselves; vCards have no fields for most of it. */
function formatNote({ headline, bio, asks, offers }: ExportedMember): string {
  return [headline, bio, asks && `Asks: ${asks}`, offers && `Offers: ${offers}`]
    .filter(Boolean)
    .join('\n');
}

/** Escapes delimiters and removes control characters, which a vCard cannot contain. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\\,;]/g, '\\$&')
    .replaceAll(/\r\n?|\n|\u2028|\u2029/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

/** A URI is not escaped, but must not end its line. */
function sanitizeUri(address: string): string {
  return address.replaceAll(/[\p{Cc}\s]/gu, '');
}

const maxOctets = 75;

/** Folds lines longer than 75 octets, never within a character. */
function foldLine(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character);
    if (octets + size > maxOctets) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function countOctets(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
