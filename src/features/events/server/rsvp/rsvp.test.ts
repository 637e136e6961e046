import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../../contract.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import {
  currentInstant,
  listRsvps,
  openRsvpScene,
  type RsvpScene,
  sendRsvp,
} from '../../testing/rsvp-scene.ts';
import { countRsvps, readParticipants, readRsvps } from './rsvp-store.ts';

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

const listAs = (occurrenceId: Id<'occurrence'>, person = maya) => listRsvps(occurrenceId, person);

describe('an RSVP', () => {
  test('returns the counts and the member’s own RSVP, and everyone sees the attendees', async () => {
    const id = await scene.createDinner();
    expect((await listAs(id)).rsvp).toEqual({
      going: 0,
      maybe: 0,
      waitlisted: 0,
      capacity: null,
      maxGuests: 20,
      mine: null,
      deadline: null,
      isOpen: true,
    });
    const reply = await sendRsvp(maya, id, 'going', 2);
    expect(reply.status).toBe(200);
    expect(reply.value()).toMatchObject({
      going: 3,
      mine: { answer: 'going', guests: 2, status: 'confirmed', position: null },
    });
    await sendRsvp(tom, id, 'maybe', 3);
    await sendRsvp(ana, id, 'not-going');
    await sendRsvp(li, id, 'going');
    const { items, rsvp } = await listAs(id, tom);
    expect(items.map(({ name, answer, guests }) => [name, answer, guests])).toEqual([
      ['Maya Chen', 'going', 2],
      ['Li Wei', 'going', 0],
      ['Tom Becker', 'maybe', 0],
      ['Ana Souza', 'not-going', 0],
    ]);
    expect(rsvp).toMatchObject({ going: 4, maybe: 1, mine: { answer: 'maybe' } });
    const participants = await readParticipants(
      scene.hub.db,
      { chapterId: scene.chapter.id, memberId: tom.memberId },
      [id],
    );
    expect(participants.get(id)).toEqual({
      ids: [maya.memberId, li.memberId],
      names: ['Maya Chen', 'Li Wei'],
    });
    expect(await countRsvps(scene.hub.db, scene.chapter.id, [id])).toBe(3);
  });

  test('is included in the upcoming events', async () => {
    const id = await scene.createDinner();
    await sendRsvp(maya, id, 'going', 1);
    const { items } = (await maya.call(eventCalls.upcoming, { query: { take: 200 } })).value();
    expect(items.find(({ occurrenceId }) => occurrenceId === id)?.rsvp).toMatchObject({
      going: 2,
      mine: { answer: 'going', guests: 1 },
    });
  });

  test('to a full event joins the waitlist, and the first party that fits a freed spot is promoted', async () => {
    const id = await scene.createDinner(2);
    await sendRsvp(maya, id, 'going', 1);
    const first = (await sendRsvp(tom, id, 'going', 1)).value();
    expect(first.mine).toEqual({
      answer: 'going',
      guests: 1,
      status: 'waitlisted',
      position: 1,
    });
    expect((await sendRsvp(ana, id, 'going')).value().mine?.position).toBe(2);
    expect((await sendRsvp(maya, id, 'going', 0)).value()).toMatchObject({
      going: 2,
      waitlisted: 1,
    });
    const { items } = await listAs(id);
    expect(items.map(({ name, status, position }) => [name, status, position])).toEqual([
      ['Maya Chen', 'confirmed', null],
      ['Ana Souza', 'confirmed', null],
      ['Tom Becker', 'waitlisted', 1],
    ]);
    await sendRsvp(maya, id, 'not-going');
    expect((await sendRsvp(ana, id, 'maybe')).value()).toMatchObject({ going: 2, waitlisted: 0 });
  });

  test('changes nothing if it is repeated, even after the deadline', async () => {
    const id = await scene.createDinner(1);
    await sendRsvp(maya, id, 'going');
    const waits = await sendRsvp(tom, id, 'going', 1);
    await sendRsvp(ana, id, 'going');
    await scene.change(id, { rsvp_closes_minutes_before: 43_200, starts_at: currentInstant() });
    const again = await sendRsvp(tom, id, 'going', 1);
    expect(again.value().mine).toEqual(waits.value().mine);
    expect((await sendRsvp(tom, id, 'not-going')).refusal().code).toBe('rsvp_closed');
    expect(await scene.readAudit(id)).toHaveLength(3);
  });

  test('is refused after the deadline, after the end, and for canceled or deleted events', async () => {
    const past = '2026-01-01T00:00:00.000Z';
    const closed = await scene.createDinner();
    await scene.change(closed, { rsvp_closes_minutes_before: 60, starts_at: currentInstant() });
    const over = await scene.createDinner();
    await scene.change(over, { starts_at: past, ends_at: past });
    const canceled = await scene.createDinner();
    await scene.change(canceled, { status: 'cancelled' });
    for (const id of [closed, over, canceled]) {
      const reply = await sendRsvp(maya, id, 'going');
      expect([reply.status, reply.refusal().code]).toEqual([409, 'rsvp_closed']);
      expect((await listAs(id)).rsvp).toMatchObject({ isOpen: false, mine: null });
    }
    const deleted = await scene.createDinner();
    await scene.hub.db
      .updateTable('event')
      .set({ deleted_at: currentInstant() })
      .where(
        'id',
        '=',
        sql<Id<'event'>>`(select event_id from event_occurrence where id = ${deleted})`,
      )
      .execute();
    expect((await sendRsvp(maya, deleted, 'going')).status).toBe(409);
  });

  test.each([
    ['an unknown answer', { answer: 'perhaps', guests: 0 }],
    ['too many guests', { answer: 'going', guests: 21 }],
    ['a negative number of guests', { answer: 'going', guests: -1 }],
    ['half a guest', { answer: 'going', guests: 0.5 }],
    ['a number sent as text', { answer: 'going', guests: '1' }],
    ['a status chosen by the caller', { answer: 'going', guests: 0, status: 'confirmed' }],
    ['an empty body', {}],
  ])('is refused with %s', async (_, body) => {
    const id = await scene.createDinner();
    const raw = JSON.stringify(body);
    const reply = await maya.call(rsvpCalls.answer, { params: { occurrenceId: id }, raw });
    expect(reply.status).toBe(422);
    expect((await listAs(id)).items).toEqual([]);
  });

  test('to another chapter’s event gets 404', async () => {
    const stranger = await (await scene.hub.chapter('Elsewhere')).person('Eve Stone');
    const id = await scene.createDinner();
    for (const [person, occurrenceId] of [
      [stranger, id],
      [maya, newId<'occurrence'>()],
    ] as const) {
      expect((await sendRsvp(person, occurrenceId, 'going')).status).toBe(404);
      const list = await person.call(rsvpCalls.answers, { params: { occurrenceId } });
      expect(list.status).toBe(404);
    }
    const theirs = await readRsvps(
      scene.hub.db,
      stranger.chapterId,
      [id],
      stranger.memberId,
      currentInstant(),
    );
    expect(theirs.size).toBe(0);
  });

  test('is audited with the member, the previous RSVP and whom it promoted', async () => {
    const id = await scene.createDinner(1);
    await sendRsvp(maya, id, 'going');
    await sendRsvp(tom, id, 'going');
    await sendRsvp(maya, id, 'maybe');
    await sendRsvp(maya, id, 'maybe');
    const records = await scene.readAudit(id);
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

describe('a capacity', () => {
  test('promotes waitlisted members when it is raised, and everyone when it is removed', async () => {
    const id = await scene.createDinner(1);
    for (const person of [maya, tom, ana, li]) await sendRsvp(person, id, 'going', 1);
    expect((await listAs(id)).rsvp).toMatchObject({ going: 0, waitlisted: 4 });
    await scene.resize([id], 5);
    expect((await listAs(id)).rsvp).toMatchObject({ going: 4, waitlisted: 2, capacity: 5 });
    await scene.resize([id], null);
    expect((await listAs(id)).rsvp).toMatchObject({ going: 8, waitlisted: 0, capacity: null });
  });

  test('is not lowered for any occurrence if one of them has more attendees', async () => {
    const [roomy, full] = [await scene.createDinner(9), await scene.createDinner(9)];
    await sendRsvp(maya, full, 'going', 4);
    const refused = await scene.resize([roomy, full], 4);
    expect(refused).toMatchObject({
      ok: false,
      refusal: {
        kind: 'conflict',
        code: 'capacity_below_confirmed',
        details: { occurrenceId: full, capacity: 4, confirmed: 5 },
      },
    });
    expect((await listAs(roomy)).rsvp.capacity).toBe(9);
    expect(await scene.resize([roomy, full], 5)).toMatchObject({ ok: true });
    expect((await listAs(full)).rsvp).toMatchObject({ going: 5, capacity: 5 });
  });

  test('is enforced by the database, whatever the server does', async () => {
    const id = await scene.createDinner(2);
    await sendRsvp(maya, id, 'going', 1);
    await sendRsvp(tom, id, 'going');
    for (const statement of [
      sql`update rsvp set status = 'confirmed' where occurrence_id = ${id} and status = 'waitlisted'`,
      sql`update event_occurrence set capacity = 1 where id = ${id}`,
      sql`update event_occurrence set confirmed_heads = -1 where id = ${id}`,
      sql`update rsvp set guests = 1, answer = 'maybe' where occurrence_id = ${id}`,
      sql`update rsvp set occurrence_id = ${await scene.createDinner()} where occurrence_id = ${id}`,
      sql`delete from event_occurrence where id = ${id}`,
    ]) {
      await expect(statement.execute(scene.hub.db)).rejects.toThrow(/violates|permission denied/);
    }
    expect((await listAs(id)).rsvp).toMatchObject({ going: 2, waitlisted: 1 });
  });
});
