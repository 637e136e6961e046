/** What the nightly job may not make. */
import pg from 'pg';
import { expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { nightOf, setUpNights } from '../../testing/recurring/nights.ts';
import { createBody } from '../../testing/scene.ts';

const nights = setUpNights();

async function changeStatus(who: TestPerson, status: 'active' | 'disabled') {
  const params = { memberId: who.memberId };
  const body = { status };
  (await nights.scene.ann.call(membershipCalls.changeStatus, { params, body })).value();
}

test('what is refused stays due, says why, and is made once it is mended', async () => {
  const recurring = await nights.create({ title: 'Rent' });
  await changeStatus(nights.scene.ben, 'disabled');
  expect(await nights.run('2026-02-28')).toEqual({ made: 0, refused: 1 });
  const failure = {
    code: 'unknown_member',
    message: 'Everyone on an expense must be an active member',
    at: nightOf('2026-02-28'),
  };
  expect(await nights.read(recurring)).toMatchObject({
    nextDay: '2026-02-28',
    failure,
    version: 1,
  });
  expect((await nights.scene.ann.call(recurringCalls.list)).value().failing).toBe(1);
  expect(await nights.run('2026-03-01')).toEqual({ made: 0, refused: 1 });
  const { receiptIds: _, ...expense } = createBody(nights.scene, {
    expenseDate: '2026-02-28T20:00:00.000Z',
    participants: [nights.scene.ann.memberId, nights.scene.cid.memberId],
  });
  const rule = { frequency: 'monthly' as const, interval: 1, endBy: null, count: null };
  const mended = await nights.scene.ann.call(recurringCalls.update, {
    params: { recurringId: recurring.id },
    body: { rule, expense },
  });
  expect(mended.value().failure).toBeNull();
  expect(await nights.run('2026-03-02')).toEqual({ made: 1, refused: 0 });
  expect(await nights.daysMade(recurring)).toEqual(['2026-01-31', '2026-02-28']);
});

test('a member who comes back lets it be made by itself', async () => {
  const recurring = await nights.create();
  await changeStatus(nights.scene.ben, 'disabled');
  await nights.run('2026-02-28');
  await changeStatus(nights.scene.ben, 'active');
  expect(await nights.run('2026-03-01')).toEqual({ made: 1, refused: 0 });
  expect(await nights.read(recurring)).toMatchObject({ failure: null, nextDay: '2026-03-31' });
});

test('it has the rights of the member who saved it last, as they are on that night', async () => {
  const { ben, ann, chapter } = nights.scene;
  const [own, others, left] = [
    await nights.create({ paidBy: ben.memberId }, {}, ben),
    await nights.create({ paidBy: ann.memberId }, {}, ben),
    await nights.create({ paidBy: ann.memberId }, {}, nights.scene.dora),
  ];
  await nights.hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  await changeStatus(nights.scene.dora, 'disabled');
  expect(await nights.run('2026-02-28')).toEqual({ made: 1, refused: 2 });
  expect([(await nights.read(own)).failure, (await nights.read(others)).failure?.code]).toEqual([
    null,
    'treasurer_needed',
  ]);
  expect((await nights.read(left)).failure).toMatchObject({
    code: 'author_left',
    message: 'Dora Diaz, who saved this last, is no longer an active member',
  });
  // A treasurer takes them over.
  for (const { id } of [others, left]) {
    await ann.call(recurringCalls.pause, { params: { recurringId: id } });
    await ann.call(recurringCalls.resume, { params: { recurringId: id } });
  }
  expect(await nights.run('2026-02-28')).toEqual({ made: 2, refused: 0 });
});

test('while figures differ nothing is made, and afterward everything', async () => {
  const recurring = await nights.create();
  const owner = new pg.Client({ connectionString: nights.hub.database.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into hub.reconciliation_finding values ($1, 'a check', $1, '1', '0', '1', now())`,
    [nights.scene.chapter.id],
  );
  expect(await nights.run('2026-02-28')).toEqual({ made: 0, refused: 1 });
  expect(await nights.read(recurring)).toMatchObject({ failure: { code: 'figures_differ' } });
  await owner.query('delete from hub.reconciliation_finding');
  await owner.end();
  expect(await nights.run('2026-03-01')).toEqual({ made: 1, refused: 0 });
});
