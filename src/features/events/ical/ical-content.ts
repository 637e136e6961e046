/**
 * The texts of an event. Where programs put a description, a place or a link elsewhere, and it is the only one, it is
 * taken from there.
 */
import { formatCount } from '#kit/counts.ts';
import { toLine, toText } from '#kit/line.ts';
import { cut } from '#kit/text.ts';
import { maxDescriptionLength, maxLocationLength, maxTitleLength } from '../event.ts';
import { decodeEntities, htmlToText, isHtml } from './html-to-text.ts';
import { type Component, findProperty, getText, type Property } from './ical-read.ts';

export type Content = {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  /** What was cut, in sentences. */
  readonly cuts: readonly string[];
  /** Names of properties and components that have more than is in these texts. */
  readonly unused: ReadonlySet<string>;
};

export function readContent(component: Component): Content {
  const location = readLocation(component);
  const [description = '', ...others] = listDescriptions(component);
  const links = listLinks(component, others);
  const isNew = ({ address }: Link) => !`${description}\n${location.text}`.includes(address);
  const added = [...new Map(links.kept.filter(isNew).map((link) => [link.address, link])).values()];
  const tail = added
    .slice(0, maxLinks)
    .map(({ text }) => text)
    .join('\n');
  const between = description !== '' && tail !== '' ? '\n\n' : '';
  const whole = {
    title: toLine(getText(component, 'SUMMARY')),
    description: description + between + tail,
    location: toLine(location.text),
  };
  const cuts = (
    [
      ['title', maxTitleLength],
      ['description', maxDescriptionLength],
      ['location', maxLocationLength],
    ] as const
  )
    .filter(([name, most]) => whole[name].length > most)
    .map(([name, most]) => `The ${name} is cut to ${formatCount(most)} characters`);
  const room = maxDescriptionLength - between.length - tail.length;
  return {
    title: cut(whole.title, maxTitleLength).trim(),
    // Links are kept first: the beginning of a long text is still of use.
    description: cut(description, room).trim() + between + tail,
    location: cut(whole.location, maxLocationLength).trim(),
    cuts,
    unused: new Set([
      ...links.unused,
      ...location.unused,
      ...added.slice(maxLinks).map(({ name }) => name),
    ]),
  };
}

const maxLinks = 10;
const maxLinkLength = 400;

/** As plain text, first the one that is taken. The others are forms of it, which may have links that it has not. */
function listDescriptions(component: Component): string[] {
  const plain = findProperty(component, 'DESCRIPTION');
  const styled = component.properties.filter(
    ({ name, parameters }) =>
      name === 'X-ALT-DESC' || (name === 'STYLED-DESCRIPTION' && parameters['value'] !== 'URI'),
  );
  const [, encoding = '', data = ''] =
    /^data:text\/html([^,]*),(.*)$/is.exec(plain?.parameters['altrep'] ?? '') ?? [];
  const texts = [plain, ...styled].flatMap((property) => (property ? [toPlain(property)] : []));
  // Thunderbird's form of what has a format.
  if (data !== '' && !/base64/i.test(encoding)) texts.push(htmlToText(decodePercents(data)));
  return texts.map(toText).filter((text) => text !== '');
}

function toPlain({ name, parameters, values }: Property): string {
  const text = (values[0] ?? '').trim();
  const isDeclared = /html/i.test(parameters['fmttype'] ?? (name === 'X-ALT-DESC' ? 'html' : ''));
  return isDeclared || isHtml(text) ? htmlToText(text) : decodeEntities(text);
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

type Link = { readonly name: string; readonly address: string; readonly text: string };

const linkNames = [
  'URL',
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-PM-CONFERENCE-URL',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
  'LINK',
  'ATTACH',
  'STYLED-DESCRIPTION',
];
const linkForm = /^(?:https?:\/\/|www\.|tel:)\S+$/i;

function listLinks(component: Component, others: readonly string[]) {
  const kept: Link[] = [];
  const unused: string[] = [];
  const take = (name: string, address: string, label = '') => {
    if (linkForm.test(address) && address.length <= maxLinkLength)
      kept.push({ name, address, text: label === '' ? address : `${toLine(label)}: ${address}` });
    else if (address !== '') unused.push(name);
  };
  for (const { name, values, parameters } of component.properties) {
    if (name === 'STYLED-DESCRIPTION' && parameters['value'] !== 'URI') continue;
    if (linkNames.includes(name))
      take(name, (values[0] ?? '').trim(), parameters['label'] ?? parameters['filename']);
    // Another form of the same text is a loss only as a link.
    const form = (parameters['altrep'] ?? '').trim();
    if (linkForm.test(form)) take(name, form);
  }
  for (const { properties } of component.components.filter(({ name }) => name === 'VLOCATION'))
    for (const { name, values } of properties) if (name === 'URL') take(name, values[0] ?? '');
  for (const text of others)
    for (const [found] of text.matchAll(/\bhttps?:\/\/[^\s<>"()]+/gi))
      take('X-ALT-DESC', found.replace(/[.,;:!?]+$/, ''));
  return { kept, unused };
}

/** A place has several names, of which one is taken, and a position on the map, which is if there is no name. */
function readLocation(component: Component): { text: string; unused: readonly string[] } {
  const structured = findProperty(component, 'X-APPLE-STRUCTURED-LOCATION');
  const places = component.components.filter(({ name }) => name === 'VLOCATION');
  const position = (structured?.values[0] ?? '').replace(/^geo:/i, '');
  const texts = [
    // Apple's has its name and its address in lines of their own.
    ['LOCATION', getText(component, 'LOCATION').replaceAll(/,?\s*\n\s*/g, ', ')],
    [
      'X-APPLE-STRUCTURED-LOCATION',
      joinParts(structured?.parameters['x-title'], structured?.parameters['x-address']),
    ],
    ['VLOCATION', joinParts(...places.map((place) => getText(place, 'NAME')))],
    ['X-APPLE-STRUCTURED-LOCATION', position.replace(',', ', ')],
    ['GEO', getText(component, 'GEO').replace(';', ', ')],
  ] as const;
  const [, text] = texts.find(([, each]) => toLine(each) !== '') ?? ['', ''];
  const isMore = ([, each]: (typeof texts)[number]) =>
    each !== '' && !toLine(text).includes(toLine(each));
  return { text, unused: texts.filter(isMore).map(([name]) => name) };
}

/** Apple writes line breaks of addresses as they are escaped elsewhere. */
function joinParts(...parts: readonly (string | undefined)[]): string {
  const lines = parts.map((part = '') =>
    toLine(part.replaceAll(/\\n|\n/gi, ', ').replaceAll('\\', '')),
  );
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  return [first, ...rest.filter((line) => !first.includes(line))].join(', ');
}
