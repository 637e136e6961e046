import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { authCalls } from '#features/identity/contract.ts';
import { join, openBrowser, password } from '#features/identity/server/testing/browser.ts';
import { membershipCalls } from '../membership-contract.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

test('enabling a member again revives no session and no token from before', async () => {
  const chapter = await hub.chapter();
  const email = 'maya@example.org';
  const browser = await join(hub, chapter, email);
  const { authorization } = await browser.bearer();
  const admin = await chapter.person('Nora Admin', 'admin');
  const view = (await browser.call(authCalls.session)).value();
  if (!view.signedIn || !view.chapter) throw new Error('not signed in');
  const { memberId } = view.chapter;
  const set = async (status: 'active' | 'disabled') =>
    (
      await admin.call(membershipCalls.changeStatus, { params: { memberId }, body: { status } })
    ).value();
  const ask = async (headers: Record<string, string>) =>
    (await hub.request({ url: '/api/users', headers })).statusCode;
  expect(await ask({ authorization })).toBe(200);

  await set('disabled');
  expect(await ask({ authorization })).toBe(401);
  await set('active');
  expect(await ask({ authorization })).toBe(401);
  expect(await ask({ cookie: browser.cookie ?? '' })).toBe(401);
  expect((await browser.call(authCalls.session)).value()).toMatchObject({ chapter: null });

  const again = openBrowser(hub);
  await again.call(authCalls.signIn, { email, password });
  expect(await ask(await again.bearer())).toBe(200);
});
