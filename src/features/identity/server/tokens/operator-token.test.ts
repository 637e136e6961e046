import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { newId } from '#server/database/ids.ts';
import { inviteTo, join, openBrowser, password } from '../testing/browser.ts';
import { issueOperatorToken } from './operator-token.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub.close());

const walletsStatus = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await hub.request({ method: 'GET', url: '/api/wallets', headers })).statusCode;
};

test('another process with the same secret signs tokens that the server accepts', async () => {
  const chapter = await hub.chapter();
  await join(hub, chapter, 'script@example.org', 'admin');
  const other = { ...hub.identity, publicUrl: () => 'http://elsewhere' };
  const wish = { email: 'Script@example.org', lifetimeSeconds: 600 };
  const issued = await issueOperatorToken(other, wish, newId);
  if (!issued.ok) throw new Error(issued.refusal.message);
  expect(issued.value.chapterId).toBe(chapter.id);
  expect(await walletsStatus(issued.value.token)).toBe(200);
});

test('a command without the server’s secret creates one signing key of its own', async () => {
  await join(hub, await hub.chapter(), 'stranger@example.org', 'admin');
  const other = { ...hub.identity, secret: 'another secret, of a data folder' };
  const readKeyId = async (services: typeof other) => {
    const issued = await issueOperatorToken(services, { email: 'stranger@example.org' }, newId);
    if (!issued.ok) throw new Error(issued.refusal.message);
    expect(await walletsStatus(issued.value.token)).toBe(200);
    return decodeProtectedHeader(issued.value.token).kid;
  };
  const [ours, theirs] = [await readKeyId(hub.identity), await readKeyId(other)];
  expect(theirs).not.toBe(ours);
  expect(await readKeyId(hub.identity)).toBe(ours);
  expect(await readKeyId(other)).toBe(theirs);
});

test('an operator’s token is for the requested chapter only', async () => {
  const [first, second] = [await hub.chapter('A'), await hub.chapter('B')];
  await join(hub, first, 'both@example.org');
  const token = await inviteTo(second, 'both@example.org');
  await openBrowser(hub).call(joiningCalls.acceptInvitation, { token, password });
  const wish = { email: 'both@example.org' };
  const issued = await issueOperatorToken(hub.identity, { ...wish, chapterId: first.id }, newId);
  expect(issued).toMatchObject({ ok: true, value: { chapterId: first.id } });
  const none = await issueOperatorToken(hub.identity, { ...wish, chapterId: newId() }, newId);
  expect(none).toMatchObject({ ok: false, refusal: { code: 'no_chapter' } });
});

test('no token is issued for an unknown account or for more than a day', async () => {
  const nobody = await issueOperatorToken(hub.identity, { email: 'nobody@example.org' }, newId);
  expect(nobody).toMatchObject({ ok: false, refusal: { code: 'no_account' } });
  const wish = { email: 'both@example.org', lifetimeSeconds: 86_401 };
  expect(await issueOperatorToken(hub.identity, wish, newId)).toMatchObject({ ok: false });
});
