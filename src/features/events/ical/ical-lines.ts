/** Parses and formats content lines as in RFC 5545, section 3.1. */
import { ok, type Result, refuse } from '#kit/result.ts';

export type Property = {
  /** In upper case. */
  readonly name: string;
  /** By upper-case name, without quotation marks. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
};

export type Component = {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
};

const maxLines = 50_000;
const maxDepth = 4;

/** Parses the only VCALENDAR of a text. Refuses with `not_a_calendar` and the number of the bad line. */
export function parseCalendar(text: string): Result<Component> {
  const open: { name: string; properties: Property[]; components: Component[] }[] = [];
  let whole: Component | undefined;
  const lines = unfoldLines(text);
  if (lines.length > maxLines) return notACalendar(`It has more than ${maxLines} lines`);
  for (const { line, number } of lines) {
    const property = parseLine(line);
    if (!property) return notACalendar(`Line ${number} can't be read`);
    const inner = open.at(-1);
    const name = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      const isFirst = open.length === 0 && !whole && name === 'VCALENDAR';
      if ((!inner && !isFirst) || open.length === maxDepth) {
        return notACalendar(`Line ${number} starts a component that is not allowed there`);
      }
      open.push({ name, properties: [], components: [] });
    } else if (property.name === 'END') {
      if (inner?.name !== name)
        return notACalendar(`Line ${number} ends a component that was never started`);
      open.pop();
      const outer = open.at(-1);
      if (outer) outer.components.push(inner);
      else whole = inner;
    } else if (inner) inner.properties.push(property);
    else return notACalendar(`Line ${number} is outside the calendar`);
  }
  if (open.length > 0) return notACalendar('It ends too early');
  return whole ? ok(whole) : notACalendar('It is empty');
}

function notACalendar(what: string) {
  return refuse('invalid', 'not_a_calendar', `This isn't a valid iCalendar file. ${what}.`, {
    field: 'text',
  });
}

function unfoldLines(text: string): { line: string; number: number }[] {
  const lines: { line: string; number: number }[] = [];
  const rawLines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const [index, each] of rawLines.entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(each)) last.line += each.slice(1);
    else if (each !== '') lines.push({ line: each, number: index + 1 });
  }
  return lines;
}

const namePattern = /^[A-Za-z0-9-]+/;
const parameterPattern = /^;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/;

function parseLine(line: string): Property | undefined {
  const name = namePattern.exec(line)?.[0];
  if (name === undefined) return undefined;
  let rest = line.slice(name.length);
  const parameters = new Map<string, string>();
  for (let found = parameterPattern.exec(rest); found; found = parameterPattern.exec(rest)) {
    const [all, key = '', value = ''] = found;
    parameters.set(key.toUpperCase(), value.replaceAll('"', ''));
    rest = rest.slice(all.length);
  }
  if (!rest.startsWith(':')) return undefined;
  return { name: name.toUpperCase(), parameters, value: rest.slice(1) };
}

/** Undoes the escaping of a TEXT value and drops control characters. */
export function unescapeText(value: string): string {
  return value
    .replaceAll(/\\(.)/gs, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
    .replaceAll(controlCharacters, '');
}

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

export function escapeText(text: string): string {
  return text
    .replaceAll(controlCharacters, '')
    .replaceAll(/[\\;,]/g, (special) => `\\${special}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Folds lines at 75 octets without splitting characters, and ends each with CRLF. */
export function formatLines(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const maxOctets = 75;

function foldLine(line: string): string {
  // Fast path: a UTF-16 code unit takes at most three octets.
  if (line.length * 3 <= maxOctets) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = countOctets(character.codePointAt(0) ?? 0);
    if (octets + size > maxOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function countOctets(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
