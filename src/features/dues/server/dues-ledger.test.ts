/** What the database itself refuses of charges, the owner of the tables included. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { addDays } from '#kit/calendar/month.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { dueCalls } from '../contract.ts';

let hub: TestHub;
let owner: pg.Client;
const known: Record<string, string> = {};

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
  const chapter = await hub.chapter();
  const [ann, ben] = [await chapter.person('Ann'), await chapter.person('Ben')];
  const tara = await chapter.person('Tara', 'treasurer');
  const dueOn = addDays(instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles'), 30);
  const items = [ann, ben].map(({ memberId }) => ({ memberId, amount: cents(250_00) }));
  const body = { title: '2027 dues', dueOn, items };
  const charge = (await tara.call(dueCalls.create, { body })).value();
  const [first, second] = charge.items;
  const waiver = { amount: cents(50_00), reason: 'New' };
  const params = { chargeId: charge.id, itemId: second?.id ?? expect.fail() };
  (await tara.call(dueCalls.waive, { params, body: waiver })).value();
  const { rows } = await owner.query(
    `select t.wallet_id, t.id from wallet_transaction t where t.user_id = $1`,
    [ann.memberId],
  );
  Object.assign(known, {
    chapter: chapter.id,
    ann: ann.memberId,
    ben: ben.memberId,
    tara: tara.memberId,
    charge: charge.id,
    item: first?.id,
    waived: second?.id,
    wallet: rows[0].wallet_id,
    shown: rows[0].id,
    due: dueOn,
  });
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

function sqlOf(text: string): string {
  const [fresh, other] = [newId(), newId()];
  return text.replaceAll(/(?<!:):([a-zA-Z]\w*)/g, (all, name: string) =>
    name === 'new' ? fresh : name === 'new2' ? other : (known[name] ?? all),
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

const act = (columns: string, values: string, item = ':item') => `
  insert into charge_act (chapter_id, id, item_id, acted_by, acted_at, ${columns})
  values (':chapter', ':new', '${item}', ':tara', now(), ${values})`;
const charge = `
  insert into charge (chapter_id, id, title, due_on, created_by, created_at)
  values (':chapter', ':new', 'Retreat', ':due', ':tara', now())`;
const item = (id = ':new', title = 'retreat', more = ['', '']) => `
  insert into charge_item (chapter_id, id, charge_id, title_key, asked_due_on, member_id, amount_cents, due_on ${more[0]})
  values (':chapter', ':new2', '${id}', '${title}', ':due', ':ann', 700, ':due' ${more[1]})`;
const post = (kind: string, cents: number, about = ':new') => `
  insert into wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id, amount_cents, description,
    occurred_at, origin, created_at, updated_at, updated_by)
  select ':chapter', ':new2', ':wallet', ':new2', 1, ':ann', ${cents}, 'Retreat', now(), 'charge', now(), now(), ':tara'
  from ledger_record(':chapter', ':new2', '${kind}', '${about}', ':tara', array[':wallet'::uuid], array[${cents}::bigint],
    now(), now())`;

test.each([
  ['another amount', `update charge_item set amount_cents = 1 where id = ':item'`, 'ledger alone'],
  [
    'a waiver without an act',
    `update charge_item set waived_cents = 5 where id = ':item'`,
    'ledger alone',
  ],
  ['another title', `update charge set title = 'Other' where id = ':charge'`, 'append-only'],
  [
    'another day for all',
    `update charge set due_on = due_on + 1 where id = ':charge'`,
    'append-only',
  ],
  [
    'a folded title that is not its own',
    `update charge set title_key = 'other' where id = ':charge'`,
    'append-only',
  ],
  ['gone', `delete from charge where id = ':charge'`, 'append-only'],
  ['a member gone', `delete from charge_item where id = ':item'`, 'append-only'],
  ['an act undone', `delete from charge_act where item_id = ':waived'`, 'append-only'],
  [
    'an act changed',
    `update charge_act set amount_cents = 1 where item_id = ':waived'`,
    'append-only',
  ],
  ['a charge that moves no money', `${charge}; ${item()}`, 'charge_is_posted'],
  ['a charge that moves more', `${charge}; ${item()}; ${post('charge', -701)}`, 'charge_is_posted'],
  ['money of no charge', post('charge', -700), 'charge_is_posted'],
  ['money off without an act', post('charge_off', 700), 'charge_is_posted'],
  ['a member asked later', item(':charge', '2027 dues'), 'charge_item_begins_with_charge'],
  [
    'waived from the start',
    `${charge}; ${item(':new', 'retreat', [', waived_cents', ', 5'])}`,
    'begins_with',
  ],
  [
    'a waiver that moves no money',
    act('act, amount_cents, posting_id, reason', `'waive', 100, ':new', 'New'`),
    'charge_is_posted',
  ],
  [
    'a waiver of more than is asked',
    act('act, amount_cents, posting_id, reason', `'waive', 25001, ':new', 'New'`),
    'charge_item_waived_in_range',
  ],
  [
    'a waiver without a reason',
    act('act, amount_cents, posting_id', `'waive', 100, ':new'`),
    'charge_act_says_what_it_does',
  ],
  [
    'canceled for less than is left',
    act('act, amount_cents, posting_id, reason', `'cancel', 100, ':new', 'New'`),
    'charge_act_fits',
  ],
  [
    'a day and money at once',
    act('act, amount_cents, posting_id, reason, due_on', `'move', 100, ':new', 'New', ':due'`),
    'charge_act_says_what_it_does',
  ],
  [
    'the transaction deleted',
    `update wallet_transaction set version = 2, deleted_at = now() where id = ':shown'`,
    'is final',
  ],
  [
    'the journal reversed',
    `select ledger_reverse(':chapter', ':new', ':tara', (select journal_id from wallet_transaction where id = ':shown'), now())`,
    'ledger_journal_whole',
  ],
])('refused: %s', async (_, statement, reason) => {
  expect(await run(statement)).toMatch(reason);
  expect(await hub.differences()).toEqual([]);
});

test('what the refused statements are variations of is accepted', async () => {
  const journal = post('charge', -700);
  expect(await run(`${charge}; ${item()}; ${journal}`)).toBeUndefined();
  const waive = act('act, amount_cents, posting_id, reason', `'waive', 100, ':new', 'New'`);
  expect(await run(`${waive}; ${post('charge_off', 100)}`)).toBeUndefined();
  expect(await run(act('act, due_on', `'move', ':due'::date + 1`))).toBeUndefined();
  expect(await hub.differences()).toEqual([]);
});

test('what was folded by another ICU is restored as it was, and still asked once', async () => {
  // As a restore: without triggers, and without what the database generates.
  const columnsOf = async (table: string) => {
    const { rows } = await owner.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    return rows[0]?.columns;
  };
  const tables = ['charge', 'charge_item', 'charge_act'];
  const read = async () =>
    (await owner.query('select * from charge_item join charge using (chapter_id, title_key)')).rows;
  const before = await read();
  expect(before.length).toBeGreaterThan(1);
  await owner.query('begin');
  try {
    await owner.query('set constraints all immediate');
    for (const table of tables) {
      await owner.query(`create temp table kept_${table} as select * from ${table}`);
      await owner.query(`alter table ${table} disable trigger user`);
    }
    await owner.query(`truncate ${tables.join(', ')}`);
    await owner.query(`create or replace function folded(p_text text) returns text language sql immutable
      return reverse(p_text)`);
    for (const table of tables) {
      const columns = await columnsOf(table);
      await owner.query(`insert into ${table} (${columns}) select ${columns} from kept_${table}`);
    }
    expect(await read()).toEqual(before);
    const again = `insert into charge_item select k.chapter_id, gen_random_uuid(), k.charge_id, k.title_key,
      k.asked_due_on, k.member_id, 5, k.due_on from kept_charge_item k limit 1`;
    await expect(owner.query(again)).rejects.toThrow(/charge_item/);
  } finally {
    await owner.query('rollback');
  }
});

test('the reconciliation finds damaged charges', async () => {
  const damage = (statement: string) =>
    owner.query(sqlOf(`begin; set local session_replication_role = replica; ${statement}; commit`));
  const found = async () =>
    (await hub.differences()).map(({ check, subjectId, expected, actual }) => [
      check,
      subjectId,
      expected,
      actual,
    ]);
  await damage(`update charge_item set amount_cents = 25001 where id = ':item'`);
  expect(await found()).toEqual([
    ['charge equals its posting', known['charge'], '-25001', '-25000'],
  ]);
  await damage(
    `update charge_item set amount_cents = 25000, waived_cents = 101 where id = ':item'`,
  );
  const [asLeft] = await found();
  expect(asLeft?.slice(0, 2)).toEqual(['charge is as its acts left it', known['item']]);
  await damage(`update charge_item set waived_cents = 100 where id = ':item'`);
  await damage(`update charge_act set amount_cents = 4999 where item_id = ':waived'`);
  expect((await found()).map(([check]) => check).sort()).toEqual([
    'charge is as its acts left it',
    'what was taken off a charge equals its posting',
  ]);
  await damage(`update charge_act set amount_cents = 5000 where item_id = ':waived'`);
  expect(await found()).toEqual([]);
});
