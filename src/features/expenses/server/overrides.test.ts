import { describe, expect, test } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { expenseCalls } from '../contract.ts';
import type { OverrideFields } from '../expense.ts';
import {
  createBody,
  findShare,
  logExpense,
  readEverything,
  type Scene,
  toParams,
} from '../testing/scene.ts';
import { setUpScenes } from '../testing/set-up-scenes.ts';

let scene: Scene;
setUpScenes((_, theScene) => {
  scene = theScene;
});

describe('overrides', () => {
  test('of a new expense are stored with it in one statement, all or none', async () => {
    const { ann, ben, cid, dora } = scene;
    const manual = (amount: number, of: TestPerson): OverrideFields => ({
      type: 'manual',
      amount: cents(amount),
      label: '',
      participantIds: [of.memberId],
    });
    const wine: OverrideFields = {
      type: 'equal',
      amount: cents(20_00),
      label: 'Wine',
      participantIds: [ben.memberId, ann.memberId],
    };
    const create = async (overrides: OverrideFields[], key: string) =>
      ann.call(expenseCalls.create, {
        body: { ...createBody(scene), overrides },
        headers: { 'idempotency-key': key },
      });
    const created = await create([wine, manual(40_00, cid)], 'dinner');
    expect([created.status, created.headers.etag]).toEqual([201, '"1"']);
    const dinner = created.value();
    expect([ann, ben, cid].map((each) => findShare(dinner, each))).toEqual([30_00, 30_00, 40_00]);
    expect(dinner.overrides.map(({ label }) => label)).toEqual([
      'Wine',
      'Manual override for Cid Chen',
    ]);
    const params = toParams(dinner);
    expect((await ben.call(expenseCalls.detail, { params })).value()).toEqual(dinner);
    expect((await create([wine, manual(40_00, cid)], 'dinner')).text).toBe(created.text);
    const { events } = (await ben.call(expenseCalls.history, { params })).value();
    expect(events.items.map(({ action, after }) => [action, after])).toEqual([
      ['expense.create', dinner],
    ]);

    const before = await readEverything(scene);
    for (const [overrides, field] of [
      [[wine, { ...wine, label: '' }], 'overrides.1.label'],
      [[manual(-1, cid)], 'overrides.0.amount'],
      [[{ ...wine, amount: cents(100_00) }], 'overrides.0.amount'],
      [[wine, manual(80_01, cid)], 'amount'],
      [[manual(1, dora)], 'participantIds'],
    ] as const) {
      const refused = await create([...overrides], crypto.randomUUID());
      expect([refused.status, refused.refusal().field]).toEqual([422, field]);
    }
    expect(await readEverything(scene)).toBe(before);
    // It changes and settles like any other.
    const overrideId = dinner.overrides[0]?.id ?? testId('');
    const removed = await ann.call(expenseCalls.removeOverride, {
      params: { ...params, overrideId },
    });
    expect(findShare(removed.value(), ben)).toBe(30_00);
    expect((await ann.call(expenseCalls.settle, { params })).status).toBe(200);
  });

  test('change the shares, and removing them restores the shares', async () => {
    const { ann, ben, cid } = scene;
    const expense = await logExpense(scene);
    const before = (await ann.call(expenseCalls.detail, { params: toParams(expense) })).value();
    const wine = {
      type: 'equal' as const,
      amount: cents(40_00),
      label: 'Wine',
      participantIds: [cid.memberId, ann.memberId],
    };
    const added = await ann.call(expenseCalls.addOverride, {
      params: toParams(expense),
      body: wine,
    });
    expect([added.status, added.headers.etag]).toEqual([201, '"2"']);
    const withWine = added.value();
    expect([ann, ben, cid].map((each) => findShare(withWine, each))).toEqual([40_00, 20_00, 40_00]);
    const overrideId = withWine.overrides[0]?.id ?? testId('');

    const params = { expenseId: expense.id, overrideId };
    const body = { ...wine, amount: cents(10_00), participantIds: [ben.memberId] };
    const changed = (await ann.call(expenseCalls.updateOverride, { params, body })).value();
    expect([ann, ben, cid].map((each) => findShare(changed, each))).toEqual([30_00, 40_00, 30_00]);
    expect(changed.overrides).toEqual([{ id: overrideId, ...body }]);
    const read = (await ben.call(expenseCalls.detail, { params: toParams(expense) })).value();
    expect(read).toEqual(changed);

    const removed = (await ann.call(expenseCalls.removeOverride, { params })).value();
    expect(removed.participantBreakdowns).toEqual(before.participantBreakdowns);
    const gone = await ann.call(expenseCalls.removeOverride, { params });
    expect(gone.status).toBe(404);
  });

  test('replace the participant’s earlier manual override and get a default label', async () => {
    const { ann, ben } = scene;
    const expense = await logExpense(scene);
    const set = async (amount: number) =>
      (
        await ann.call(expenseCalls.addOverride, {
          params: toParams(expense),
          body: {
            type: 'manual',
            amount: cents(amount),
            label: '',
            participantIds: [ben.memberId],
          },
        })
      ).value();
    await set(10_00);
    const expected = { amount: 0, label: 'Manual override for Ben Burns' };
    const replaced = await set(0);
    expect(replaced.overrides).toMatchObject([expected]);
    expect(replaced.overrides.length).toBe(1);
    expect(findShare(replaced, ben)).toBe(0);
    expect(findShare(replaced, ann)).toBe(50_00);
  });

  test('get a default label of whole characters, however long the name', async () => {
    const { ann, chapter } = scene;
    const long = await chapter.person(`${'x'.repeat(179)}🎉`);
    const override = {
      type: 'manual' as const,
      amount: cents(10_00),
      label: '',
      participantIds: [long.memberId],
    };
    const participants = [ann.memberId, long.memberId];
    const logged = await ann.call(expenseCalls.create, {
      body: { ...createBody(scene, { participants }), overrides: [override] },
    });
    const label = `Manual override for ${'x'.repeat(179)}`;
    expect([logged.status, logged.value().overrides[0]?.label]).toEqual([201, label]);
    const params = toParams(await logExpense(scene, { participants }));
    const added = await ann.call(expenseCalls.addOverride, { params, body: override });
    expect([added.status, added.value().overrides[0]?.label]).toEqual([201, label]);
  });

  test('are refused with the difference in cents if they do not fit, and change nothing', async () => {
    const { ann, ben, cid, dora } = scene;
    const expense = await logExpense(scene);
    const add = (amount: number, ...people: Id<'member'>[]) =>
      ann.call(expenseCalls.addOverride, {
        params: toParams(expense),
        body: {
          type: people.length === 1 ? 'manual' : 'equal',
          amount: cents(amount),
          label: 'x',
          participantIds: people,
        },
      });
    await add(60_00, ann.memberId);
    const before = await readEverything(scene);
    const over = await add(40_01, ben.memberId, cid.memberId);
    expect([over.status, over.refusal()]).toMatchObject([
      422,
      { code: 'overrides_exceed_total', details: { differenceCents: 1 } },
    ]);
    const stranger = await add(1, ben.memberId, dora.memberId);
    expect(stranger.refusal().code).toBe('override_of_stranger');
    expect(await readEverything(scene)).toBe(before);
    const cheaper = await ann.call(expenseCalls.patch, {
      params: toParams(expense),
      body: [{ op: 'replace', path: '/amount', value: cents(59_00) }],
    });
    expect(cheaper.refusal().details).toEqual({ differenceCents: 1_00 });
    expect(await readEverything(scene)).toBe(before);
  });

  test('are not found under another expense', async () => {
    const { ann, ben } = scene;
    const [one, other] = [await logExpense(scene), await logExpense(scene)];
    const body = {
      type: 'manual' as const,
      amount: cents(1),
      label: 'x',
      participantIds: [ben.memberId],
    };
    const added = (
      await ann.call(expenseCalls.addOverride, { params: toParams(one), body })
    ).value();
    const params = { expenseId: other.id, overrideId: added.overrides[0]?.id ?? testId('') };
    expect((await ann.call(expenseCalls.updateOverride, { params, body })).status).toBe(404);
    expect((await ann.call(expenseCalls.removeOverride, { params })).status).toBe(404);
  });

  test('of removed participants are removed by a patch only with consent', async () => {
    const { ann, ben, cid } = scene;
    const expense = await logExpense(scene);
    const override = {
      type: 'manual' as const,
      amount: cents(5_00),
      label: 'Salad',
      participantIds: [ben.memberId],
    };
    await ann.call(expenseCalls.addOverride, { params: toParams(expense), body: override });
    const body = [
      {
        op: 'replace' as const,
        path: '/participants' as const,
        value: [ann.memberId, cid.memberId],
      },
    ];
    const before = await readEverything(scene);
    const refused = await ann.call(expenseCalls.patch, { params: toParams(expense), body });
    expect(refused.refusal().code).toBe('overrides_would_be_dropped');
    expect(await readEverything(scene)).toBe(before);
    const query = { dropOverrides: 'true' };
    const done = await ann.call(expenseCalls.patch, { params: toParams(expense), body, query });
    expect(done.value()).toMatchObject({ overrides: [] });
    expect(findShare(done.value(), ann)).toBe(50_00);
  });
});
