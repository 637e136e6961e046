import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expenseCalls } from '#features/expenses/contract.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../contract.ts';
import {
  asSent,
  eightTuesdays,
  ids,
  type SeriesScene,
  startSeriesScene,
  weekly,
} from './testing/series-scene.ts';

let s: SeriesScene;
beforeAll(async () => {
  s = await startSeriesScene();
});
afterAll(() => s?.hub.close());

describe('changing an occurrence and all after it', () => {
  test('makes another event of them, with the same ids; both together have the same number', async () => {
    const event = await s.make();
    const before = await s.occurrencesOf(event);
    await s.answer(await s.at(event, 5), s.ana);
    const fourth = await s.at(event, 3);
    const split = await s.change(fourth, 'following', { title: 'New forum', recurrence: weekly });
    expect(split.id).not.toBe(event.id);
    expect(split).toMatchObject({
      title: 'New forum',
      version: 1,
      occurrenceId: fourth.occurrenceId,
      recurrencePattern: { ...weekly, count: 5 },
      audit: { createdAt: event.audit.createdAt },
    });
    const [old, later] = [await s.occurrencesOf(event), await s.occurrencesOf(split)];
    expect([...ids(old), ...ids(later)]).toEqual(ids(before));
    expect(old.map((each) => each.title)).toEqual(['Forum', 'Forum', 'Forum']);
    expect(later.map((each) => each.title)).toEqual(Array(5).fill('New forum'));
    expect((await s.at(event, 0)).recurrencePattern?.count).toBe(3);
    expect((await s.at(split, 2)).participants).toEqual(['Ana Ruiz']);
  });

  test('of a series until a day ends the first on the day before', async () => {
    const event = await s.make({ recurrence: { ...weekly, count: null, endBy: '2027-04-20' } });
    const split = await s.change(await s.at(event, 6), 'following', {
      startDate: '2027-04-14T18:00',
      endDate: '2027-04-14T20:00',
    });
    expect((await s.at(event, 0)).recurrencePattern?.endBy).toBe('2027-04-12');
    expect(await s.daysOf(event)).toEqual(eightTuesdays.slice(0, 6).map((day) => `${day}T18:00`));
    expect(await s.daysOf(split)).toEqual(['04-14T18:00', '04-21T18:00']);
  });

  test('takes exceptions along on both sides', async () => {
    const event = await s.make();
    await s.change(await s.at(event, 1), 'one', { title: 'Second' });
    await s.change(await s.at(event, 5), 'one', { title: 'Sixth' });
    const split = await s.change(await s.at(event, 3), 'following', { location: 'Elsewhere' });
    expect((await s.occurrencesOf(event)).map((each) => each.title)).toEqual([
      'Forum',
      'Second',
      'Forum',
    ]);
    expect((await s.occurrencesOf(split)).map((each) => each.title)).toEqual([
      'Forum',
      'Forum',
      'Sixth',
      'Forum',
      'Forum',
    ]);
  });

  test('from the first on changes the event itself', async () => {
    const event = await s.make();
    const same = await s.change(await s.at(event, 0), 'following', { title: 'All' });
    expect(same.id).toBe(event.id);
  });
});

describe('deleting', () => {
  test('one occurrence: it happens no more; the count of the series does not grow', async () => {
    const event = await s.make();
    const second = await s.at(event, 1);
    await s.answer(second, s.ana);
    expect(await s.consequences(second, 'one')).toEqual({
      occurrences: 1,
      answers: 1,
      expenses: 0,
    });
    expect((await s.remove(second, 'one')).value()).toEqual({ occurrences: 1 });
    expect(await s.daysOf(event)).toEqual(
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

  test('what is being answered at that moment is cancelled, as what was answered before', async () => {
    const event = await s.make();
    const shown = await s.at(event, 0);
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
    await expect.poll(async () => waiting(s)).toBeGreaterThan(0);
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

  test('an occurrence and all after it ends the series; deleting all but the first too', async () => {
    const event = await s.make();
    await s.answer(await s.at(event, 6), s.ana);
    const third = await s.at(event, 2);
    expect(await s.consequences(third, 'following')).toMatchObject({ occurrences: 6, answers: 1 });
    expect((await s.remove(third, 'following')).value()).toEqual({ occurrences: 6 });
    expect(await s.daysOf(event)).toEqual(['03-02T18:00', '03-09T18:00']);
    expect((await s.remove(await s.at(event, 0), 'following')).value()).toEqual({ occurrences: 2 });
    const params = { calendarId: s.calendarId, eventId: event.id };
    expect((await s.maya.call(eventCalls.detail, { params })).status).toBe(404);
  });

  test.each(['deleting', 'changing'])(
    '%s what follows leaves cancelled what the rule no longer named before it',
    async (what) => {
      const event = await s.make({ recurrence: { ...weekly, byDay: ['TU', 'TH'] } });
      const thursday = await s.at(event, 1);
      await s.answer(thursday, s.ana);
      await s.change(await s.at(event, 0), 'all', { recurrence: weekly });
      await s.remove(await s.at(event, 1), 'one');
      const third = await s.at(event, 2);
      if (what === 'deleting') expect((await s.remove(third, 'following')).status).toBe(200);
      else await s.change(third, 'following', { title: 'New forum' });
      expect(await s.daysOf(event)).toEqual(['03-02T18:00', '03-16T18:00']);
      const answers = await s.hub.db
        .selectFrom('rsvp')
        .select('member_id')
        .where('occurrence_id', '=', thursday.occurrenceId)
        .execute();
      expect(answers).toEqual([{ member_id: s.ana.memberId }]);
    },
  );

  test('the last occurrence that was left deletes the event', async () => {
    const event = await s.make({ recurrence: { ...weekly, count: 2 } });
    await s.remove(await s.at(event, 0), 'one');
    await s.remove(await s.at(event, 0), 'one');
    const stored = await s.hub.db
      .selectFrom('event')
      .select('deleted_at')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    expect(stored.deleted_at).not.toBeNull();
  });

  test('all of it leaves the expenses, and tells of them before', async () => {
    const event = await s.make();
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
    const first = await s.at(event, 0);
    expect(await s.consequences(first, 'all')).toEqual({ occurrences: 8, answers: 0, expenses: 1 });
    expect((await s.remove(first, 'all')).value()).toEqual({ occurrences: 8 });
    const params = { expenseId: expense.value().id };
    const kept = (await s.maya.call(expenseCalls.detail, { params })).value();
    expect(kept.eventId).toBe(event.id);
    expect(await s.daysOf(event)).toEqual([]);
    expect(await s.hub.differences()).toEqual([]);
  });
});

describe('capacity', () => {
  test('of the whole series is everybody’s; more of it lets in who waits; less than come is refused', async () => {
    const event = await s.make({ capacity: 2 });
    const second = await s.at(event, 1);
    await s.answer(second, s.ana);
    await s.answer(second, s.maya);
    expect((await s.at(event, 1)).rsvp).toMatchObject({ going: 2, mine: { status: 'waitlisted' } });
    const refused = await s.send(await s.at(event, 0), 'all', { capacity: 1 });
    expect(refused.refusal()).toMatchObject({
      code: 'capacity_below_confirmed',
      field: 'capacity',
    });
    await s.change(await s.at(event, 0), 'all', { capacity: 4 });
    expect((await s.at(event, 1)).rsvp).toMatchObject({ going: 4, mine: { status: 'confirmed' } });
    expect((await s.at(event, 1)).capacity).toBe(4);
  });

  test('of what was over holds once it is moved to a day to come', async () => {
    const past = { startDate: '2020-01-07T18:00', endDate: '2020-01-07T20:00' } as const;
    const event = await s.make({ ...past, recurrence: null });
    const wish = {
      startDate: '2027-05-04T18:00',
      endDate: '2027-05-04T20:00',
      capacity: 2,
    } as const;
    const moved = await s.change(event, 'all', wish);
    await s.answer(moved, s.ana);
    await s.answer(moved, s.maya);
    const params = { calendarId: s.calendarId, eventId: event.id };
    const shown = (await s.maya.call(eventCalls.detail, { params })).value();
    expect(shown.rsvp).toMatchObject({ going: 2, mine: { status: 'waitlisted' } });
  });
});

describe('many at once', () => {
  test('who look at the same far month make its occurrences once', async () => {
    const event = await s.make({ recurrence: { ...weekly, count: null } });
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
    expect((await s.remove(await s.at(event, 0), 'all')).status).toBe(200);
  });

  test('who look ever further ahead find what has rows, and no series makes more without end', async () => {
    const event = await s.make({ recurrence: { ...weekly, count: null } });
    const far = { startDate: '9998-12-31T18:00', endDate: '9998-12-31T20:00' } as const;
    const stored = await s.make({ ...far, recurrence: null });
    const params = { calendarId: s.calendarId };
    const found: string[] = [];
    for (const year of [2030, 2034, 2050, 2500, 9998]) {
      const query = { startDate: `${year}-01-01`, endDate: `${year}-12-31` };
      const { items } = (await s.maya.call(eventCalls.list, { params, query })).value();
      const ofEither = items.filter(({ eventId }) => [event.id, stored.id].includes(eventId));
      found.push(`${year}: ${ofEither.length}`);
    }
    expect(found).toEqual(['2030: 53', '2034: 52', '2050: 0', '2500: 0', '9998: 1']);
    expect((await s.remove(await s.at(event, 0), 'all')).status).toBe(200);
  });

  test('who change the same series: one does, the others are told; nobody’s answer is lost', async () => {
    const event = await s.make();
    const shown = await s.at(event, 3);
    const wishes = Array.from({ length: 6 }, (_, n) => ({ title: `Title ${n}` }));
    const answers = [s.answer(shown, s.ana), s.answer(shown, s.maya)];
    const scopes = ['one', 'following', 'all'] as const;
    const replies = await Promise.all(
      wishes.map((wish, n) => s.send(shown, scopes[n % 3] ?? 'all', wish, shown.version)),
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

describe('whoever changes an event', () => {
  test('must have seen its latest version', async () => {
    const event = await s.make();
    const first = await s.at(event, 0);
    await s.change(first, 'all', { title: 'Newer' });
    const late = await s.send(first, 'all', { title: 'Older' }, first.version);
    expect([late.status, late.refusal().code]).toEqual([412, 'changed_meanwhile']);
    const query = { scope: 'all' as const };
    const params = { calendarId: s.calendarId, eventId: event.id };
    const headers = { 'if-match': `"${first.version}"` };
    expect((await s.maya.call(eventCalls.remove, { params, query, headers })).status).toBe(412);
  });

  test('leaves a record of before and after', async () => {
    const event = await s.make();
    await s.change(await s.at(event, 0), 'all', { title: 'Renamed' });
    await s.remove(await s.at(event, 0), 'all');
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

  test('of another chapter, or through another calendar or event, finds nothing', async () => {
    const [event, other] = [await s.make(), await s.make()];
    const shown = await s.at(event, 0);
    const eve = await (await s.hub.chapter('Elsewhere')).person('Eve');
    const theirs = (await eve.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
    const body = asSent(shown, 'all', { title: 'Taken' });
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
    expect((await s.at(event, 0)).title).toBe('Forum');
  });
});

/** How many statements of the hub wait for another's lock. */
async function waiting({ hub }: SeriesScene): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(hub.db);
  return found.rows[0]?.count ?? 0;
}
