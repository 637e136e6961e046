/** vCards 3.0 and 4.0 (RFC 2426, RFC 6350) as a table. ical.js reads the lines, as it does for calendars. */
import ICAL from 'ical.js';
import { ok, type Result } from '#kit/result.ts';
import { maxRows } from '../import.ts';
import { notTable, type Table, tooManyRows } from './read-csv.ts';

/** Each in a column of its name; whatever else a card has is ignored, such as its photo. */
const headers = [
  'Name',
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Company',
  'Title',
  'Website',
  'City',
];

/** The property of each column but the names. */
const properties = new Map([
  ['FN', 'Name'],
  ['EMAIL', 'Email'],
  ['TEL', 'Phone'],
  ['ORG', 'Company'],
  ['TITLE', 'Title'],
  ['URL', 'Website'],
]);

/** Reads one row for each card. A line that cannot be read costs its field. */
export function readVcards(text: string): Result<Table> {
  const rows: { line: number; cells: string[] }[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  let card: Map<string, string> | undefined;
  let begin = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const first = index;
    let line = lines[index] ?? '';
    while (/^[ \t]/.test(lines[index + 1] ?? '')) line += (lines[(index += 1)] ?? '').slice(1);
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      card = new Map();
      begin = first + 1;
    } else if (/^END:VCARD\s*$/i.test(line) && card) {
      if (rows.length === maxRows) return tooManyRows;
      rows.push({ line: begin, cells: headers.map((header) => card?.get(header) ?? '') });
      card = undefined;
    } else if (/^VERSION:2/i.test(line)) {
      return notTable('These are vCards 2.1. Export them as vCard 3.0 or 4.0');
    } else if (card) addLine(card, line);
  }
  return ok({ delimiter: '', headers, rows });
}

function addLine(card: Map<string, string>, line: string): void {
  // Apple groups a line with its label: `item1.EMAIL`.
  const bare = line.replace(/^[\w-]+\.(?=[A-Za-z])/, '');
  const name = /^[A-Za-z-]+/.exec(bare)?.[0].toUpperCase() ?? '';
  const header = properties.get(name);
  if (!header && name !== 'N' && name !== 'ADR') return;
  const value = readValue(bare);
  if (value === undefined) return;
  const parts = Array.isArray(value) ? value : [value];
  const part = (index: number) => String(parts[index] ?? '').trim();
  if (name === 'N') {
    card.set('Last Name', part(0));
    card.set('First Name', [part(1), part(2)].filter(Boolean).join(' '));
  } else if (name === 'ADR') addText(card, 'City', part(3));
  else if (header) addText(card, header, name === 'TEL' ? toNumber(part(0)) : unescapeUri(part(0)));
}

/** The first of several is kept; Google's export joins several in the same way. */
function addText(card: Map<string, string>, header: string, text: string): void {
  if (text === '') return;
  const before = card.get(header);
  card.set(header, before === undefined ? text : `${before} ::: ${text}`);
}

function readValue(line: string): unknown {
  try {
    return ICAL.parse.property(line, ICAL.design.vcard)[3];
  } catch (error) {
    if (error instanceof ICAL.parse.ParserError) return undefined;
    throw error;
  }
}

/** vCard 4.0 has numbers as links: `tel:+1-619-555-0142;ext=7`. */
const toNumber = (value: string) => value.replace(/^tel:/i, '');

/** A colon needs no backslash, and many programs write one. */
const unescapeUri = (value: string) => value.replaceAll(/\\([:,;])/g, '$1');
