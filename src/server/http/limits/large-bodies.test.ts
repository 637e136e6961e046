import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { limitLargeBodies } from './large-bodies.ts';

const large = { maxBodyBytes: 5 * 1024 * 1024 };

function start() {
  const limit = limitLargeBodies();
  return (accountId: string, endpoint: { maxBodyBytes: number | undefined } = large) => {
    const raw = new EventEmitter();
    const request = { caller: { accountId }, id: 'request' } as Parameters<typeof limit.begin>[1];
    const begun = limit.begin(endpoint, request, { raw } as Parameters<typeof limit.begin>[2]);
    return { isTaken: begun.ok, end: () => raw.emit('close') };
  };
}

test('a person sends one large body at a time, and nobody waits for another', () => {
  const send = start();
  const first = send('ann');
  expect([first.isTaken, send('ann').isTaken, send('ben').isTaken]).toEqual([true, false, true]);
  first.end();
  expect(send('ann').isTaken).toBe(true);
});

test('small bodies are not counted', () => {
  const send = start();
  send('ann');
  expect(send('ann', { maxBodyBytes: undefined }).isTaken).toBe(true);
});
