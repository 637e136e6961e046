/**
 * What an imported event loses. What is kept is listed, and what no member would miss; all else is reported, by a word
 * for what it is or by its own name.
 */
import { readContent } from './ical-content.ts';
import { type Component, getStatus, getText } from './ical-read.ts';
import { hasSeconds, readDuration } from './ical-times.ts';

/** Notes of programs for themselves, and what says whether its owner is busy, which is the RSVP here. */
const bookkeeping = new Set(
  (
    'CREATED TRANSP REQUEST-STATUS X-LIC-ERROR X-LIC-NOTE X-MICROSOFT-CDO-APPT-SEQUENCE ' +
    'X-MICROSOFT-CDO-ATTENDEE-CRITICAL-CHANGE X-MICROSOFT-CDO-BUSYSTATUS X-MICROSOFT-CDO-INSTTYPE ' +
    'X-MICROSOFT-CDO-INTENDEDSTATUS X-MICROSOFT-CDO-OWNER-CRITICAL-CHANGE X-MICROSOFT-CDO-OWNERAPPTID ' +
    'X-MICROSOFT-CDO-REPLYTIME X-MICROSOFT-CDO-TZID X-MICROSOFT-DISALLOW-COUNTER X-MICROSOFT-DONOTFORWARDMEETING ' +
    'X-MICROSOFT-ISRESPONSEREQUESTED X-MICROSOFT-LOCATIONSOURCE X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT ' +
    'X-MICROSOFT-ONLINEMEETINGINFORMATION X-MICROSOFT-SCHEDULINGSERVICEUPDATEURL X-MICROSOFT-SKYPETEAMSPROPERTIES ' +
    'X-MS-OLK-APPTSEQTIME X-MS-OLK-AUTOFILLLOCATION X-MS-OLK-AUTOSTARTCHECK X-PM-CONFERENCE-ID ' +
    'X-MOZILLA-ALARM-DEFAULT-LENGTH X-MOZILLA-ALARM-DEFAULT-UNITS X-MOZILLA-LASTALARMACK ' +
    'X-MOZILLA-RECUR-DEFAULT-INTERVAL X-MOZILLA-RECUR-DEFAULT-UNITS ' +
    'X-MS-OLK-CONFTYPE X-MS-OLK-FORCEINSPECTOROPEN X-MOZ-GENERATION X-MOZ-LASTACK X-MOZ-RECEIVED-DTSTAMP ' +
    'X-MOZ-RECEIVED-SEQUENCE X-MOZ-SEND-INVITATIONS X-MOZ-SEND-INVITATIONS-UNDISCLOSED X-MOZ-SNOOZE-TIME ' +
    'X-APPLE-CREATOR-IDENTITY X-APPLE-CREATOR-TEAM-IDENTITY X-APPLE-EWS-BUSYSTATUS ' +
    'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR X-EVOLUTION-CALDAV-ETAG X-EVOLUTION-CALDAV-HREF'
  ).split(' '),
);

const words = new Map<string, string>(
  Object.entries({
    ORGANIZER: 'organizer',
    ATTENDEE: 'attendees',
    PARTICIPANT: 'participants',
    ATTACH: 'attachments',
    IMAGE: 'picture',
    URL: 'web address',
    CONFERENCE: 'conference',
    LINK: 'links',
    'X-ALT-DESC': 'links of the description',
    COLOR: 'color',
    'X-APPLE-CALENDAR-COLOR': 'color',
    'X-APPLE-TRAVEL-DURATION': 'travel time',
    'X-APPLE-TRAVEL-START': 'travel time',
    PRIORITY: 'priority',
    'X-MICROSOFT-CDO-IMPORTANCE': 'priority',
    GEO: 'position on the map',
    'X-MICROSOFT-LATITUDE': 'position on the map',
    'X-MICROSOFT-LONGITUDE': 'position on the map',
    'X-APPLE-STRUCTURED-LOCATION': 'position on the map',
    VLOCATION: 'places',
    COMMENT: 'comments',
    CONTACT: 'contact',
    'RELATED-TO': 'related events',
    VALARM: 'reminders',
    'X-CHAPTER-HUB-RSVP': 'RSVP',
  }),
);

const texts = [
  ['title', 'SUMMARY'],
  ['description', 'DESCRIPTION'],
  ['location', 'LOCATION'],
] as const;

const maxListed = 12;
const maxNameLength = 60;

/** Of an event and of its changes, in sentences. */
export function listLosses(...components: readonly Component[]): string[] {
  const lost = new Set(components.flatMap((component) => listLost(component)));
  const named = [...lost].slice(0, maxListed);
  if (lost.size > maxListed) named.push(`${lost.size - maxListed} more`);
  const sentences = components.flatMap((component) => [
    ...readContent(component).cuts,
    ...[...component.spoiled].map((name) => {
      const word = texts.find(([, each]) => each === name)?.[0];
      if (word !== undefined) return `The ${word} can't be read`;
      return name === '' ? "A line can't be read" : `The line ${name} can't be read`;
    }),
    ...texts
      .filter(([, name]) => countTexts(component, name) > 1)
      .map(([word]) => `Only the first ${word} is kept`),
  ]);
  return [...(named.length > 0 ? [`Not kept: ${named.join(', ')}`] : []), ...new Set(sentences)];
}

function listLost(component: Component): string[] {
  const names = [
    ...component.others,
    ...readContent(component).unused,
    // A place is read with the rest, and reported if it is not used.
    ...component.components.map(({ name }) => name).filter((name) => name !== 'VLOCATION'),
  ];
  const status = getStatus(component);
  return [
    ...names
      .filter((name) => !bookkeeping.has(name))
      .map((name) => words.get(name) ?? name.slice(0, maxNameLength)),
    ...(status === 'TENTATIVE' ? ['that it is tentative'] : []),
    ...(/^(?:CONFIRMED|TENTATIVE|CANCELLED|)$/.test(status) ? [] : ['STATUS']),
    ...(losesSeconds(component) ? ['seconds'] : []),
  ];
}

function losesSeconds(component: Component): boolean {
  return (
    hasSeconds(getText(component, 'DTSTART')) ||
    hasSeconds(getText(component, 'DTEND')) ||
    (readDuration(getText(component, 'DURATION'))?.seconds ?? 0) > 0
  );
}

function countTexts({ properties }: Component, name: string): number {
  const own = properties.filter((property) => property.name === name);
  return new Set(own.map(({ values }) => values[0])).size;
}
