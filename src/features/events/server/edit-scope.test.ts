import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expenseCalls } from '#features/expenses/contract.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import {
  eightTuesdays,
  ids,
  type SeriesScene,
  startSeriesScene,
  toChange,
  weekly,
} from './testing/series-scene.ts';

let s: SeriesScene;
beforeAll(async () => {
  s = await startSeriesScene();
});
afterAll(() => s?.hub.close());

describe('changing this and following occurrences', () => {
  test('moves them to a new event with the same ids and the rest of the count', async () => {
    const event = await s.createEvent();
    const before = await s.listOccurrences(event);
    await s.rsvp(await s.readOccurrence(event, 5), s.ana);
    const fourth = await s.readOccurrence(event, 3);
    const split = await s.change(fourth, 'following', { title: 'New forum', recurrence: weekly });
    expect(split.id).not.toBe(event.id);
    expect(split).toMatchObject({
      title: 'New forum',
      version: 2,
      occurrenceId: fourth.occurrenceId,
      recurrencePattern: { ...weekly, count: 5 },
      audit: { createdAt: event.audit.createdAt },
    });
    const [old, later] = [await s.listOccurrences(event), await s.listOccurrences(split)];
    expect([...ids(old), ...ids(later)]).toEqual(ids(before));
    expect(old.map((each) => each.title)).toEqual(['Forum', 'Forum', 'Forum']);
    expect(later.map((each) => each.title)).toEqual(Array(5).fill('New forum'));
    expect((await s.readOccurrence(event, 0)).recurrencePattern?.count).toBe(3);
    expect((await s.readOccurrence(split, 2)).participants).toEqual(['Ana Ruiz']);
  });

  test('ends a series that has an end date on the day before', async () => {
    const event = await s.createEvent({
      recurrence: { ...weekly, count: null, endBy: '2027-04-20' },
    });
    const split = await s.change(await s.readOccurrence(event, 6), 'following', {
      startDate: '2027-04-14T18:00',
      endDate: '2027-04-14T20:00',
    });
    expect((await s.readOccurrence(event, 0)).recurrencePattern?.endBy).toBe('2027-04-12');
    expect(await s.listStarts(event)).toEqual(
      eightTuesdays.slice(0, 6).map((day) => `${day}T18:00`),
    );
    expect(await s.listStarts(split)).toEqual(['04-14T18:00', '04-21T18:00']);
  });

  test('keeps the exceptions on both sides', async () => {
    const event = await s.createEvent();
    await s.change(await s.readOccurrence(event, 1), 'one', { title: 'Second' });
    await s.change(await s.readOccurrence(event, 5), 'one', { title: 'Sixth' });
    const split = await s.change(await s.readOccurrence(event, 3), 'following', {
      location: 'Elsewhere',
    });
    expect((await s.listOccurrences(event)).map((each) => each.title)).toEqual([
      'Forum',
      'Second',
      'Forum',
    ]);
    expect((await s.listOccurrences(split)).map((each) => each.title)).toEqual([
      'Forum',
      'Forum',
      'Sixth',
      'Forum',
      'Forum',
    ]);
  });

  test('changes the event itself if it starts with the first occurrence', async () => {
    const event = await s.createEvent();
    const same = await s.change(await s.readOccurrence(event, 0), 'following', { title: 'All' });
    expect(same.id).toBe(event.id);
  });
});

describe('deleting', () => {
  test('one occurrence removes it without extending the series’ count', async () => {
    const event = await s.createEvent();
    const second = await s.readOccurrence(event, 1);
    await s.rsvp(second, s.ana);
    expect(await s.consequences(second, 'one')).toEqual({
      occurrences: 1,
      answers: 1,
      expenses: 0,
    });
    expect((await s.remove(second, 'one')).value()).toEqual({ occurrences: 1 });
    expect(await s.listStarts(event)).toEqual(
      eightTuesdays.filter((day) => day !== '03-09').map((day) => `${day}T18:00`),
    );
    expect((await s.remove(second, 'one')).status).toBe(404);
    const answers = await s.hub.db
      .selectFrom('rsvp')
      .select('member_id')
      .where('occurrence_id', '=', second.occurrenceId)
      .execute();
    expect(answers).toEqual([{ member_id: s.ana.memberId }]);
  });

  test('an occurrence during a concurrent RSVP keeps it as canceled', async () => {
    const event = await s.createEvent();
    const shown = await s.readOccurrence(event, 0);
    const answered = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const answering = s.hub.db.transaction().execute(async (tx) => {
      await sql`insert into hub.rsvp (chapter_id, occurrence_id, member_id, answer, guests, status,
          place, answered_at)
        values (${s.ana.chapterId}, ${shown.occurrenceId}, ${s.ana.memberId}, 'maybe', 0,
          'confirmed', 1, now())`.execute(tx);
      answered.resolve();
      await seen.promise;
    });
    await answered.promise;
    const removing = s.maya.call(eventCalls.remove, {
      params: { calendarId: s.calendarId, eventId: event.id },
      query: { scope: 'all', occurrenceId: shown.occurrenceId },
    });
    await expect.poll(async () => countWaitingForLock(s)).toBeGreaterThan(0);
    seen.resolve();
    await answering;
    expect((await removing).status).toBe(200);
    const left = await s.hub.db
      .selectFrom('event_occurrence')
      .select(['id', 'status'])
      .where('event_id', '=', event.id)
      .execute();
    expect(left).toEqual([{ id: shown.occurrenceId, status: 'cancelled' }]);
  });

  test('this and following occurrences ends the series; from the first one on, it deletes the event', async () => {
    const event = await s.createEvent();
    await s.rsvp(await s.readOccurrence(event, 6), s.ana);
    const third = await s.readOccurrence(event, 2);
    expect(await s.consequences(third, 'following')).toMatchObject({ occurrences: 6, answers: 1 });
    expect((await s.remove(third, 'following')).value()).toEqual({ occurrences: 6 });
    expect(await s.listStarts(event)).toEqual(['03-02T18:00', '03-09T18:00']);
    expect((await s.remove(await s.readOccurrence(event, 0), 'following')).value()).toEqual({
      occurrences: 2,
    });
    const params = { calendarId: s.calendarId, eventId: event.id };
    expect((await s.maya.call(eventCalls.detail, { params })).status).toBe(404);
  });

  test.each(['deleting', 'changing'])(
    '%s the following occurrences leaves earlier canceled ones canceled',
    async (what) => {
      const event = await s.createEvent({ recurrence: { ...weekly, byDay: ['TU', 'TH'] } });
      const thursday = await s.readOccurrence(event, 1);
      await s.rsvp(thursday, s.ana);
      await s.change(await s.readOccurrence(event, 0), 'all', { recurrence: weekly });
      await s.remove(await s.readOccurrence(event, 1), 'one');
      const third = await s.readOccurrence(event, 2);
      if (what === 'deleting') expect((await s.remove(third, 'following')).status).toBe(200);
      else await s.change(third, 'following', { title: 'New forum' });
      expect(await s.listStarts(event)).toEqual(['03-02T18:00', '03-16T18:00']);
      const answers = await s.hub.db
        .selectFrom('rsvp')
        .select('member_id')
        .where('occurrence_id', '=', thursday.occurrenceId)
        .execute();
      expect(answers).toEqual([{ member_id: s.ana.memberId }]);
    },
  );

  test('the last remaining occurrence deletes the event', async () => {
    const event = await s.createEvent({ recurrence: { ...weekly, count: 2 } });
    await s.remove(await s.readOccurrence(event, 0), 'one');
    await s.remove(await s.readOccurrence(event, 0), 'one');
    const stored = await s.hub.db
      .selectFrom('event')
      .select('deleted_at')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(stored.deleted_at).not.toBeNull();
  });

  test('a whole event keeps its expenses, and the preview counts them', async () => {
    const event = await s.createEvent();
    const expense = await s.maya.call(expenseCalls.create, {
      body: {
        title: 'Wine',
        description: '',
        amount: cents(4_000),
        expenseDate: '2027-03-02T18:00:00.000Z',
        eventId: event.id,
        participants: [s.maya.memberId, s.ana.memberId],
        category: '',
        paidBy: s.maya.memberId,
        isEvenSplit: false,
        isExcludedFromGroupTotals: false,
        useWalletTransactions: false,
        payerReimbursementType: 'Full',
        payerReimbursementAmount: null,
        receiptIds: [],
      },
    });
    const first = await s.readOccurrence(event, 0);
    expect(await s.consequences(first, 'all')).toEqual({ occurrences: 8, answers: 0, expenses: 1 });
    expect((await s.remove(first, 'all')).value()).toEqual({ occurrences: 8 });
    const params = { expenseId: expense.value().id };
    const kept = (await s.maya.call(expenseCalls.detail, { params })).value();
    expect(kept.eventId).toBe(event.id);
    expect(await s.listStarts(event)).toEqual([]);
    expect(await s.hub.differences()).toEqual([]);
  });
});

describe('changing the capacity', () => {
  test('of a whole series promotes waitlisted members, and is refused below the number of attendees', async () => {
    const event = await s.createEvent({ capacity: 2 });
    const second = await s.readOccurrence(event, 1);
    await s.rsvp(second, s.ana);
    await s.rsvp(second, s.maya);
    expect((await s.readOccurrence(event, 1)).rsvp).toMatchObject({
      going: 2,
      mine: { status: 'waitlisted' },
    });
    const refused = await s.sendChange(await s.readOccurrence(event, 0), 'all', { capacity: 1 });
    expect(refused.refusal()).toMatchObject({
      code: 'capacity_below_confirmed',
      field: 'capacity',
    });
    await s.change(await s.readOccurrence(event, 0), 'all', { capacity: 4 });
    expect((await s.readOccurrence(event, 1)).rsvp).toMatchObject({
      going: 4,
      mine: { status: 'confirmed' },
    });
    expect((await s.readOccurrence(event, 1)).capacity).toBe(4);
  });

  test('of a past event takes effect when it moves to the future', async () => {
    const past = { startDate: '2020-01-07T18:00', endDate: '2020-01-07T20:00' } as const;
    const event = await s.createEvent({ ...past, recurrence: null });
    const edit = {
      startDate: '2027-05-04T18:00',
      endDate: '2027-05-04T20:00',
      capacity: 2,
    } as const;
    const moved = await s.change(event, 'all', edit);
    await s.rsvp(moved, s.ana);
    await s.rsvp(moved, s.maya);
    const params = { calendarId: s.calendarId, eventId: event.id };
    const shown = (await s.maya.call(eventCalls.detail, { params })).value();
    expect(shown.rsvp).toMatchObject({ going: 2, mine: { status: 'waitlisted' } });
  });
});

describe('concurrent requests', () => {
  test('for the same distant window create its occurrences only once', async () => {
    const event = await s.createEvent({ recurrence: { ...weekly, count: null } });
    const query = { startDate: '2035-01-01', endDate: '2035-12-31' };
    const params = { calendarId: s.calendarId };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => s.maya.call(eventCalls.list, { params, query })),
    );
    const seen = replies.map((reply) => {
      const items = reply.value().items.filter(({ eventId }) => eventId === event.id);
      return ids(items).join();
    });
    expect(new Set(seen).size).toBe(1);
    expect(seen[0]?.split(',')).toHaveLength(52);
    expect((await s.remove(await s.readOccurrence(event, 0), 'all')).status).toBe(200);
  });

  test('for ever later windows return stored events but do not extend a series forever', async () => {
    const event = await s.createEvent({ recurrence: { ...weekly, count: null } });
    const far = { startDate: '9998-12-31T18:00', endDate: '9998-12-31T20:00' } as const;
    const stored = await s.createEvent({ ...far, recurrence: null });
    const params = { calendarId: s.calendarId };
    const found: string[] = [];
    for (const year of [2030, 2034, 2050, 2500, 9998]) {
      const query = { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
      const { items } = (await s.maya.call(eventCalls.list, { params, query })).value();
      const ofEither = items.filter(({ eventId }) => [event.id, stored.id].includes(eventId));
      found.push(`${year}: ${ofEither.length}`);
    }
    expect(found).toEqual(['2030: 53', '2034: 52', '2050: 0', '2500: 0', '9998: 1']);
    expect((await s.remove(await s.readOccurrence(event, 0), 'all')).status).toBe(200);
  });

  test('that change the same series succeed once, conflict otherwise, and lose no RSVP', async () => {
    const event = await s.createEvent();
    const shown = await s.readOccurrence(event, 3);
    const edits = Array.from({ length: 6 }, (_, n) => ({ title: `Title ${n}` }));
    const answers = [s.rsvp(shown, s.ana), s.rsvp(shown, s.maya)];
    const scopes = ['one', 'following', 'all'] as const;
    const replies = await Promise.all(
      edits.map((edit, n) => s.sendChange(shown, scopes[n % 3] ?? 'all', edit, shown.version)),
    );
    await Promise.all(answers);
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
    const given = await s.hub.db
      .selectFrom('rsvp')
      .select('member_id')
      .where('occurrence_id', '=', shown.occurrenceId)
      .execute();
    expect(given).toHaveLength(2);
  });
});

describe('a change of an event', () => {
  test('is refused unless it is based on the latest version', async () => {
    const event = await s.createEvent();
    const first = await s.readOccurrence(event, 0);
    await s.change(first, 'all', { title: 'Newer' });
    const late = await s.sendChange(first, 'all', { title: 'Older' }, first.version);
    expect([late.status, late.refusal().code]).toEqual([412, 'changed_meanwhile']);
    const query = { scope: 'all' as const };
    const params = { calendarId: s.calendarId, eventId: event.id };
    const headers = { 'if-match': `"${first.version}"` };
    expect((await s.maya.call(eventCalls.remove, { params, query, headers })).status).toBe(412);
  });

  test('is audited with the event before and after', async () => {
    const event = await s.createEvent();
    await s.change(await s.readOccurrence(event, 0), 'all', { title: 'Renamed' });
    await s.remove(await s.readOccurrence(event, 0), 'all');
    const records = await s.hub.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('entity_id', '=', event.id)
      .orderBy('id')
      .execute();
    expect(records.map(({ action }) => action)).toEqual([
      'event.create',
      'event.update',
      'event.delete',
    ]);
    expect(records[1]).toMatchObject({
      actor_id: s.maya.memberId,
      before: { title: 'Forum' },
      after: { title: 'Renamed' },
    });
  });

  test('gets 404 from another chapter, or through another calendar or event', async () => {
    const [event, other] = [await s.createEvent(), await s.createEvent()];
    const shown = await s.readOccurrence(event, 0);
    const eve = await (await s.hub.chapter('Elsewhere')).person('Eve');
    const theirs = (await eve.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
    const body = toChange(shown, 'all', { title: 'Taken' });
    const query = { scope: 'all' as const, occurrenceId: shown.occurrenceId };
    const own = { calendarId: s.calendarId, eventId: event.id };
    const replies = [
      await eve.call(eventCalls.update, { params: own, body }),
      await eve.call(eventCalls.remove, { params: own, query }),
      await eve.call(eventCalls.consequences, { params: own, query }),
      await eve.call(eventCalls.update, { params: { ...own, calendarId: theirs }, body }),
      await s.maya.call(eventCalls.update, { params: { ...own, calendarId: theirs }, body }),
      await s.maya.call(eventCalls.update, { params: { ...own, eventId: other.id }, body }),
      await s.maya.call(eventCalls.remove, { params: { ...own, eventId: other.id }, query }),
      await s.maya.call(eventCalls.consequences, { params: { ...own, eventId: other.id }, query }),
      await s.maya.call(eventCalls.update, {
        params: own,
        body: { ...body, occurrenceId: newId<'occurrence'>() },
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(replies.length).fill(404));
    expect((await s.readOccurrence(event, 0)).title).toBe('Forum');
  });
});

/** The number of statements in this database that are waiting for a lock. */
async function countWaitingForLock({ hub }: SeriesScene): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(hub.db);
  return found.rows[0]?.count ?? 0;
}
