import { describe, expect, test } from 'vitest';
import type { TestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import { findShare, logExpense, type Scene, toParams } from '../testing/scene.ts';
import { setUpScenes } from '../testing/set-up-scenes.ts';

let hub: TestHub;
let scene: Scene;
setUpScenes((theHub, theScene) => {
  hub = theHub;
  scene = theScene;
});

describe('a patch', () => {
  const replace = (path: string, value: unknown) => ({ op: 'replace', path, value }) as never;

  test('replaces fields, recomputes the shares and increments the version', async () => {
    const { ann, ben, dora } = scene;
    const expense = await logExpense(scene);
    const reply = await ann.call(expenseCalls.patch, {
      params: toParams(expense),
      body: [
        replace('/title', 'Lunch'),
        replace('/amount', cents(80_00)),
        replace('/participants', [ann.memberId, dora.memberId]),
      ],
    });
    expect(reply.headers.etag).toBe('"2"');
    const patched = reply.value();
    expect(patched).toMatchObject({ title: 'Lunch', amount: 80_00, version: 2 });
    expect([findShare(patched, ann), findShare(patched, ben), findShare(patched, dora)]).toEqual([
      40_00,
      undefined,
      40_00,
    ]);
    const read = await ann.call(expenseCalls.detail, { params: toParams(expense) });
    expect(read.text).toBe(reply.text);
  });

  test('keeps the version if it changes nothing', async () => {
    const expense = await logExpense(scene);
    const body = [replace('/title', 'Dinner')];
    const reply = await scene.ann.call(expenseCalls.patch, { params: toParams(expense), body });
    expect(reply.value()).toEqual(expense);
  });

  test('is refused unless it is based on the latest version', async () => {
    const expense = await logExpense(scene);
    const send = (version: string, title: string) =>
      scene.ann.call(expenseCalls.patch, {
        params: toParams(expense),
        body: [replace('/title', title)],
        headers: { 'if-match': version },
      });
    expect((await send('"1"', 'a')).status).toBe(200);
    expect((await send('"1"', 'b')).status).toBe(412);
    expect((await send('W/"2"', 'b')).status).toBe(412);
    expect((await send('"2"', 'c')).value().title).toBe('c');
  });

  test('may keep a former member but not add one', async () => {
    const { ann, ben, cid, dora } = scene;
    const expense = await logExpense(scene);
    await hub.db
      .updateTable('member')
      .set({ status: 'removed' })
      .where('id', 'in', [ben.memberId, dora.memberId])
      .execute();
    const patch = (...participants: Id<'member'>[]) =>
      ann.call(expenseCalls.patch, {
        params: toParams(expense),
        body: [replace('/participants', participants)],
      });
    expect((await patch(ann.memberId, ben.memberId)).status).toBe(200);
    expect((await patch(ann.memberId, dora.memberId)).refusal().code).toBe('unknown_member');
    expect((await patch(ann.memberId, cid.memberId)).status).toBe(200);
    // He was on it, so that taking him off can be undone.
    const restored = (await patch(ann.memberId, ben.memberId, cid.memberId)).value();
    expect(restored.participants).toContain(ben.memberId);
    const another = await logExpense(scene, { participants: [ann.memberId, cid.memberId] });
    const added = await ann.call(expenseCalls.patch, {
      params: toParams(another),
      body: [replace('/participants', [ann.memberId, ben.memberId])],
    });
    expect(added.refusal().code).toBe('unknown_member');
  });
});
