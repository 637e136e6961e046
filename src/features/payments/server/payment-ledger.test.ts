/** What the database itself refuses of payments, the owner of the tables included. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { type NewPayment, paymentCalls } from '../contract.ts';

let hub: TestHub;
let owner: pg.Client;
const known: Record<string, string> = {};

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
  const chapter = await hub.chapter();
  const ann = await chapter.person('Ann');
  const ben = await chapter.person('Ben');
  const tara = await chapter.person('Tara', 'treasurer');
  const body = (amount: number): NewPayment => ({
    fromMemberId: ann.memberId,
    toMemberId: ben.memberId,
    amount: cents(amount),
    paidOn: '2026-03-01',
    method: 'cash',
  });
  const waiting = (await ann.call(paymentCalls.record, { body: body(100) })).value();
  const accepted = (await ann.call(paymentCalls.record, { body: body(400) })).value();
  const confirmed = (await tara.call(paymentCalls.record, { body: body(200) })).value();
  const undone = (await tara.call(paymentCalls.record, { body: body(300) })).value();
  const received = { body: { ...body(500), toMemberId: tara.memberId } };
  const { transactions } = (await tara.call(paymentCalls.record, received)).value();
  const params = { paymentId: undone.id };
  await tara.call(paymentCalls.takeBack, { params, body: { reason: 'Bounced' } });
  Object.assign(known, {
    chapter: chapter.id,
    ann: ann.memberId,
    ben: ben.memberId,
    tara: tara.memberId,
    waiting: waiting.id,
    accepted: accepted.id,
    confirmed: confirmed.id,
    undone: undone.id,
    shown: confirmed.transactions[0]?.transactionId,
    annWallet: confirmed.transactions[0]?.walletId,
    benWallet: confirmed.transactions[1]?.walletId,
    taraWallet: transactions[1]?.walletId,
  });
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

function sqlOf(text: string): string {
  const fresh = newId();
  return text.replaceAll(/(?<!:):([a-zA-Z]+)/g, (all, name: string) =>
    name === 'new' ? fresh : (known[name] ?? all),
  );
}

/** Until the commit, as the owner of the tables. */
async function run(statements: string): Promise<string | undefined> {
  try {
    await owner.query(`begin; ${sqlOf(statements)}; commit`);
    return undefined;
  } catch (error) {
    await owner.query('rollback');
    return error instanceof pg.DatabaseError ? (error.constraint ?? error.message) : String(error);
  }
}

const set = (what: string, payment: string) =>
  `update payment set ${what}, version = version + 1 where id = '${payment}'`;
const decided = `decided_by = ':ben', decided_at = now()`;
const taken = `taken_back_by = ':tara', taken_back_at = now(), reason = 'Bounced'`;
const pay = (
  payment: string,
  kind = 'pay',
  amounts = '{100,-100}',
  show = true,
  wallets = '{:annWallet,:benWallet}',
) => `
  ${show ? "insert into wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id, amount_cents, description, occurred_at, origin, payment_id, created_at, updated_at, updated_by) select ':chapter', gen_random_uuid(), w, ':new', leg, ':ann', a, 'Payment', '2026-03-01', 'payment', '" + payment + "', now(), now(), ':ann' from" : 'select from'}
  ledger_record(':chapter', ':new', '${kind}', '${payment}', ':ann',
    '${wallets}', '${amounts}', '2026-03-01', '2026-03-01'),
  unnest('${wallets}'::uuid[], '${amounts}'::bigint[]) with ordinality as l (w, a, leg)`;
const insert = (columns: string, values: string) => `
  insert into payment (chapter_id, id, amount_cents, paid_on, method, created_at, updated_at, ${columns})
  values (':chapter', ':new', 100, '2026-03-01', 'cash', now(), now(), ${values})`;
const sides = 'from_member_id, to_member_id, said_by, said_as, status, decided_by, decided_at';

test.each([
  ['another amount', set('amount_cents = 1', ':waiting'), 'payment_identity'],
  ['another payer', set(`from_member_id = ':tara'`, ':confirmed'), 'payment_identity'],
  ['another day', set(`paid_on = '2026-03-02'`, ':confirmed'), 'payment_identity'],
  [
    'another decider',
    set(`${taken}, status = 'taken_back', decided_by = ':ann'`, ':confirmed'),
    'payment_identity',
  ],
  ['a confirmed one waits again', set(`status = 'waiting'`, ':confirmed'), 'payment_moves_forward'],
  [
    'a waiting one taken back',
    set(`status = 'taken_back', ${decided}, ${taken}`, ':waiting'),
    'payment_moves_forward',
  ],
  [
    'one taken back confirmed again',
    set(`status = 'confirmed'`, ':undone'),
    'payment_moves_forward',
  ],
  [
    'confirmed by who recorded it',
    set(`status = 'confirmed', decided_by = ':ann', decided_at = now()`, ':waiting'),
    'payment_says_what_became_of_it',
  ],
  [
    'rejected without a reason',
    set(`status = 'rejected', ${decided}`, ':waiting'),
    'payment_says_what_became_of_it',
  ],
  [
    'a version left out',
    `update payment set status = 'withdrawn', decided_by = ':ann', decided_at = now() where id = ':waiting'`,
    'payment_version',
  ],
  [
    'confirmed without a posting',
    set(`status = 'confirmed', ${decided}`, ':waiting'),
    'payment_is_posted',
  ],
  [
    'taken back without a counter-entry',
    set(`status = 'taken_back', ${taken}`, ':confirmed'),
    'payment_is_posted',
  ],
  ['posted while waiting', pay(':waiting'), 'payment_is_posted'],
  ['posted a second time', pay(':confirmed', 'pay', '{200,-200}'), 'ledger_journal_paid_once'],
  [
    'taken back a second time',
    pay(':undone', 'pay_back', '{-300,300}'),
    'ledger_journal_paid_once',
  ],
  [
    'posted by another amount',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{99,-99}')}`,
    'payment_is_posted',
  ],
  [
    'posted the other way',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{-100,100}')}`,
    'payment_is_posted',
  ],
  [
    'posted in part to the chapter',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{100,-99}')}`,
    'payment_is_posted',
  ],
  [
    'posted between others',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{100,-100}', true, '{:annWallet,:taraWallet}')}`,
    'payment_is_posted',
  ],
  [
    'posted twice by one journal',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{100,-100,100,-100}', true, '{:annWallet,:benWallet,:annWallet,:benWallet}')}`,
    'payment_is_posted',
  ],
  [
    'posted by another amount, and asked before the end',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{99,-99}')}; set constraints all immediate`,
    'payment_is_posted',
  ],
  [
    'taken back by another amount',
    `${set(`status = 'taken_back', ${taken}`, ':confirmed')}; ${pay(':confirmed', 'pay_back', '{-99,99}')}`,
    'payment_is_posted',
  ],
  [
    'a counter-entry without taking it back',
    pay(':confirmed', 'pay_back', '{-200,200}'),
    'payment_is_posted',
  ],
  [
    'posted without transactions',
    `${set(`status = 'confirmed', ${decided}`, ':waiting')}; ${pay(':waiting', 'pay', '{100,-100}', false)}`,
    'ledger_journal_whole',
  ],
  [
    'a transaction changed',
    `update wallet_transaction set description = 'x', version = version + 1 where id = ':shown'`,
    /is final/,
  ],
  ['deleted', `delete from payment where id = ':waiting'`, /append-only|refused/],
  ['truncated', 'truncate payment cascade', /append-only|refused/],
  [
    'both sides the chapter',
    insert(sides, `null, null, ':tara', 'treasurer', 'confirmed', ':tara', now()`),
    'payment_has_two_sides',
  ],
  [
    'both sides one member',
    insert(sides, `':ann', ':ann', ':ann', 'payer', 'waiting', null, null`),
    'payment_has_two_sides',
  ],
  [
    'recorded as a payer who is none',
    insert(sides, `':ann', ':ben', ':tara', 'payer', 'waiting', null, null`),
    'payment_said_by_a_side',
  ],
  [
    'a treasurer’s word waiting',
    insert(sides, `':ann', ':ben', ':tara', 'treasurer', 'waiting', null, null`),
    'payment_says_what_became_of_it',
  ],
])('refused: %s', async (_, statement, reason) => {
  expect(await run(statement)).toMatch(reason);
  expect(await hub.differences()).toEqual([]);
});

test('what the refused statements are variations of is accepted', async () => {
  const confirmAndPost = `${set(`status = 'confirmed', ${decided}`, ':accepted')}; ${pay(':accepted', 'pay', '{400,-400}')}`;
  expect(await run(confirmAndPost)).toBeUndefined();
  const recorded = insert(sides, `':ann', ':ben', ':ann', 'payer', 'waiting', null, null`);
  const atOnce = `${recorded}; ${set(`status = 'confirmed', ${decided}`, ':new')}; ${pay(':new')}`;
  expect(await run(atOnce)).toBeUndefined();
  expect(await hub.differences()).toEqual([]);
});

test('the reconciliation finds a damaged payment', async () => {
  const damage = (statement: string) =>
    owner.query(sqlOf(`begin; set local session_replication_role = replica; ${statement}; commit`));
  const found = async () =>
    (await hub.differences()).map(({ check, subjectId, expected, actual }) => {
      return [check, subjectId, expected, actual];
    });
  await damage(`update payment set amount_cents = 201 where id = ':confirmed'`);
  expect((await found()).sort()).toEqual([
    ['payment equals its posting', known['confirmed'], '-201', '-200'],
    ['payment equals its posting', known['confirmed'], '201', '200'],
  ]);
  await damage(`update payment set amount_cents = 200 where id = ':confirmed'`);
  await damage(`update payment set status = 'confirmed', taken_back_by = null, taken_back_at = null,
    reason = null where id = ':undone'`);
  expect((await found()).sort()).toEqual([
    ['payment taken back equals its posting', known['undone'], '0', '-300'],
    ['payment taken back equals its posting', known['undone'], '0', '300'],
  ]);
  await damage(`update payment set status = 'taken_back', ${taken} where id = ':undone'`);
  expect(await found()).toEqual([]);
});

test('what the server may not update of a payment, its owner cannot change either', async () => {
  const { rows } = await owner.query<{ name: string; other: string }>(
    `select attname as name, case format_type(atttypid, null)
        when 'uuid' then 'gen_random_uuid()'
        when 'text' then format('concat(%I, ''x'')', attname)
        when 'timestamp with time zone' then format('%I + interval ''1 second''', attname)
        else format('%I + 1', attname) end as other
      from pg_attribute
      where attrelid = 'payment'::regclass and attnum > 0 and not attisdropped
        and not has_column_privilege($1, attrelid, attnum, 'update')`,
    [APP_ROLE],
  );
  const withdraw = async (change: string) => {
    const withdrawn = `status = 'withdrawn', decided_by = ':ann', decided_at = now()`;
    await owner.query('begin');
    try {
      await owner.query(sqlOf(set(`${withdrawn}${change}`, ':waiting')));
      return 'done';
    } catch {
      return 'refused';
    } finally {
      await owner.query('rollback');
    }
  };
  expect(await withdraw('')).toBe('done');
  const changeable: string[] = [];
  for (const { name, other } of rows) {
    if ((await withdraw(`, ${name} = ${other}`)) === 'done') changeable.push(name);
  }
  expect(changeable).toEqual([]);
});
