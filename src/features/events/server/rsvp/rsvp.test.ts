import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../../contract.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import {
  answersTo,
  nowText,
  openRsvpScene,
  type RsvpScene,
  say,
} from '../../testing/rsvp-scene.ts';
import { countAnswers, participantsOf, rsvpOf } from './rsvp-store.ts';

let scene: RsvpScene;
let maya: TestPerson;
let tom: TestPerson;
let ana: TestPerson;
let li: TestPerson;

beforeAll(async () => {
  scene = await openRsvpScene();
  [maya, tom, ana, li] = scene.people as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => scene?.hub.close());

const listOf = (occurrenceId: Id<'occurrence'>, person = maya) => answersTo(occurrenceId, person);

describe('answering', () => {
  test('tells the figures and one’s own answer, and everybody sees who comes', async () => {
    const id = await scene.evening();
    expect((await listOf(id)).rsvp).toEqual({
      going: 0,
      maybe: 0,
      waitlisted: 0,
      capacity: null,
      mine: null,
      deadline: null,
      isOpen: true,
    });
    const reply = await say(maya, id, 'going', 2);
    expect(reply.status).toBe(200);
    expect(reply.value()).toMatchObject({
      going: 3,
      mine: { answer: 'going', guests: 2, status: 'confirmed', position: null },
    });
    await say(tom, id, 'maybe', 3);
    await say(ana, id, 'not-going');
    await say(li, id, 'going');
    const { items, rsvp } = await listOf(id, tom);
    expect(items.map(({ name, answer, guests }) => [name, answer, guests])).toEqual([
      ['Maya Chen', 'going', 2],
      ['Li Wei', 'going', 0],
      ['Tom Becker', 'maybe', 0],
      ['Ana Souza', 'not-going', 0],
    ]);
    expect(rsvp).toMatchObject({ going: 4, maybe: 1, mine: { answer: 'maybe' } });
    const names = await participantsOf(scene.hub.db, scene.chapter.id, [id]);
    expect(names.get(id)).toEqual(['Maya Chen', 'Li Wei']);
    expect(await countAnswers(scene.hub.db, scene.chapter.id, [id])).toBe(3);
  });

  test('is told with what is next, too', async () => {
    const id = await scene.evening();
    await say(maya, id, 'going', 1);
    const { items } = (await maya.call(eventCalls.upcoming, { query: { take: 200 } })).value();
    expect(items.find(({ occurrenceId }) => occurrenceId === id)?.rsvp).toMatchObject({
      going: 2,
      mine: { answer: 'going', guests: 1 },
    });
  });

  test('in a full house means waiting in line, and who leaves lets in the first that fits', async () => {
    const id = await scene.evening(2);
    await say(maya, id, 'going', 1);
    const first = (await say(tom, id, 'going', 1)).value();
    expect(first.mine).toEqual({
      answer: 'going',
      guests: 1,
      status: 'waitlisted',
      position: 1,
    });
    expect((await say(ana, id, 'going')).value().mine?.position).toBe(2);
    expect((await say(maya, id, 'going', 0)).value()).toMatchObject({ going: 2, waitlisted: 1 });
    const { items } = await listOf(id);
    expect(items.map(({ name, status, position }) => [name, status, position])).toEqual([
      ['Maya Chen', 'confirmed', null],
      ['Ana Souza', 'confirmed', null],
      ['Tom Becker', 'waitlisted', 1],
    ]);
    await say(maya, id, 'not-going');
    expect((await say(ana, id, 'maybe')).value()).toMatchObject({ going: 2, waitlisted: 0 });
  });

  test('the same once more changes nothing, even when answers are no longer taken', async () => {
    const id = await scene.evening(1);
    await say(maya, id, 'going');
    const waits = await say(tom, id, 'going', 1);
    await say(ana, id, 'going');
    await scene.change(id, { rsvp_closes_minutes_before: 43_200, starts_at: nowText() });
    const again = await say(tom, id, 'going', 1);
    expect(again.value().mine).toEqual(waits.value().mine);
    expect((await say(tom, id, 'not-going')).refusal().code).toBe('rsvp_closed');
    expect(await scene.auditOf(id)).toHaveLength(3);
  });

  test('is refused after the deadline, after the end, and for what was cancelled or deleted', async () => {
    const past = '2026-01-01T00:00:00.000Z';
    const closed = await scene.evening();
    await scene.change(closed, { rsvp_closes_minutes_before: 60, starts_at: nowText() });
    const over = await scene.evening();
    await scene.change(over, { starts_at: past, ends_at: past });
    const cancelled = await scene.evening();
    await scene.change(cancelled, { status: 'cancelled' });
    for (const id of [closed, over, cancelled]) {
      const reply = await say(maya, id, 'going');
      expect([reply.status, reply.refusal().code]).toEqual([409, 'rsvp_closed']);
      expect((await listOf(id)).rsvp).toMatchObject({ isOpen: false, mine: null });
    }
    const deleted = await scene.evening();
    await scene.hub.db
      .updateTable('event')
      .set({ deleted_at: nowText() })
      .where(
        'id',
        '=',
        sql<Id<'event'>>`(select event_id from event_occurrence where id = ${deleted})`,
      )
      .execute();
    expect((await say(maya, deleted, 'going')).status).toBe(409);
  });

  test.each([
    ['an unknown answer', { answer: 'perhaps', guests: 0 }],
    ['a crowd', { answer: 'going', guests: 21 }],
    ['fewer than nobody', { answer: 'going', guests: -1 }],
    ['half a guest', { answer: 'going', guests: 0.5 }],
    ['a number as text', { answer: 'going', guests: '1' }],
    ['a status of one’s own', { answer: 'going', guests: 0, status: 'confirmed' }],
    ['nothing', {}],
  ])('refuses %s', async (_, body) => {
    const id = await scene.evening();
    const raw = JSON.stringify(body);
    const reply = await maya.call(rsvpCalls.answer, { params: { occurrenceId: id }, raw });
    expect(reply.status).toBe(422);
    expect((await listOf(id)).items).toEqual([]);
  });

  test('other chapters’ events are not there', async () => {
    const stranger = await (await scene.hub.chapter('Elsewhere')).person('Eve Stone');
    const id = await scene.evening();
    for (const [person, occurrenceId] of [
      [stranger, id],
      [maya, newId<'occurrence'>()],
    ] as const) {
      expect((await say(person, occurrenceId, 'going')).status).toBe(404);
      const list = await person.call(rsvpCalls.answers, { params: { occurrenceId } });
      expect(list.status).toBe(404);
    }
    const theirs = await rsvpOf(
      scene.hub.db,
      stranger.chapterId,
      [id],
      stranger.memberId,
      nowText(),
    );
    expect(theirs.size).toBe(0);
  });

  test('every answer leaves who gave it, what was before, and whom it let in', async () => {
    const id = await scene.evening(1);
    await say(maya, id, 'going');
    await say(tom, id, 'going');
    await say(maya, id, 'maybe');
    await say(maya, id, 'maybe');
    const records = await scene.auditOf(id);
    expect(records.map(({ actor_id }) => actor_id)).toEqual([
      maya.memberId,
      tom.memberId,
      maya.memberId,
    ]);
    expect(records[2]).toMatchObject({
      before: { answer: 'going', status: 'confirmed', place: 1 },
      after: { answer: 'maybe', turn: 3, promoted: [tom.memberId] },
    });
  });
});

describe('capacity', () => {
  test('raised, it lets in who waits; taken away, everybody', async () => {
    const id = await scene.evening(1);
    for (const person of [maya, tom, ana, li]) await say(person, id, 'going', 1);
    expect((await listOf(id)).rsvp).toMatchObject({ going: 0, waitlisted: 4 });
    await scene.resize([id], 5);
    expect((await listOf(id)).rsvp).toMatchObject({ going: 4, waitlisted: 2, capacity: 5 });
    await scene.resize([id], null);
    expect((await listOf(id)).rsvp).toMatchObject({ going: 8, waitlisted: 0, capacity: null });
  });

  test('is never lowered below who has a place, of none of the occurrences', async () => {
    const [roomy, full] = [await scene.evening(9), await scene.evening(9)];
    await say(maya, full, 'going', 4);
    const refused = await scene.resize([roomy, full], 4);
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        kind: 'conflict',
        code: 'capacity_below_confirmed',
        details: { occurrenceId: full, capacity: 4, confirmed: 5 },
      },
    });
    expect((await listOf(roomy)).rsvp.capacity).toBe(9);
    expect(await scene.resize([roomy, full], 5)).toMatchObject({ ok: true });
    expect((await listOf(full)).rsvp).toMatchObject({ going: 5, capacity: 5 });
  });

  test('is a wall in the database, whatever the server does', async () => {
    const id = await scene.evening(2);
    await say(maya, id, 'going', 1);
    await say(tom, id, 'going');
    for (const statement of [
      sql`update rsvp set status = 'confirmed' where occurrence_id = ${id} and status = 'waitlisted'`,
      sql`update event_occurrence set capacity = 1 where id = ${id}`,
      sql`update event_occurrence set confirmed_heads = -1 where id = ${id}`,
      sql`update rsvp set guests = 1, answer = 'maybe' where occurrence_id = ${id}`,
      sql`update rsvp set occurrence_id = ${await scene.evening()} where occurrence_id = ${id}`,
      sql`delete from event_occurrence where id = ${id}`,
    ]) {
      await expect(statement.execute(scene.hub.db)).rejects.toThrow(/violates|permission denied/);
    }
    expect((await listOf(id)).rsvp).toMatchObject({ going: 2, waitlisted: 1 });
  });
});
