/**
 * Reads the components of an iCalendar file. ical.js reads each line; what a broken line or a missing
 * one spoils is decided here, because ical.js gives up on the whole file.
 */
import ICAL from 'ical.js';
import { ok, type Result, refuse } from '#kit/result.ts';
import { decodeEntities } from './html-to-text.ts';

export type Property = {
  /** In upper case. */
  readonly name: string;
  readonly zoneName: string | undefined;
  /** Others than those, by their names in lower case. */
  readonly parameters: Readonly<Record<string, string>>;
  /** It means this and all later occurrences. */
  readonly isOfFollowing: boolean;
  /**
   * Text is unescaped, times look like `2026-11-20`, `2026-11-20T18:00:00Z` or
   * `2026-11-20T18:00:00+01:00`, periods like `2026-11-20T18:00:00/PT1H`. Rules, and what is no time, are as the
   * file has them.
   */
  readonly values: readonly string[];
};

export type Component = {
  /** In upper case. */
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
  /** Names of properties that are not read. */
  readonly others: Set<string>;
  /** Names of properties whose lines can't be read; empty for a line that has none. */
  readonly spoiled: Set<string>;
  /** It never ended. */
  isCut: boolean;
};

export function findProperty({ properties }: Component, name: string): Property | undefined {
  return properties.find((property) => property.name === name);
}

export function getText(component: Component, name: string): string {
  return findProperty(component, name)?.values[0]?.trim() ?? '';
}

/** As RFC 5545 writes it: Americans have one L. */
export function getStatus(component: Component): string {
  return getText(component, 'STATUS')
    .toUpperCase()
    .replace(/^CANCELED$/, 'CANCELLED');
}

const maxLines = 400_000;
const maxDepth = 8;

/** Longer lines are cut. More than any text that is kept, and than a thousand excluded dates. */
const maxLineLength = 20_000;

/** Lines that are read before others may work, and characters: a line may have thousands of dates. */
const linesAtOnce = 2_000;
const charactersAtOnce = 20_000;

/**
 * The calendars of a text; there may be several, and other lines around them. Refuses with
 * `not_a_calendar` if there is none. `pause` lets others work in between.
 */
export async function readCalendars(
  text: string,
  pause: () => Promise<unknown>,
): Promise<Result<readonly Component[]>> {
  const lines = unfoldLines(text);
  if (lines.length > maxLines) return notACalendar(`It has more than ${maxLines} lines`);
  const tree = createTree();
  let [linesRead, charactersRead] = [0, 0];
  for (const line of lines) {
    if (linesRead >= linesAtOnce || charactersRead >= charactersAtOnce) {
      await pause();
      [linesRead, charactersRead] = [0, 0];
    }
    linesRead += 1;
    charactersRead += line.length;
    const name = /^[a-z0-9-]+/i.exec(line)?.[0].toUpperCase();
    if (name === 'BEGIN') tree.begin(readName(line));
    else if (name === 'END') tree.end(readName(line));
    else if (name !== undefined && line.includes(':')) addProperty(tree.inner(), name, line);
    else tree.inner()?.spoiled.add('');
  }
  const calendars = tree.close();
  return calendars.length > 0 ? ok(calendars) : notACalendar('It contains no calendar');
}

function notACalendar(what: string) {
  return refuse('invalid', 'not_a_calendar', `This isn't a valid iCalendar file. ${what}.`, {
    field: 'text',
  });
}

function unfoldLines(text: string): string[] {
  const lines: string[] = [];
  for (const each of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const last = lines.length - 1;
    if (last >= 0 && /^[ \t]/.test(each)) lines[last] += each.slice(1);
    else if (each !== '') lines.push(each);
  }
  return lines;
}

function readName(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase();
}

/** Components that are open, from the outermost on, and the calendars that were closed. */
function createTree() {
  const open: Component[] = [];
  const calendars: Component[] = [];
  let skippedDepth = 0;
  const close = () => {
    const closed = open.pop();
    const outer = open.at(-1);
    if (closed && outer) outer.components.push(closed);
    else if (closed?.name === 'VCALENDAR') calendars.push(closed);
  };
  /** Closes what should have ended before, from this depth on. */
  const cutFrom = (depth: number) => {
    for (let inner = open.at(-1); inner && open.length > depth; inner = open.at(-1)) {
      inner.isCut = true;
      close();
    }
  };
  return {
    inner: () => (skippedDepth === 0 ? open.at(-1) : undefined),
    begin: (name: string) => {
      // Where an end is missing, the next calendar or event is no part of this one.
      if (name === 'VCALENDAR') cutFrom(0);
      if (name === 'VEVENT' && open.some((each) => each.name === name)) cutFrom(1);
      if (open.length === maxDepth) skippedDepth += 1;
      else open.push(createComponent(name));
    },
    end: (name: string) => {
      if (skippedDepth > 0) skippedDepth -= 1;
      else {
        const depth = open.findLastIndex((each) => each.name === name);
        if (depth < 0) return;
        cutFrom(depth + 1);
        close();
      }
    },
    close: () => {
      cutFrom(0);
      return calendars;
    },
  };
}

function createComponent(name: string): Component {
  const lists = { properties: [], components: [], others: new Set<string>() };
  return { name, ...lists, spoiled: new Set(), isCut: false };
}

const readProperties = new Set(
  (
    'METHOD UID SEQUENCE DTSTAMP LAST-MODIFIED DTSTART DTEND DURATION RRULE RDATE EXDATE EXRULE ' +
    'RECURRENCE-ID STATUS CLASS SUMMARY DESCRIPTION LOCATION CATEGORIES ' +
    'TZID X-LIC-LOCATION TZOFFSETFROM TZOFFSETTO X-MICROSOFT-CDO-ALLDAYEVENT X-WR-TIMEZONE ' +
    'X-ALT-DESC STYLED-DESCRIPTION X-APPLE-STRUCTURED-LOCATION NAME GEO URL CONFERENCE LINK ATTACH ' +
    'X-GOOGLE-CONFERENCE X-MICROSOFT-SKYPETEAMSMEETINGURL X-MICROSOFT-ONLINEMEETINGEXTERNALLINK X-PM-CONFERENCE-URL'
  ).split(' '),
);

function addProperty(component: Component | undefined, name: string, line: string): void {
  if (!component) return;
  if (!readProperties.has(name)) {
    component.others.add(name);
    return;
  }
  const property = readProperty(name, line.slice(0, maxLineLength));
  if (property) component.properties.push(property);
  else component.spoiled.add(name);
}

const { value, property, ...more } = ICAL.design.icalendar;

/**
 * Rules, dates and times are read by the hub itself, which refuses what it does not know: ical.js takes the
 * beginning of a time for the whole. Dates are often written without saying that they are no times.
 */
const time = { fromICAL: (text: string) => text.split('/').map(readIcalTime).join('/') };
const times = { date: time, 'date-time': time, period: time };
const text = { defaultType: 'text' };
const texts = { 'x-alt-desc': text, 'styled-description': text, name: text };
const design = {
  ...more,
  property: { ...property, ...texts, geo: { defaultType: 'uri' } },
  value: { ...value, recur: {}, ...times },
};

/** With the offset that a few programs write, though RFC 5545 has none. Anything else is left as it is. */
function readIcalTime(text: string): string {
  // Google writes the days of its birthdays with a Z.
  const form =
    /^(\d{4})(\d\d)(\d\d)(?:Z|T(\d\d)(\d\d)(\d\d)(?:(Z)|([+-](?:[01]\d|2[0-3])):?([0-5]\d))?)?$/.exec(
      text.trim(),
    );
  if (!form) return text;
  const [, year, month, day, hour, minute, second, isUtc = '', offset, minutes] = form;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const zone = offset === undefined ? isUtc : `${offset}:${minutes}`;
  return `${date}T${hour}:${minute}:${second}${zone}`;
}

/** Of one line, in which pages on the web write signs as HTML has them: `Q&amp;A`. */
const lineNames = new Set(['SUMMARY', 'LOCATION', 'CATEGORIES']);

function readProperty(name: string, line: string): Property | undefined {
  try {
    const [, parameters, , ...values] = ICAL.parse.property(
      unescapeMore(mendZone(line)),
      design,
    ) as [string, Readonly<Record<string, unknown>>, string, ...unknown[]];
    const { tzid: zoneName, range, ...others } = parameters;
    // Of the 1990s, which no one here decodes.
    if (/quoted-printable/i.test(String(others['encoding']))) return undefined;
    return {
      name,
      zoneName: typeof zoneName === 'string' ? removeControls(zoneName).trim() : undefined,
      parameters: Object.fromEntries(
        Object.entries(others).map(([key, each]) => [key, removeControls(String(each))]),
      ),
      isOfFollowing: range !== undefined,
      values: values.map((value) => {
        const own = removeControls(String(value));
        return lineNames.has(name) ? decodeEntities(own) : own;
      }),
    };
  } catch {
    // ical.js throws for whatever it cannot read; the event says so if it needs the line.
    return undefined;
  }
}

/** Where the name of a zone has a blank before it, or a colon, as `(UTC-08:00) Pacific Time` has, and no quotes around it. */
function mendZone(line: string): string {
  const head = line
    .slice(0, 300)
    .replace(/; +(?=TZID=)/i, ';')
    .replace(/(;TZID=)([^";]*:[^";]*)(?=:\d{8})/i, '$1"$2"');
  return head + line.slice(300);
}

/** A colon and a quotation mark need no backslash, and some programs write one: `https\://example.org`. */
function unescapeMore(line: string): string {
  return line.replaceAll(
    /(\\\\)|\\([:"])/g,
    (_, pair?: string, sign?: string) => pair ?? sign ?? '',
  );
}

function removeControls(text: string): string {
  return text.replaceAll(controlCharacters, '');
}

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
