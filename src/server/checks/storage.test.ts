/** A full disk, damaged data and a read-only database are reported as what they are, and quietly. */
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAdminAlert } from '#app/server/admin-alert.ts';
import { operationCalls } from '#app/server/operations.ts';
import { callApp, startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { createLog } from '../config/log.ts';
import type { Mail } from '../mail/mail.ts';
import { checkAndReport, type FiguresCheckState } from './figures.ts';
import { createStorageWatch, type StorageTrouble } from './storage.ts';

let hub: TestHub;
let owner: pg.Client;
let maya: TestPerson;
let time = 0;
const reported: StorageTrouble[] = [];
const watch = createStorageWatch(
  (trouble) => reported.push(trouble),
  () => time,
);

beforeAll(async () => {
  hub = await startTestHub({ storage: watch });
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  maya = await (await hub.chapter()).person('Maya Chen', 'admin');
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});
afterEach(async () => {
  await owner.query('drop trigger if exists fails on hub.wallet');
  watch.clearDamage();
  reported.length = 0;
  time += 3_600_000;
});

/** Every write of a wallet fails with this code, as PostgreSQL reports it. */
async function failWrites(code: string): Promise<void> {
  await owner.query(`
    create or replace function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file "base/1/2"' using errcode = '${code}'; end $$;
    create or replace trigger fails before insert on hub.wallet for each row
      execute function public.fail()`);
}

const openWallet = () =>
  maya.call(walletCalls.create, {
    body: { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' },
  });
const ready = () => callApp(hub.app, operationCalls.ready, {});

describe('a write that meets storage trouble is refused with 503 and its own code', () => {
  test.each([
    ['53100', 'storage_full'],
    ['53200', 'storage_full'],
    ['58030', 'storage_damaged'],
    ['58P01', 'storage_damaged'],
    ['XX001', 'storage_damaged'],
    ['XX002', 'storage_damaged'],
    ['25006', 'read_only'],
  ])('%s is %s', async (postgresCode, code) => {
    await failWrites(postgresCode);
    const refused = await openWallet();
    expect([refused.status, refused.refusal().code]).toEqual([503, code]);
    expect(refused.refusal().message).not.toContain('base/1/2');
  });

  test('also by a database that really only reads', async () => {
    const { rows } = await owner.query('select current_database() as name');
    await owner.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
    const reading = await startTestHub({
      database: {
        ownerUrl: hub.database.ownerUrl,
        appUrl: hub.database.appUrl,
        drop: async () => {},
      },
    });
    try {
      const refused = await callApp(
        reading.app,
        walletCalls.create,
        { authorization: `Bearer ${maya.token}` },
        { body: { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' } },
      );
      expect([refused.status, refused.refusal().code]).toEqual([503, 'read_only']);
      const read = await callApp(reading.app, walletCalls.list, {
        authorization: `Bearer ${maya.token}`,
      });
      expect(read.status).toBe(200);
      expect((await callApp(reading.app, operationCalls.ready, {})).value().storage).toBe(
        'read-only',
      );
    } finally {
      await reading.close();
      await owner.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
    }
  });
});

test('a thousand failing writes are reported once a minute', async () => {
  await failWrites('53100');
  for (let n = 0; n < 20; n += 1) await openWallet();
  expect(reported).toEqual(['storage_full']);
  time += 59_999;
  await openWallet();
  expect(reported).toHaveLength(1);
  time += 1;
  await openWallet();
  expect(reported).toHaveLength(2);
});

describe('/api/ready', () => {
  test('says for a minute that the disk is full, and stays 200 because reading works', async () => {
    await failWrites('53100');
    await openWallet();
    expect([(await ready()).status, (await ready()).value().storage]).toEqual([200, 'full']);
    time += 60_000;
    expect((await ready()).value().storage).toBe('fine');
  });

  test('is 503 from damage on until all figures could be checked', async () => {
    await failWrites('XX001');
    await openWallet();
    time += 3_600_000;
    const refused = await ready();
    expect([refused.status, refused.refusal().code]).toEqual([503, 'storage_damaged']);
    expect(await check()).toBe('done');
    expect((await ready()).status).toBe(200);
  });
});

test('a check of figures that meets damage is failed, not pending', async () => {
  // Changed since the last check, so that it is looked at.
  await (await hub.chapter()).person('Eve Else');
  const { rows } = await owner.query(
    `select pg_get_functiondef('hub.check_figures'::regproc) as definition`,
  );
  await owner.query(
    rows[0].definition.replace(
      /\bbegin\b/i,
      `begin
    raise exception 'invalid page in block 216' using errcode = 'XX001';`,
    ),
  );
  try {
    expect(await check()).toBe('failed');
    expect(reported).toEqual(['storage_damaged']);
    expect((await ready()).status).toBe(503);
  } finally {
    await owner.query(rows[0].definition);
  }
});

test('installation admins get one email in six hours, and nobody else', async () => {
  await owner.query(
    'insert into hub.installation_admin (account_id, granted_at) values ($1, now())',
    [maya.accountId],
  );
  const { rows } = await owner.query('select email from auth.account where id = $1', [
    maya.accountId,
  ]);
  await (await hub.chapter('Oslo')).person('Ola Nordmann', 'admin');
  const sent: Mail[] = [];
  const alert = createAdminAlert({
    db: hub.db,
    config: hub.config,
    log: createLog('silent'),
    mailer: { send: async (mail) => ({ ok: sent.push(mail) > 0 }) as { ok: true } },
  });
  await alert('storage_full');
  await alert('storage_full');
  expect(sent.map(({ to }) => to)).toEqual([rows[0].email]);
  expect(sent[0]?.subject).toBe('Chapter Hub has run out of space');
  await alert('storage_damaged');
  expect(sent).toHaveLength(2);
});

/** As at startup and every night; what became of it. */
async function check(): Promise<FiguresCheckState> {
  let state: FiguresCheckState = 'pending';
  await checkAndReport({
    appUrl: hub.database.appUrl,
    log: createLog('silent', new Writable({ write: (_line, _encoding, done) => done() })),
    clock: () => toInstant(Temporal.Now.instant()),
    signal: new AbortController().signal,
    storage: watch,
    onCheck: (found) => {
      state = found;
    },
  }).catch((error: unknown) => {
    if (state !== 'failed') throw error;
  });
  return state;
}

test('trouble is found among several errors', () => {
  const full = Object.assign(new Error('full'), { code: '53100' });
  expect(watch.note(new AggregateError([new Error('another'), full]))).toBe('storage_full');
  expect(watch.note(new AggregateError([new Error('another')]))).toBeUndefined();
});
