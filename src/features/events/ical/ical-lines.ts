/** Content lines of RFC 5545 (section 3.1): folded, escaped, in components. Pure. */
import { ok, type Result, refuse } from '#kit/result.ts';

export type Property = {
  /** In capitals. */
  readonly name: string;
  /** By name in capitals, without quotation marks. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
};

export type Component = {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
};

const mostLines = 50_000;
const mostDepth = 4;

/** The one VCALENDAR of a text. Refuses with `not_a_calendar`, naming the line that is at fault. */
export function parseCalendar(text: string): Result<Component> {
  const open: { name: string; properties: Property[]; components: Component[] }[] = [];
  let whole: Component | undefined;
  const lines = unfold(text);
  if (lines.length > mostLines) return notACalendar(`It has more than ${mostLines} lines`);
  for (const { line, number } of lines) {
    const property = parseLine(line);
    if (!property) return notACalendar(`Line ${number} can't be read`);
    const inner = open.at(-1);
    const name = property.value.trim().toUpperCase();
    if (property.name === 'BEGIN') {
      const isFirst = open.length === 0 && !whole && name === 'VCALENDAR';
      if ((!inner && !isFirst) || open.length === mostDepth) {
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

function unfold(text: string): { line: string; number: number }[] {
  const lines: { line: string; number: number }[] = [];
  const written = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const [index, each] of written.entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(each)) last.line += each.slice(1);
    else if (each !== '') lines.push({ line: each, number: index + 1 });
  }
  return lines;
}

const nameOf = /^[A-Za-z0-9-]+/;
const parameterOf = /^;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/;

function parseLine(line: string): Property | undefined {
  const name = nameOf.exec(line)?.[0];
  if (name === undefined) return undefined;
  let rest = line.slice(name.length);
  const parameters = new Map<string, string>();
  for (let found = parameterOf.exec(rest); found; found = parameterOf.exec(rest)) {
    const [all, key = '', value = ''] = found;
    parameters.set(key.toUpperCase(), value.replaceAll('"', ''));
    rest = rest.slice(all.length);
  }
  if (!rest.startsWith(':')) return undefined;
  return { name: name.toUpperCase(), parameters, value: rest.slice(1) };
}

/** The text that a value stands for; characters that no text has are left out. */
export function readText(value: string): string {
  return value
    .replaceAll(/\\(.)/gs, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
    .replaceAll(noText, '');
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const noText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

export function writeText(text: string): string {
  return text
    .replaceAll(noText, '')
    .replaceAll(/[\\;,]/g, (special) => `\\${special}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Lines as they travel: none longer than 75 octets, no character split, each with its end. */
export function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const mostOctets = 75;

function fold(line: string): string {
  // Most lines are short, and a UTF-16 unit takes at most three octets.
  if (line.length * 3 <= mostOctets) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > mostOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function octetsOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
