/** Valid requests for the event calls. */
import type { TestPerson } from '#app/testing/hub.ts';
import { type Fixtures, type Params, unique } from '#app/testing/matrix/fixtures.ts';
import type { Makers, Samples } from '#app/testing/matrix/sample.ts';
import { insertFile, insertPicture } from '#features/files/server/testing/samples.ts';
import { type Id, toId } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../../contract.ts';
import { eventFileCalls } from '../../event-file-contract.ts';
import { feedCalls } from '../../feed-contract.ts';

export const samples: Samples = {
  'GET /calendar-feeds/{file}': {
    // The secret in the path identifies the caller, who needs a feed of their own if they may have
    // one.
    params: async ({ owner }, caller) => {
      const own = await caller.call(feedCalls.create);
      const made = own.status < 400 ? own : await owner.call(feedCalls.create);
      return { file: made.value().path.split('/').at(-1) ?? '' };
    },
  },
  'POST /calendars/{calendarId}/import': {
    body: () => ({
      text: `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${unique('a')}\nDTSTART:20270101T180000\nSUMMARY:Walk\nEND:VEVENT\nEND:VCALENDAR`,
      isDryRun: false,
    }),
  },
  'POST /calendars/{calendarId}/imports': {
    body: () => Buffer.from('BEGIN:VCALENDAR\nEND:VCALENDAR'),
    leavesNoRecord: 'nothing is imported yet',
  },
  'GET /calendar-imports/{importId}/events': { params: insertImport, isAboutCaller: true },
  'POST /calendar-imports/{importId}/start': {
    params: insertImport,
    body: () => ({}),
    isAboutCaller: true,
    leavesNoRecord: 'each event of the file that is imported leaves one',
  },
  'DELETE /calendar-imports/{importId}': {
    params: insertImport,
    isAboutCaller: true,
    leavesNoRecord: 'nothing was imported',
  },
  'DELETE /calendar-feed': { leavesNoRecord: 'there may be none to revoke' },
  'POST /yearly-calendars': {
    body: ({ fixtures }) => ({ name: unique(`Months ${fixtures.mark}`) }),
  },
  'PUT /yearly-calendars/{calendarId}': {
    changesEventOf: 'nobody',
    body: ({ fixtures }) => ({
      name: unique(`Weeks ${fixtures.mark}`),
      isMain: false,
    }),
  },
  'GET /calendars/{calendarId}/events': {
    query: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  },
  'GET /calendars/events': {
    query: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  },
  'POST /calendars/{calendarId}/events': { body: ({ fixtures }) => eventBody(fixtures) },
  'DELETE /calendars/{calendarId}/events/{eventId}': { changesEventOf: 'creator' },
  'PUT /calendars/{calendarId}/events/{eventId}': {
    changesEventOf: 'creator',
    body: async ({ fixtures, params }) => {
      const found = await fixtures.owner.call(eventCalls.detail, { params: params as never });
      return {
        ...eventBody(fixtures),
        title: `Morning ${fixtures.mark}`,
        scope: 'all',
        occurrenceId: found.value().occurrenceId,
        categoryColor: 'aabbcc',
        capacity: null,
        rsvpClosesMinutesBefore: null,
      };
    },
  },
  'PUT /event-mails': {
    body: () => ({ isOn: false }),
    leavesNoRecord: 'it may be so already',
  },
  'PUT /event-categories': {
    body: ({ fixtures }) => ({
      items: [
        { color: '2563eb', name: `Talks ${fixtures.mark}` },
        { color: 'db2777', name: `Dinners ${fixtures.mark}` },
      ],
    }),
  },
  'GET /events/occurrences/{occurrenceId}/door': { params: hostedOccurrence },
  'PUT /events/occurrences/{occurrenceId}/attendance': {
    params: hostedOccurrence,
    body: ({ fixtures }) => ({
      changeId: newId(),
      memberId: fixtures.other.memberId,
      isHere: true,
      guests: 1,
      seenVersion: 0,
      at: '2026-11-20T18:00:00.000Z',
    }),
  },
  'POST /events/occurrences/{occurrenceId}/files': {
    changesEventOf: 'creator',
    body: async ({ fixtures, caller }) => ({
      fileIds: [await insertFile(fixtures, caller, { purpose: 'document' })],
    }),
  },
  'DELETE /events/occurrences/{occurrenceId}/files/{fileId}': {
    changesEventOf: 'creator',
    params: (fixtures) => addFile(fixtures, insertFile),
  },
  'GET /events/occurrences/{occurrenceId}/files/{fileId}': {
    params: (fixtures) => addFile(fixtures, insertFile),
  },
  'GET /events/occurrences/{occurrenceId}/files/{fileId}/preview': {
    params: (fixtures) => addFile(fixtures, insertPicture),
  },
  'GET /events/own-rsvps': {
    query: () => ({ startDate: '2026-11-01', endDate: '2026-11-30' }),
  },
  'PUT /events/occurrences/{occurrenceId}/rsvp': { body: () => ({ answer: 'going', guests: 1 }) },
};

export const makers: Makers = {
  calendarId: async ({ owner, mark }) => {
    const body = { name: unique(`Year ${mark}`) };
    return (await owner.call(eventCalls.createCalendar, { body })).value().id;
  },
  eventId: async (fixtures, { calendarId = '' }) =>
    (await makeEvent(fixtures, toId(calendarId))).value().id,
  occurrenceId: async (fixtures) =>
    (await makeEvent(fixtures, fixtures.mainCalendarId)).value().occurrenceId,
};

/** Of an event whose host is the caller, if they are of the chapter: no other member keeps its door. */
async function hostedOccurrence(fixtures: Fixtures, caller: TestPerson): Promise<Params> {
  const params = { calendarId: fixtures.mainCalendarId };
  const raw = JSON.stringify(eventBody(fixtures));
  const own = await caller.call(eventCalls.create, { params, raw });
  const made =
    own.status < 400 ? own : await fixtures.owner.call(eventCalls.create, { params, raw });
  return { occurrenceId: made.value().occurrenceId };
}

/** A date of an event with a file. */
async function addFile(
  fixtures: Fixtures,
  insert: typeof insertFile | typeof insertPicture,
): Promise<Params> {
  const { owner } = fixtures;
  const { occurrenceId } = (await makeEvent(fixtures, fixtures.mainCalendarId)).value();
  const params = { occurrenceId };
  const fileId = await insert(fixtures, owner, { purpose: 'document' });
  (await owner.call(eventFileCalls.add, { params, body: { fileIds: [fileId] } })).value();
  return { ...params, fileId };
}

/** A preview of the caller's, who may have lost access. */
async function insertImport(
  { hub: { db }, mainCalendarId }: Fixtures,
  { chapterId, memberId }: TestPerson,
): Promise<Params> {
  const importId = newId<'calendar-import'>();
  const { id } = await db
    .selectFrom('calendar')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .orderBy((order) => order.eb('id', '=', mainCalendarId), 'desc')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('calendar_import')
    .where('chapter_id', '=', chapterId)
    .where('member_id', '=', memberId)
    .execute();
  await db
    .insertInto('calendar_import')
    .values({
      chapter_id: chapterId,
      id: importId,
      member_id: memberId,
      calendar_id: id,
      file_name: 'walks.ics',
      content: Buffer.from('BEGIN:VCALENDAR\nEND:VCALENDAR'),
      phase: 'ready',
      run_id: newId(),
      total: 0,
      problem: null,
      problem_code: null,
      begun_at: '2026-01-01T00:00:00Z',
    })
    .execute();
  return { importId };
}

function makeEvent(fixtures: Fixtures, calendarId: Id<'calendar'>) {
  const sent = { params: { calendarId }, raw: JSON.stringify(eventBody(fixtures)) };
  return fixtures.owner.call(eventCalls.create, sent);
}

export const eventBody = ({ mark }: Fixtures) => {
  const day = Temporal.Now.plainDateISO().add({ months: 6 }).toString();
  return {
    title: `Evening ${mark}`,
    description: `Music ${mark}`,
    location: `Pier ${mark}`,
    startDate: `${day}T18:00:00`,
    endDate: `${day}T21:00:00`,
  };
};
