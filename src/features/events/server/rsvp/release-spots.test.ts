import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { MemberStatus } from '#features/members/membership.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { listRsvps, openRsvpScene, type RsvpScene, sendRsvp } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
let admin: TestPerson;
let maya: TestPerson;
let tom: TestPerson;
let ana: TestPerson;
/** The member who is removed, or disabled and enabled. */
let leaver: TestPerson;

beforeAll(async () => {
  scene = await openRsvpScene();
  admin = await scene.chapter.person('Ida Admin', 'admin');
  [maya, tom, ana] = scene.people as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => scene?.hub.close());
beforeEach(async () => {
  leaver = await scene.chapter.person('Leo Leaver');
});

const setStatus = (status: MemberStatus) =>
  admin.call(membershipCalls.changeStatus, {
    params: { memberId: leaver.memberId },
    body: { status },
  });

const listConfirmed = async (occurrenceId: Id<'occurrence'>) =>
  (await listRsvps(occurrenceId, admin)).items
    .filter(({ answer, status }) => answer === 'going' && status === 'confirmed')
    .map(({ name }) => name);

test('a removed member’s spots go to the first waitlisted party that fits; a disabled member keeps theirs', async () => {
  const id = await scene.createDinner(3);
  await sendRsvp(maya, id, 'going');
  await sendRsvp(leaver, id, 'going', 1);
  await sendRsvp(tom, id, 'going', 2);
  await sendRsvp(ana, id, 'going', 1);
  expect((await setStatus('disabled')).status).toBe(200);
  expect(await listConfirmed(id)).toEqual(['Maya Chen', 'Leo Leaver']);
  expect((await setStatus('removed')).status).toBe(200);
  expect(await listConfirmed(id)).toEqual(['Maya Chen', 'Ana Souza']);
  const { rsvp } = await listRsvps(id, tom);
  expect(rsvp).toMatchObject({ going: 3, waitlisted: 1, mine: { position: 1 } });
  expect((await scene.storedRsvps(id)).get(leaver.memberId)).toMatchObject({ answer: 'not-going' });
});

test('a disabled member on the waitlist gets the spot that became free meanwhile once enabled', async () => {
  const [id, full, canceled] = [
    await scene.createDinner(1),
    await scene.createDinner(1),
    await scene.createDinner(1),
  ];
  for (const each of [id, full, canceled]) {
    await sendRsvp(maya, each, 'going');
    await sendRsvp(leaver, each, 'going');
  }
  await setStatus('disabled');
  await sendRsvp(maya, id, 'not-going');
  await sendRsvp(maya, canceled, 'not-going');
  expect(await listConfirmed(id)).toEqual([]);
  await scene.change(canceled, { status: 'cancelled' });
  expect((await setStatus('active')).status).toBe(200);
  expect(await listConfirmed(id)).toEqual(['Leo Leaver']);
  expect(await listConfirmed(full)).toEqual(['Maya Chen']);
  expect(await listConfirmed(canceled)).toEqual([]);
  const { rsvp } = await listRsvps(id, tom);
  expect(rsvp).toMatchObject({ going: 1, waitlisted: 0 });
  expect((await sendRsvp(tom, id, 'going')).value().mine).toMatchObject({ status: 'waitlisted' });
});

test('removal also withdraws waitlisted and maybe RSVPs, whatever the deadline', async () => {
  const [full, closed] = [await scene.createDinner(1), await scene.createDinner()];
  await sendRsvp(maya, full, 'going');
  await sendRsvp(leaver, full, 'going');
  await sendRsvp(tom, full, 'going');
  await sendRsvp(leaver, closed, 'maybe');
  const inHours = (hours: number) => toInstant(Temporal.Now.instant().add({ hours }));
  await scene.change(closed, {
    starts_at: inHours(2),
    ends_at: inHours(4),
    rsvp_closes_minutes_before: 24 * 60,
  });
  await setStatus('removed');
  expect((await listRsvps(full, tom)).rsvp).toMatchObject({ waitlisted: 1, mine: { position: 1 } });
  expect((await listRsvps(closed, tom)).rsvp.maybe).toBe(0);
});

test('removal changes neither past or canceled occurrences nor other members’ RSVPs', async () => {
  const [over, canceled, ahead] = [
    await scene.createDinner(),
    await scene.createDinner(),
    await scene.createDinner(),
  ];
  for (const id of [over, canceled, ahead]) {
    await sendRsvp(leaver, id, 'going');
    await sendRsvp(maya, id, 'going');
  }
  const yesterday = toInstant(Temporal.Now.instant().subtract({ hours: 30 }));
  const since = toInstant(Temporal.Now.instant().subtract({ hours: 1 }));
  await scene.change(over, { starts_at: yesterday, ends_at: since });
  await scene.change(canceled, { status: 'cancelled' });
  await setStatus('removed');
  expect((await scene.storedRsvps(over)).get(leaver.memberId)).toMatchObject({ answer: 'going' });
  expect((await scene.storedRsvps(canceled)).get(leaver.memberId)).toMatchObject({
    answer: 'going',
  });
  expect(await listConfirmed(ahead)).toEqual(['Maya Chen']);
});

test('the audit log records whose RSVP was withdrawn, by whom, and who was promoted', async () => {
  const id = await scene.createDinner(1);
  await sendRsvp(leaver, id, 'going');
  await sendRsvp(maya, id, 'going');
  await setStatus('removed');
  const records = await scene.hub.db
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after'])
    .where('entity_id', '=', id)
    .where('action', '=', 'rsvp.withdraw')
    .execute();
  expect(records).toMatchObject([
    {
      actor_id: admin.memberId,
      before: { answer: 'going', status: 'confirmed' },
      after: { answer: 'not-going', memberId: leaver.memberId, turn: 3, promoted: [maya.memberId] },
    },
  ]);
});

test('a member who RSVPs while being removed ends up without a spot', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => scene.createDinner(2)));
  const answers = ids.map((id, index) => sendRsvp(leaver, id, 'going', index % 2));
  const [removed, ...answered] = await Promise.all([setStatus('removed'), ...answers]);
  expect(removed.status).toBe(200);
  for (const { status } of answered) expect([200, 401, 403]).toContain(status);
  for (const id of ids) {
    const stored = (await scene.storedRsvps(id)).get(leaver.memberId);
    expect(stored?.answer ?? 'not-going').toBe('not-going');
  }
});
