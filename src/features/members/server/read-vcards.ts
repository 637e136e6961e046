/**
 * vCards 3.0 and 4.0 (RFC 2426, RFC 6350), and 2.1 as Outlook and Android write them, as a table. ical.js reads the
 * lines, as it does for calendars; libqp, of nodemailer's author, what is in quoted-printable.
 */
import ICAL from 'ical.js';
import { decode } from 'libqp';
import { decodeText } from '#kit/decode-text.ts';
import { ok, type Result } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { maxRows } from '../import.ts';
import { maxColumns, type Table, tooManyRows } from './read-csv.ts';

/** Each in a column of its name. */
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

/** The property of each column whose values have no parts. */
const properties = new Map([
  ['FN', 'Name'],
  ['EMAIL', 'Email'],
  ['TITLE', 'Title'],
  ['URL', 'Website'],
]);

/** What programs note for themselves, and what is not text, of which the form says that it is left out. */
const ignored = new Set(
  'BEGIN END VERSION PRODID PROFILE KIND REV UID X-ABLABEL X-ABADR PHOTO LOGO SOUND KEY'.split(' '),
);

/**
 * Reads one row for each card, in turns. Whatever else a card has gets a column, too, so that the preview says that it is
 * ignored; a line that cannot be read costs its field.
 */
export async function readVcards(
  text: string,
  nextTurn: () => Promise<void>,
): Promise<Result<Table>> {
  const cards: { line: number; card: ReadonlyMap<string, string> }[] = [];
  const names = new Set(headers);
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  let card: Map<string, string> | undefined;
  let begin = 0;
  let is2 = false;
  /** Also where its end is missing, because a file was cut or put together. */
  const end = () => {
    if (!card) return;
    for (const name of card.keys()) names.add(name);
    cards.push({ line: begin, card });
    card = undefined;
  };
  for (let index = 0; index < lines.length; index += 1) {
    await nextTurn();
    const first = index;
    let line = lines[index] ?? '';
    if (quoted.test(line))
      while (/=\s*$/.test(line) && index + 1 < lines.length)
        line = `${line.replace(/=\s*$/, '')}${lines[(index += 1)]}`;
    // Where a program writes each break twice, an empty line is between the parts of one.
    for (let next = index + 1; /^(?:[ \t]|$)/.test(lines[next] ?? 'END'); next += 1) {
      line += lines[next]?.slice(1) ?? '';
      index = next;
    }
    if (/^BEGIN:VCARD\s*$/i.test(line)) {
      end();
      card = new Map();
      begin = first + 1;
      is2 = false;
    } else if (/^END:VCARD\s*$/i.test(line)) end();
    else if (/^VERSION:/i.test(line)) is2 = /^VERSION:2/i.test(line);
    else if (card) addLine(card, line, is2);
  }
  end();
  if (cards.length > maxRows) return tooManyRows;
  const columns = [...names].slice(0, maxColumns);
  const rows = cards.map(({ line, card }) => ({
    line,
    cells: columns.map((name) => card.get(name) ?? ''),
  }));
  return ok({ delimiter: '', headers: columns, rows });
}

function addLine(card: Map<string, string>, line: string, is2: boolean): void {
  // Apple groups a line with its label: `item1.EMAIL`.
  const bare = toNewer(line.replace(/^[\w-]+\.(?=[A-Za-z])/, ''), is2);
  const name = /^[A-Za-z-]+/.exec(bare)?.[0].toUpperCase() ?? '';
  if (ignored.has(name)) return;
  const read = readLine(bare);
  if (!read) return addText(card, 'Lines that are not read', cut(bare, maxShown));
  const { types, isPreferred, parts } = read;
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = parts;
  const join = (texts: readonly string[], between: string) => texts.filter(Boolean).join(between);
  // Other ones are the same name in another script.
  if (name === 'N' && !card.has('First Name')) {
    card.set('Last Name', join([first, fifth], ', '));
    card.set('First Name', join([second, third], ' '));
    addText(card, 'Name Prefix', fourth);
  } else if (name === 'ADR') {
    addText(card, 'City', fourth, isPreferred);
    addText(card, 'Address', join(parts.toSpliced(3, 1), ', '), isPreferred);
  } else if (name === 'ORG') {
    addText(card, 'Company', first, isPreferred);
    addText(card, 'Department', join(parts.slice(1), ', '));
  } else if (name === 'TEL') {
    const isForVoice = !types.includes('fax') && !types.includes('pager');
    addText(card, isForVoice ? 'Phone' : 'Fax or pager', toNumber(first), isPreferred);
  } else addText(card, properties.get(name) ?? name, unescapeUri(join(parts, ', ')), isPreferred);
}

/** What the preview shows of a cell. */
const maxShown = 80;

/** The first of several is kept; Google's export joins several in the same way. */
function addText(
  card: Map<string, string>,
  header: string,
  text: string,
  isPreferred = false,
): void {
  if (text === '') return;
  const before = card.get(header) ?? [];
  const texts = isPreferred ? [text, before] : [before, text];
  card.set(header, texts.flat().join(' ::: '));
}

/** Also in cards that say to be newer. */
const quoted = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE(?=[;:])/i;

/** A line as newer vCards have it: in a vCard 2.1, a comma is text, and letters are in any character set. */
function toNewer(line: string, is2: boolean): string {
  const colon = line.indexOf(':');
  const head = line.slice(0, colon);
  let value = line.slice(colon + 1);
  if (quoted.test(line)) {
    const charset = /;CHARSET="?([^;"]+)/i.exec(head)?.[1];
    value = decodeBytes(decode(value), charset).replaceAll(/\r\n?|\n/g, String.raw`\n`);
  }
  if (is2) value = value.replaceAll(/(?<!\\),/g, String.raw`\,`);
  return `${head.replaceAll(/;(?:(?:ENCODING=)?QUOTED-PRINTABLE|CHARSET=[^;]*)(?=;|$)/gi, '')}:${value}`;
}

function decodeBytes(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // Of a set that is unknown, or that is not the one named: as a file that names none.
    return decodeText(bytes)?.text ?? '';
  }
}

type Line = {
  /** In lower case. */
  readonly types: readonly string[];
  readonly isPreferred: boolean;
  readonly parts: readonly string[];
};

/** Types without a name, as in vCards 2.1: `TEL;CELL;PREF:`. */
const nameTypes = (line: string) =>
  line.replace(/^[A-Za-z-]+(?:;[^;:"]*)+(?=:)/, (head) =>
    head.replaceAll(/;([A-Za-z]+)(?=;|$)/g, ';TYPE=$1'),
  );

function readLine(line: string): Line | undefined {
  try {
    const [, parameters, , value] = ICAL.parse.property(nameTypes(line), ICAL.design.vcard) as [
      string,
      Readonly<Record<string, string | readonly string[]>>,
      string,
      unknown,
    ];
    const types = [parameters['type'] ?? []].flat().join(',').toLowerCase().split(',');
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return {
      types,
      isPreferred: types.includes('pref') || parameters['pref'] === '1',
      // A part has several values where someone has several given names.
      parts: values.map((part) => [part ?? ''].flat().map(String).join(' ').trim()),
    };
  } catch (error) {
    if (error instanceof ICAL.parse.ParserError) return undefined;
    throw error;
  }
}

/** vCard 4.0 has numbers as links: `tel:+1-619-555-0142;ext=7`. */
const toNumber = (value: string) => value.replace(/^tel:/i, '');

/** A colon needs no backslash, and many programs write one. */
const unescapeUri = (value: string) => value.replaceAll(/\\([:,;])/g, '$1');
