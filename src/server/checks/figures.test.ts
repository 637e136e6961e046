/** Differences suspend the chapter's money operations, and nothing else, until explained. */
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operationCalls } from '#app/server/operations.ts';
import { callApp, startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { memberCalls } from '#features/members/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { createLog } from '../config/log.ts';
import { newId } from '../database/ids.ts';
import { checkAndReport, checkUntilDone, type FiguresCheckState } from './figures.ts';
import { explainDifferences } from './reconciliation.ts';
import { createStorageWatch } from './storage.ts';

const memo = 'Flowers for the wake';

let hub: TestHub;
let owner: pg.Client;
let maya: TestPerson;
let elsewhere: TestPerson;
let walletId: Id<'wallet'>;
let transactionId: Id<'transaction'>;

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  elsewhere = await (await hub.chapter('Elsewhere')).person('Eve Else');
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

beforeEach(async () => {
  // What an earlier test damaged is its own: from here on it counts as explained.
  await explain();
  maya = await (await hub.chapter()).person('Maya Chen');
  walletId = await openWallet(maya);
  transactionId = (await add()).value().id;
});

async function openWallet(person: TestPerson): Promise<Id<'wallet'>> {
  const body = { name: 'Travel', ownerId: person.memberId, currencyCode: 'USD' } as const;
  return (await person.call(walletCalls.create, { body })).value().id;
}

function transaction(person: TestPerson) {
  const [userId, description] = [person.memberId, memo];
  return { userId, transactionType: 'credit', amount: cents(1000), description } as const;
}

function add(person = maya, to = walletId) {
  const body = transaction(person);
  return person.call(walletCalls.addTransaction, { params: { walletId: to }, body });
}

function expense(person: TestPerson) {
  return JSON.stringify({
    title: memo,
    amount: 12,
    expenseDate: '2026-03-01T12:00:00.000Z',
    participants: [person.memberId],
    paidBy: person.memberId,
  });
}

/** As its superuser, past every trigger and key: what a broken disk or a careless hand can do. */
async function damage(by: number): Promise<void> {
  await pastAllTriggers(
    `update hub.ledger_account set balance_cents = balance_cents + ${by} where wallet_id = '${walletId}'`,
  );
}

/** Changes what is seen, and not the ledger below. */
async function damageWhatIsSeen(by: number): Promise<void> {
  await pastAllTriggers(
    `update hub.wallet_transaction set amount_cents = amount_cents + ${by} where id = '${transactionId}'`,
  );
}

async function pastAllTriggers(statement: string): Promise<void> {
  await owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
}

const clock = () => toInstant(Temporal.Now.instant());

function collectLines() {
  const lines: string[] = [];
  const log = createLog(
    'info',
    new Writable({
      write: (line: Buffer, _, done) => {
        lines.push(line.toString());
        done();
      },
    }),
  );
  return { log, read: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

async function check(): Promise<Record<string, unknown>[]> {
  const { log, read } = collectLines();
  await checkAndReport({
    appUrl: hub.database.appUrl,
    log,
    clock,
    signal: new AbortController().signal,
    storage: createStorageWatch(() => {}),
    onCheck: () => {},
  });
  return read();
}

async function explain(why = 'A hand-made correction, see the minutes of May') {
  return explainDifferences(hub.database.ownerUrl, { why, by: 'operator ann', now: clock() });
}

const ready = async () => (await callApp(hub.app, operationCalls.ready, {})).value();

test('exactly these calls move money', async () => {
  const document = (await hub.request({ url: '/api/openapi.json' })).json();
  const paths = Object.entries<Record<string, Record<string, unknown>>>(document.paths);
  const moving = paths.flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) =>
      call['x-moves-money'] === true ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect(moving.sort()).toEqual([
    'DELETE /expenses/{expenseId}',
    'DELETE /expenses/{expenseId}/overrides/{overrideId}',
    'DELETE /wallets/{walletId}/transactions/{transactionId}',
    'PATCH /expenses/{expenseId}',
    'POST /charges',
    'POST /charges/{chargeId}/cancel',
    'POST /charges/{chargeId}/items/{itemId}/cancel',
    'POST /charges/{chargeId}/items/{itemId}/waive',
    'POST /expenses',
    'POST /expenses/{expenseId}/corrections',
    'POST /expenses/{expenseId}/money-back',
    'POST /expenses/{expenseId}/overrides',
    'POST /expenses/{expenseId}/restore',
    'POST /expenses/{expenseId}/settle',
    'POST /payments',
    'POST /payments/batch',
    'POST /payments/{paymentId}/confirm',
    'POST /payments/{paymentId}/take-back',
    'POST /recurring-expenses',
    'POST /wallets/{walletId}/transactions',
    'PUT /expenses/{expenseId}/overrides/{overrideId}',
    'PUT /wallets/{walletId}/transactions/{transactionId}',
  ]);
});

describe('while figures differ,', () => {
  const differ = {
    code: 'figures_differ',
    message: 'Balances need review, so money changes are paused. Contact your administrator.',
  };

  test('calls that move the chapter’s money are refused and change nothing', async () => {
    const created = await maya.call(expenseCalls.create, { raw: expense(maya) });
    const params = { expenseId: created.value().id };
    const ofOverride = { ...params, overrideId: newId<'override'>() };
    const ofTransaction = { walletId, transactionId };
    const override = JSON.stringify({ amount: 1, label: 'x', type: 'manual', participantIds: [] });
    await damage(100);
    await check();
    const before = await hub.db.selectFrom('audit').select('id').execute();
    const replies = await Promise.all([
      add(),
      maya.call(walletCalls.updateTransaction, { params: ofTransaction, body: transaction(maya) }),
      maya.call(walletCalls.deleteTransaction, { params: ofTransaction }),
      maya.call(expenseCalls.create, { raw: expense(maya) }),
      maya.call(expenseCalls.patch, { params, raw: '[]' }),
      maya.call(expenseCalls.remove, { params }),
      maya.call(expenseCalls.restore, { params }),
      maya.call(expenseCalls.settle, { params }),
      maya.call(expenseCalls.addOverride, { params, raw: override }),
      maya.call(expenseCalls.updateOverride, { params: ofOverride, raw: override }),
      maya.call(expenseCalls.removeOverride, { params: ofOverride }),
    ]);
    for (const reply of replies) expect([reply.status, reply.refusal()]).toEqual([503, differ]);
    expect(await hub.db.selectFrom('audit').select('id').execute()).toEqual(before);
  });

  test('reads and other writes continue', async () => {
    await damage(100);
    await check();
    const detail = await maya.call(walletCalls.detail, { params: { walletId } });
    expect(detail.value().currentBalance).toBe(1100);
    expect((await maya.call(memberCalls.list)).status).toBe(200);
    await openWallet(maya);
  });

  test('money of other chapters is not affected', async () => {
    await damage(100);
    await check();
    expect((await add()).status).toBe(503);
    expect((await add(elsewhere, await openWallet(elsewhere))).status).toBe(201);
  });

  test('every difference is logged without text written by members', async () => {
    await damage(100);
    const lines = await check();
    const logged = lines.filter((line) => line['subjectId'] === walletId);
    expect(logged).toMatchObject([
      {
        level: 50,
        check: 'balance equals its visible transactions',
        chapterId: maya.chapterId,
        expected: '1000 in 1',
        actual: '1100 in 1',
      },
      {
        level: 50,
        check: 'stored balance equals its entries',
        chapterId: maya.chapterId,
        expected: '1000 at 1',
        actual: '1100 at 1',
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${memo}|Maya|@example`));
  });

  test('/api/ready stays 200 and names only the checks', async () => {
    expect(await ready()).toMatchObject({ status: 'ready', differences: 0, checks: [] });
    await damage(100);
    expect((await ready()).reconciliation).not.toBe('differs');
    await check();
    expect(await ready()).toEqual({
      status: 'ready',
      storage: 'fine',
      backup: { state: 'off', at: null, verifiedAt: null },
      reconciliation: 'differs',
      differences: 3,
      checks: [
        'balance equals its visible transactions',
        'standings and the chapter add up to zero',
        'stored balance equals its entries',
      ],
    });
  });
});

describe('an explanation', () => {
  test('resumes money operations immediately and is stored with author, time and reason', async () => {
    await damage(100);
    await check();
    expect((await add()).status).toBe(503);
    expect(await explain('The bank says so')).toHaveLength(3);
    expect((await add()).status).toBe(201);
    expect((await ready()).reconciliation).toBe('explained');
    const kept = await hub.db
      .selectFrom('reconciliation_explanation')
      .select(['why', 'explained_by'])
      .where('subject_id', '=', walletId)
      .execute();
    expect(kept).toEqual(Array(2).fill({ why: 'The bank says so', explained_by: 'operator ann' }));
  });

  test('covers one gap: a further drift requires another one', async () => {
    await damageWhatIsSeen(100);
    await check();
    await explain();
    for (let n = 0; n < 3; n += 1) {
      expect((await add()).status).toBe(201);
      await check();
    }
    await damageWhatIsSeen(1);
    expect((await add()).status).toBe(201);
    await check();
    expect((await add()).status).toBe(503);
    await explain();
    expect((await add()).status).toBe(201);
  });

  test('is not needed after a repair', async () => {
    await damage(100);
    await check();
    await damage(-100);
    expect((await add()).status).toBe(503);
    await check();
    expect((await add()).status).toBe(201);
  });

  test('can only be given by the owner and never changed', async () => {
    await damage(100);
    await check();
    await explain();
    const app = await hub.database.pool.connect();
    try {
      for (const [client, statement, why] of [
        [
          app,
          'insert into hub.reconciliation_explanation select * from hub.reconciliation_explanation',
          /permission denied/,
        ],
        [app, 'delete from hub.reconciliation_finding', /permission denied/],
        [owner, 'update hub.reconciliation_explanation set why = why', /append-only/],
        [owner, 'delete from hub.reconciliation_explanation', /append-only/],
        [owner, 'truncate hub.reconciliation_explanation', /append-only/],
      ] as const) {
        await expect(client.query(statement), statement).rejects.toThrow(why);
      }
    } finally {
      app.release();
    }
  });
});

test('concurrent checks find and store the same differences', async () => {
  await damage(100);
  await Promise.all([check(), check(), check()]);
  const found = await hub.db
    .selectFrom('unexplained_difference')
    .select(['check_name', 'subject_id', 'expected', 'actual'])
    .execute();
  const differences = await hub.differences();
  expect(found).toHaveLength(3);
  expect(differences.filter(({ subjectId }) => subjectId === walletId)).toHaveLength(2);
});

describe('the check at startup', () => {
  /** What is reported once the database ends the waiting check with this function. */
  async function checkEndedBy(end: 'pg_cancel_backend' | 'pg_terminate_backend') {
    const { log, read } = collectLines();
    const states: FiguresCheckState[] = [];
    const ending = new AbortController();
    await owner.query('begin; lock table hub.ledger_entry in access exclusive mode');
    const checking = checkUntilDone({
      appUrl: hub.database.appUrl,
      log,
      clock,
      signal: ending.signal,
      storage: createStorageWatch(() => {}),
      onCheck: (state) => void states.push(state),
    });
    try {
      await expect
        .poll(async () => {
          const { rows } = await hub.database.pool.query(`select ${end}(pid) from pg_stat_activity
            where application_name = 'chapter-hub reconcile' and wait_event_type = 'Lock'
              and datname = current_database()`);
          return rows.length;
        })
        .toBe(1);
      await expect.poll(read).toHaveLength(1);
    } finally {
      await owner.query('rollback');
      ending.abort();
      await checking;
    }
    return { states, line: read()[0] };
  }

  test('has failed once its time limit cancels it, and waits longer to read everything again', async () => {
    expect(await checkEndedBy('pg_cancel_backend')).toMatchObject({
      states: ['failed'],
      line: { level: 50, msg: expect.stringContaining('retrying in 600 s') },
    });
  });

  test('is still pending during an outage, and is soon tried again', async () => {
    expect(await checkEndedBy('pg_terminate_backend')).toMatchObject({
      states: [],
      line: { level: 40, msg: expect.stringContaining('retrying in 30 s') },
    });
  });
});
