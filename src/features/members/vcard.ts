/** Members as cards for an address book (vCard 4.0, RFC 6350). */
import type { ExportedMember } from './members-csv.ts';

export function membersVcard(members: readonly ExportedMember[]): string {
  return members.map(cardOf).join('');
}

function cardOf(member: ExportedMember): string {
  const { firstName, lastName, email, primaryPhone, company, title, website, city, bio } = member;
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `UID:urn:uuid:${member.id}`,
    `FN:${escaped(member.displayName)}`,
    `N:${escaped(lastName)};${escaped(firstName)};;;`,
    email && `EMAIL:${escaped(email)}`,
    primaryPhone && `TEL:${escaped(primaryPhone)}`,
    company && `ORG:${escaped(company)}`,
    title && `TITLE:${escaped(title)}`,
    website && `URL:${uriOf(website)}`,
    city && `ADR:;;;${escaped(city)};;;`,
    bio && `NOTE:${escaped(bio)}`,
    'END:VCARD',
  ];
  return lines
    .filter(Boolean)
    .map((line) => `${folded(line || '')}\r\n`)
    .join('');
}

/** What would end a value or one of its parts; other control characters a card cannot hold. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\,;]/g, '\\$&')
    .replaceAll(/\r\n?|\n|\u2028|\u2029/g, '\\n')
    .replaceAll(/(?!\t)\p{Cc}/gu, '');
}

/** A URI is no text: nothing in it is escaped, and nothing may end its line. */
function uriOf(address: string): string {
  return address.replaceAll(/[\p{Cc}\s]/gu, '');
}

const mostOctets = 75;

/** A line of more than 75 octets goes on in the next, after a blank, never within a character. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > mostOctets) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
