/** What is new for a member since their last visit to Home. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { eventCalls } from '#features/events/contract.ts';
import type { NewEvent } from '#features/events/event.ts';
import { answerCall } from '#features/events/rsvp/answer-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { logExpense, type Scene, toParams } from '#features/expenses/testing/scene.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Instant, instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { listNewestRecords } from '#server/audit/newest-records.ts';
import { newsCalls } from '../contract.ts';

/** Hours after the hub was started. */
let hours = 0;
const started = Temporal.Now.instant();
const clock = (): Instant => toInstant(started.add({ hours }));

let hub: TestHub;
let chapter: TestChapter;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub({ clock });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  hours = 0;
  chapter = await hub.chapter();
  scene = {
    chapter,
    ann: await chapter.person('Ann Abel', 'admin'),
    ben: await chapter.person('Ben Burns'),
    cid: await chapter.person('Cid Chen'),
    dora: await chapter.person('Dora Diaz'),
  };
});

const visit = async (person: TestPerson) => {
  expect((await person.call(newsCalls.visit)).status).toBe(204);
};
const read = async (person: TestPerson) => (await person.call(newsCalls.list)).value();
const readKinds = async (person: TestPerson) => (await read(person)).items.map(({ kind }) => kind);

/** Visits, and comes back two hours after what happens in between. */
async function visitAround(person: TestPerson, happen: () => Promise<unknown>) {
  await visit(person);
  hours += 1;
  await happen();
  hours += 1;
  return read(person);
}

test('during a first visit nothing is new', async () => {
  await logExpense(scene);
  const nothing = { since: null, items: [], more: 0, isCut: false };
  expect(await read(scene.ben)).toEqual(nothing);
  await visit(scene.ben);
  expect(await read(scene.ben)).toEqual(nothing);
});

test('an expense one shares is new with its share, and no news for who does not take part', async () => {
  const { ann, ben, dora } = scene;
  await visit(dora);
  const { since, items } = await visitAround(ben, () =>
    logExpense(scene, { title: 'Dinner', amount: cents(90_00) }),
  );
  expect(since).toBe(toInstant(started));
  expect(items).toMatchObject([
    { kind: 'expense-logged', title: 'Dinner', share: 30_00, by: 'Ann Abel' },
  ]);
  expect(await readKinds(dora)).toEqual([]);
  await visit(ann);
  expect(await readKinds(ann)).toEqual([]);
});

test('what is new stays so during a visit, and is no longer in the next', async () => {
  const { ben } = scene;
  const news = await visitAround(ben, () => logExpense(scene));
  await visit(ben);
  expect(await read(ben)).toEqual(news);
  hours += 1;
  expect((await read(ben)).items).toEqual([]);
});

test('one’s own doing is not news to oneself', async () => {
  const { ann } = scene;
  const { items } = await visitAround(ann, () => logExpense(scene));
  expect(items).toEqual([]);
});

test('a settled expense is news, one both logged and settled once, a deleted one never', async () => {
  const { ann, ben } = scene;
  const old = await logExpense(scene, { title: 'Old' });
  const { items } = await visitAround(ben, async () => {
    (await ann.call(expenseCalls.settle, { params: toParams(old) })).value();
    const both = await logExpense(scene, { title: 'Both' });
    (await ann.call(expenseCalls.settle, { params: toParams(both) })).value();
    const deleted = await logExpense(scene, { title: 'Deleted' });
    await ann.call(expenseCalls.remove, { params: toParams(deleted) });
  });
  const listed = items.map((item) => [item.kind, 'title' in item && item.title]).sort();
  expect(listed).toEqual([
    ['expense-logged', 'Both'],
    ['expense-settled', 'Old'],
    // What settling outside wallets records that Ben has paid, once for each.
    ['payment', false],
    ['payment', false],
  ]);
});

test('a payment is news to its two sides alone, treasurers and admins included', async () => {
  const { ann, ben, cid, dora } = scene;
  await visit(dora);
  await visit(ann);
  const body = {
    fromMemberId: cid.memberId,
    toMemberId: ben.memberId,
    amount: cents(12_50),
    paidOn: instantToDay(clock(), 'America/Los_Angeles'),
    method: 'check' as const,
  };
  const { items } = await visitAround(ben, () => cid.call(paymentCalls.record, { body }));
  expect(items).toMatchObject([
    { kind: 'payment', amount: 12_50, isToMember: true, other: 'Cid Chen', status: 'waiting' },
  ]);
  expect([await readKinds(dora), await readKinds(ann)]).toEqual([[], []]);
});

async function createEvent(more: Partial<NewEvent> = {}) {
  const [calendar] = (await scene.ann.call(eventCalls.calendars)).value().items;
  const params = { calendarId: calendar?.id as Id<'calendar'> };
  const day = addDays(instantToDay(clock(), 'America/Los_Angeles'), 7);
  const body: NewEvent = {
    title: 'Picnic',
    description: '',
    location: '',
    startDate: `${day}T12:00`,
    endDate: `${day}T13:00`,
    categoryColor: '#3b82f6',
    recurrence: null,
    capacity: null,
    maxGuests: 20,
    rsvpClosesMinutesBefore: null,
    ...more,
  };
  const created = (await scene.ann.call(eventCalls.create, { params, body })).value();
  return { created, body, params: { ...params, eventId: created.id } };
}

const daily: NewEvent['recurrence'] = {
  frequency: 'daily',
  interval: 1,
  byDay: [],
  byMonthDay: [],
  bySetPosition: [],
  byMonth: [],
  weekStart: 'SU',
  endBy: null,
  count: 3,
};

async function listDates(eventId: Id<'event'>): Promise<Id<'occurrence'>[]> {
  const rows = await hub.db
    .selectFrom('event_occurrence')
    .select('id')
    .where('event_id', '=', eventId)
    .orderBy('starts_at')
    .execute();
  return rows.map(({ id }) => id);
}

const answer = async (person: TestPerson, occurrenceId: Id<'occurrence'>, going = true) => {
  const body = { answer: going ? ('going' as const) : ('not-going' as const), guests: 0 };
  (await person.call(answerCall, { params: { occurrenceId }, body })).value();
};

test('a new event is news for everyone, unless it was canceled meanwhile', async () => {
  const { ann, ben } = scene;
  const { items } = await visitAround(ben, async () => {
    await createEvent();
    const { params } = await createEvent({ title: 'Off again' });
    await ann.call(eventCalls.remove, { params, query: { scope: 'all' } });
  });
  expect(items).toMatchObject([{ kind: 'event-added', title: 'Picnic', by: 'Ann Abel' }]);
});

test('a move or cancelation is news for who has an RSVP, and a new title for no one', async () => {
  const { ann, ben, cid, dora } = scene;
  const [moved, canceled, renamed] = [
    await createEvent(),
    await createEvent(),
    await createEvent(),
  ];
  for (const { created } of [moved, canceled, renamed]) {
    await answer(ben, created.occurrenceId);
    await answer(cid, created.occurrenceId, false);
  }
  for (const person of [cid, dora]) await visit(person);
  const { items } = await visitAround(ben, async () => {
    const day = addDays(instantToDay(clock(), 'America/Los_Angeles'), 9);
    const times = { startDate: `${day}T12:00`, endDate: `${day}T13:00` } as const;
    const later = {
      ...moved.body,
      ...times,
      scope: 'all' as const,
      occurrenceId: moved.created.occurrenceId,
    };
    (await ann.call(eventCalls.update, { params: moved.params, body: later })).value();
    const { occurrenceId } = renamed.created;
    const title = { ...renamed.body, title: 'Renamed', scope: 'all' as const, occurrenceId };
    (await ann.call(eventCalls.update, { params: renamed.params, body: title })).value();
    await ann.call(eventCalls.remove, { params: canceled.params, query: { scope: 'all' } });
  });
  expect(items.map(({ kind }) => kind).sort()).toEqual(['event-canceled', 'event-moved']);
  for (const person of [cid, dora]) expect(await readKinds(person)).toEqual([]);
});

test('of a series, a moved or canceled date is news for who has an RSVP for that date', async () => {
  const { ann, ben, cid } = scene;
  const { created, body, params } = await createEvent({ recurrence: daily });
  const dates = await listDates(created.id);
  const [first, second, third] = dates as [Id<'occurrence'>, Id<'occurrence'>, Id<'occurrence'>];
  await answer(ben, first);
  await answer(cid, second);
  await visit(cid);
  const { items } = await visitAround(ben, async () => {
    const later = { startDate: body.startDate.replace('T12', 'T10') } as Partial<NewEvent>;
    const one = { ...body, ...later, scope: 'one' as const, occurrenceId: first };
    (await ann.call(eventCalls.update, { params, body: one as never })).value();
    const query = { scope: 'one' as const, occurrenceId: third };
    (await ann.call(eventCalls.remove, { params, query })).value();
  });
  expect(items).toMatchObject([{ kind: 'event-moved', occurrenceId: first }]);
  expect(await readKinds(cid)).toEqual([]);
});

test('a canceled date is news for who has an RSVP for it, not for whose own was canceled before', async () => {
  const { ann, ben, cid, dora } = scene;
  const { created, params } = await createEvent({ recurrence: daily });
  const dates = await listDates(created.id);
  const [first, second, third] = dates as [Id<'occurrence'>, Id<'occurrence'>, Id<'occurrence'>];
  await answer(ben, first);
  await answer(cid, second);
  await answer(dora, third);
  const cancel = async (occurrenceId: Id<'occurrence'>) => {
    const query = { scope: 'one' as const, occurrenceId };
    (await ann.call(eventCalls.remove, { params, query })).value();
  };
  await cancel(first);
  hours += 1;
  await visit(ben);
  await visit(dora);
  const { items } = await visitAround(cid, async () => {
    await cancel(second);
    await cancel(third);
  });
  expect(items).toMatchObject([{ kind: 'event-canceled', title: 'Picnic' }]);
  expect(await readKinds(dora)).toEqual(['event-canceled']);
  expect(await readKinds(ben)).toEqual([]);
});

test('a promotion from a waitlist is news for who got it, and for no one else on it', async () => {
  const { ben, cid, dora } = scene;
  const { created } = await createEvent({ capacity: 1 });
  for (const person of [ben, cid, dora]) await answer(person, created.occurrenceId);
  await visit(dora);
  const { items } = await visitAround(cid, () => answer(ben, created.occurrenceId, false));
  expect(items).toMatchObject([{ kind: 'spot-given', title: 'Picnic' }]);
  expect(await readKinds(dora)).toEqual([]);
});

test('ten are listed, newest first, and the others counted', async () => {
  const { ben } = scene;
  const { items, more, isCut } = await visitAround(ben, async () => {
    for (const title of Array.from({ length: 13 }, (_, index) => `Dinner ${index}`)) {
      await logExpense(scene, { title });
    }
  });
  expect([items.length, more, isCut]).toEqual([10, 3, false]);
});

test('of a busy chapter only the newest records are looked through, and the reply says so', async () => {
  const { ben } = scene;
  await visitAround(ben, async () => {
    for (const title of ['One', 'Two', 'Three']) await logExpense(scene, { title });
  });
  const options = {
    since: toInstant(started),
    exceptBy: ben.memberId,
    actions: ['expense.create'] as const,
  };
  const cut = await listNewestRecords(hub.db, chapter.id, { ...options, most: 2 });
  expect([cut.records.length, cut.isCut]).toEqual([2, true]);
  const whole = await listNewestRecords(hub.db, chapter.id, { ...options, most: 50 });
  expect([whole.records.length, whole.isCut]).toEqual([3, false]);
});

test('of a quiet chapter few records are read, and more only where all of these are new', async () => {
  const ask = async (since: Instant) => {
    let reads = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads += 1;
        return result;
      },
    };
    const options = { since, actions: ['expense.create'] as const };
    const newest = await listNewestRecords(hub.db.withPlugin(counting), chapter.id, options);
    return [newest.records.length, newest.isCut, reads];
  };
  hours = 1;
  for (let count = 0; count < 60; count += 1) await logExpense(scene);
  hours = 2;
  expect(await ask(clock())).toEqual([0, false, 1]);
  expect(await ask(toInstant(started))).toEqual([60, false, 2]);
});

test('visits and news are of one chapter', async () => {
  const other = await hub.chapter('Elsewhere');
  const eve = await other.person('Eve Else', 'admin');
  const { items } = await visitAround(eve, async () => {
    await logExpense(scene);
    await createEvent();
  });
  expect(items).toEqual([]);
});
