/** What an imported event loses, because events of the hub have no such thing. */
import { formatCount } from '#kit/counts.ts';
import { toLine } from '#kit/line.ts';
import { maxDescriptionLength, maxLocationLength, maxTitleLength } from '../event.ts';
import { getStatus, getText } from './ical-fields.ts';
import type { Component } from './ical-read.ts';

const losses: readonly (readonly [string, RegExp])[] = [
  ['attendees', /^ATTENDEE$/],
  ['attachments', /^ATTACH$|^IMAGE$/],
  ['web address', /^URL$|^CONFERENCE$|^X-GOOGLE-CONFERENCE$|^X-MICROSOFT-ONLINEMEETING/],
  ['color', /^COLOR$|^X-APPLE-CALENDAR-COLOR$/],
  ['travel time', /^X-APPLE-TRAVEL-DURATION$/],
  ['priority', /^PRIORITY$/],
];

/** In sentences. */
export function listLosses(component: Component): string[] {
  const others = [...component.others];
  const lost = losses
    .filter(([, pattern]) => others.some((name) => pattern.test(name)))
    .map(([name]) => name);
  if (component.components.some(({ name }) => name === 'VALARM')) lost.push('reminders');
  if (getStatus(component) === 'TENTATIVE') lost.push('that it is tentative');
  const texts = [
    ['title', 'SUMMARY', maxTitleLength],
    ['description', 'DESCRIPTION', maxDescriptionLength],
    ['location', 'LOCATION', maxLocationLength],
  ] as const;
  return [
    ...(lost.length > 0 ? [`Not kept: ${lost.join(', ')}`] : []),
    ...texts.flatMap(([word, name, length]) => {
      if (component.spoiled.has(name)) return [`The ${word} can't be read`];
      const text = getText(component, name);
      const isLong = (word === 'description' ? text : toLine(text)).length > length;
      return isLong ? [`The ${word} is cut to ${formatCount(length)} characters`] : [];
    }),
  ];
}
