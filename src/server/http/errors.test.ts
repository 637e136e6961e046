/** The replies when the database goes away: a read may be asked again, a write may have happened. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson, type TestReply } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { BucketError } from '../s3/bucket-error.ts';
import { toFailure } from './errors.ts';

let hub: TestHub;
let owner: pg.Client;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub({ lockTimeout: '1s' });
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  maya = await (await hub.chapter()).person('Maya Chen');
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

// Before any connection is ended, which may stay in the pool for a moment.
test('a read that waits too long for a lock is refused as busy', async () => {
  await owner.query('begin; lock table hub.wallet in access exclusive mode');
  try {
    const reply = await maya.call(walletCalls.list);
    expect([reply.status, reply.refusal().code]).toEqual([503, 'busy']);
  } finally {
    await owner.query('rollback');
  }
});

/** What a call is answered when every connection ends that waits for the wallets, as its own does. */
async function cutOff(call: () => Promise<TestReply<unknown>>) {
  await owner.query('begin; lock table hub.wallet in access exclusive mode');
  try {
    let isAnswered = false;
    const answer = call().finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await owner.query(`select pg_terminate_backend(pid) from pg_locks
        where relation = 'hub.wallet'::regclass and not granted`);
      await sleep(5);
    }
    const reply = await answer;
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
    return reply.refusal();
  } finally {
    await owner.query('rollback');
  }
}

test('a read that the database does not answer can be retried', async () => {
  expect(await cutOff(() => maya.call(walletCalls.list))).toEqual({
    code: 'database_unavailable',
    message: 'The database is not responding. Try again in a moment.',
  });
});

test('the outcome of a write that the database does not answer is unknown', async () => {
  const body = { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' } as const;
  expect(await cutOff(() => maya.call(walletCalls.create, { body }))).toEqual({
    code: 'database_unavailable',
    message:
      'The database is not responding, so the outcome is unknown. Try again with the same Idempotency-Key.',
  });
});

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'])(
  'a database whose host gives %s is out of reach, which is no bug',
  (code) => {
    const error = Object.assign(new Error(`connect ${code}`), { code });
    const { status, refusal, isBug } = toFailure(error, { isRead: true });
    expect([status, refusal.code, isBug]).toEqual([503, 'database_unavailable', false]);
    const ofBucket = toFailure(new BucketError('unreachable', 'no such host', error));
    expect(ofBucket.refusal.code).toBe('files_unreachable');
  },
);

test('a database whose host name is not found is waited for', async () => {
  const lost = await startTestHub({
    pooler: { url: 'postgresql://hub@database.invalid/hub', preparesByName: false },
  });
  try {
    const reply = await lost.request({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { email: 'maya@example.org', password: 'a password of hers' },
    });
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1']);
    expect(reply.json()).toMatchObject({ code: 'database_unavailable' });
  } finally {
    await lost.close();
  }
});
