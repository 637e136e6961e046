import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { MemberStatus } from '#features/members/standing.ts';
import { standingCalls } from '#features/members/standing-contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { answersTo, openRsvpScene, type RsvpScene, say } from '../../testing/rsvp-scene.ts';

let scene: RsvpScene;
let admin: TestPerson;
let maya: TestPerson;
let tom: TestPerson;
let ana: TestPerson;
/** Who is removed. */
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

const become = (status: MemberStatus) =>
  admin.call(standingCalls.changeStatus, {
    params: { memberId: leaver.memberId },
    body: { status },
  });

const going = async (occurrenceId: Id<'occurrence'>) =>
  (await answersTo(occurrenceId, admin)).items
    .filter(({ answer, status }) => answer === 'going' && status === 'confirmed')
    .map(({ name }) => name);

test('the places of who is removed go to the first who waits and fits; who is disabled keeps theirs', async () => {
  const id = await scene.evening(3);
  await say(maya, id, 'going');
  await say(leaver, id, 'going', 1);
  await say(tom, id, 'going', 2);
  await say(ana, id, 'going', 1);
  expect((await become('disabled')).status).toBe(200);
  expect(await going(id)).toEqual(['Maya Chen', 'Leo Leaver']);
  expect((await become('removed')).status).toBe(200);
  expect(await going(id)).toEqual(['Maya Chen', 'Ana Souza']);
  const { rsvp } = await answersTo(id, tom);
  expect(rsvp).toMatchObject({ going: 3, waitlisted: 1, mine: { position: 1 } });
  expect((await scene.kept(id)).get(leaver.memberId)).toMatchObject({ answer: 'not-going' });
});

test('a place on the waitlist and a maybe are given up as well, whatever the deadline', async () => {
  const [full, closed] = [await scene.evening(1), await scene.evening()];
  await say(maya, full, 'going');
  await say(leaver, full, 'going');
  await say(tom, full, 'going');
  await say(leaver, closed, 'maybe');
  const hence = (hours: number) => toInstant(Temporal.Now.instant().add({ hours }));
  await scene.change(closed, {
    starts_at: hence(2),
    ends_at: hence(4),
    rsvp_closes_minutes_before: 24 * 60,
  });
  await become('removed');
  expect((await answersTo(full, tom)).rsvp).toMatchObject({ waitlisted: 1, mine: { position: 1 } });
  expect((await answersTo(closed, tom)).rsvp.maybe).toBe(0);
});

test('what is over or cancelled stays as it was, and so do the answers of others', async () => {
  const [over, cancelled, ahead] = [
    await scene.evening(),
    await scene.evening(),
    await scene.evening(),
  ];
  for (const id of [over, cancelled, ahead]) {
    await say(leaver, id, 'going');
    await say(maya, id, 'going');
  }
  const yesterday = toInstant(Temporal.Now.instant().subtract({ hours: 30 }));
  const since = toInstant(Temporal.Now.instant().subtract({ hours: 1 }));
  await scene.change(over, { starts_at: yesterday, ends_at: since });
  await scene.change(cancelled, { status: 'cancelled' });
  await become('removed');
  expect((await scene.kept(over)).get(leaver.memberId)).toMatchObject({ answer: 'going' });
  expect((await scene.kept(cancelled)).get(leaver.memberId)).toMatchObject({ answer: 'going' });
  expect(await going(ahead)).toEqual(['Maya Chen']);
});

test('the audit says who gave up what, by whom, and who was let in', async () => {
  const id = await scene.evening(1);
  await say(leaver, id, 'going');
  await say(maya, id, 'going');
  await become('removed');
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

test('who answers at the moment of their removal has no place in the end', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => scene.evening(2)));
  const answers = ids.map((id, index) => say(leaver, id, 'going', index % 2));
  const [removed, ...answered] = await Promise.all([become('removed'), ...answers]);
  expect(removed.status).toBe(200);
  for (const { status } of answered) expect([200, 401, 403]).toContain(status);
  for (const id of ids) {
    const kept = (await scene.kept(id)).get(leaver.memberId);
    expect(kept?.answer ?? 'not-going').toBe('not-going');
  }
});
