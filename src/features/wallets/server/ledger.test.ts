/**
 * What the database itself refuses. Each statement runs to its commit, as the owner of the tables
 * or as the server's role, must fail and must leave every row unchanged.
 */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';
import { edit, journal, legs, post, reverse, show, world } from './testing/ledger-statements.ts';
import { addExpense, settle } from './testing/settle.ts';

let hub: TestHub;
let owner: pg.Client;
let app: pg.PoolClient;
/** Rows the statements refer to as `:name`. */
const known: Record<string, string> = {};
/** Results of the valid statements. */
let whatIsRight: string[];

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  app = await hub.database.pool.connect();
  const chapter = await hub.chapter();
  const maya = await chapter.person('Maya Chen');
  const tom = await chapter.person('Tom Becker');
  const elsewhere = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const wallet = await addWallet(maya, 'USD');
  const shown = await add(maya, wallet, 1000);
  const deleted = await add(maya, wallet, 500);
  await maya.call(walletCalls.deleteTransaction, {
    params: { walletId: wallet, transactionId: deleted },
  });
  const expense = await addExpense(hub.db, chapter.id, maya.memberId);
  await settle(hub.db, chapter.id, { id: expense, actorId: maya.memberId }, [
    [maya.memberId, -100],
    [tom.memberId, 70],
  ]);
  Object.assign(known, {
    chapter: chapter.id,
    maya: maya.memberId,
    tom: tom.memberId,
    stranger: elsewhere.memberId,
    wallet,
    other: await addWallet(tom, 'USD'),
    euros: await addWallet(tom, 'EUR'),
    foreign: await addWallet(elsewhere, 'USD'),
    shown,
    deleted,
    expense,
    open: await addExpense(hub.db, chapter.id, maya.memberId),
  });
  await owner.connect();
  await owner.query(`set search_path = hub`);
  const facts = await owner.query(
    sqlOf(`select t.journal_id as posting, d.journal_id as undone, r.id as reversal,
        s.journal_id as settlement, s.id as settled, j.effective_at::text as at
      from wallet_transaction t
      join ledger_journal j on j.id = t.journal_id, wallet_transaction d
      join ledger_journal r on r.reverses_id = d.journal_id, wallet_transaction s
      where t.id = ':shown' and d.id = ':deleted' and s.expense_id = ':expense' and s.amount_cents < 0`),
  );
  Object.assign(known, facts.rows[0]);
  whatIsRight = await doRight();
});
afterAll(async () => {
  await owner?.end();
  app?.release();
  await hub?.close();
});

async function addWallet(person: TestPerson, currencyCode: 'USD' | 'EUR') {
  const body = { name: 'Travel', ownerId: person.memberId, currencyCode };
  return (await person.call(walletCalls.create, { body })).value().id;
}

async function add(person: TestPerson, walletId: Id<'wallet'>, amount: number) {
  const body = {
    userId: person.memberId,
    transactionType: 'credit',
    amount: cents(amount),
    description: 'Dues',
  } as const;
  return (await person.call(walletCalls.addTransaction, { params: { walletId }, body })).value().id;
}

/** `:name` is a known row; `:new` and `:new2` are fresh ids, constant within one statement. */
function sqlOf(statement: string): string {
  const names: Record<string, string> = { ...known, new: newId(), new2: newId() };
  return statement.replaceAll(/(?<!:):(\w+)/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`${name} is unknown`);
    return value;
  });
}

async function everything(): Promise<string> {
  const tables = [
    'wallet',
    'ledger_account',
    'ledger_journal',
    'ledger_entry',
    'wallet_transaction',
    'wallet_transaction_history',
  ];
  const rows = tables.map((name) => `select '${name}' as t, to_jsonb(x)::text as r from ${name} x`);
  const { rows: all } = await owner.query(
    `select string_agg(t || r, e'\\n' order by t, r) as text from (${rows.join(' union all ')}) x`,
  );
  return all[0].text;
}

async function nameRefusal(client: pg.ClientBase, statement: string): Promise<string> {
  try {
    await client.query('begin');
    await client.query(sqlOf(statement));
    await client.query('commit');
    return 'done';
  } catch (error) {
    await client.query('rollback');
    const { constraint, code } = error as pg.DatabaseError;
    return constraint ?? code ?? String(error);
  }
}

/** Each statement must fail with this constraint or error code and leave everything unchanged. */
function refuses(client: () => pg.ClientBase, by: string, statements: Record<string, string>) {
  test.each(Object.entries(statements))('%s', async (_what, statement) => {
    const before = await everything();
    expect(await nameRefusal(client(), statement)).toBe(by);
    expect(await everything()).toBe(before);
    expect(await hub.differences()).toEqual([]);
  });
}

/** Valid versions of the statements below, which start from the result of these. */
async function doRight(): Promise<string[]> {
  const ends = [
    await nameRefusal(owner, post() + show()),
    await nameRefusal(app, reverse(':posting') + edit(`deleted_at = ':at'`)),
  ];
  const again = `select ledger_post(':chapter', ':new', ':maya', ':wallet', 1000, ':at', ':at');
    ${show({ id: ':new2', wallet: ':wallet', amount: 1000 })}`;
  known.new3 = newId();
  ends.push(await nameRefusal(app, again.replaceAll(':new2', ':new3')));
  known.shown = known.new3;
  const { rows } = await owner.query(
    sqlOf(`select journal_id from wallet_transaction where id = ':shown'`),
  );
  known.posting = rows[0].journal_id;
  const right = journal() + legs(`'wallet', ':euros', 'EUR', 5, 1, 0, 5`, world(-5, 'EUR'));
  ends.push(await nameRefusal(owner, right + show({ wallet: ':euros', amount: 5 })));
  return ends;
}

test('the valid versions of the statements below succeed', async () => {
  expect(whatIsRight).toEqual(['done', 'done', 'done', 'done']);
  expect(await hub.differences()).toEqual([]);
});

const company = (amount: number) => world(amount).replace('world', 'company');

/** A journal that needs no wallet, and nothing that shows it. */
const within = (kind: string, about?: string, there = world(5), back = world(-5)) =>
  journal(kind, about) + legs(there, back);

describe('the database refuses to its owner', () => {
  const wallet = `'wallet', ':other', 'USD'`;
  refuses(() => owner, 'ledger_entry_balanced', {
    'legs that do not add up': journal() + legs(`${wallet}, 7, 2, 7, 14`, world(-6)) + show(),
    'one leg alone': journal() + legs(`${wallet}, 7, 2, 7, 14`) + show(),
    'legs added to a journal later': legs('', '').replace(
      /values[^]*/,
      `values
      (':chapter', ':posting', 3, ${wallet}, 7, 2, 7, 14, ':at'), (':chapter', ':posting', 4, ${world(-7)}, ':at')`,
    ),
    'legs in two statements': journal() + legs(`${wallet}, 7, 2, 7, 14`) + legs(world(-7)),
    'legs with one left out':
      journal() + legs(`${wallet}, 7, 2, 7, 14`, world(-7)).replaceAll(`':new', 2`, `':new', 3`),
    'two currencies in one journal':
      journal() + legs(`${wallet}, 7, 2, 7, 14`, world(-7, 'EUR')) + show(),
    'a settlement in two currencies': `select ledger_record(':chapter', ':new', 'settle', ':open', ':maya', '{:other,:euros}', '{5,-5}', ':at', ':at')`,
  });
  refuses(() => owner, 'ledger_journal_whole', {
    'a journal without legs': journal(),
    'a journal of an unknown kind': within('gift'),
    'a posting that settles': within('post', `null, ':open'`),
    'a settlement of nothing': within('settle', undefined, company(5), company(-5)),
    'a posting that moves the company': within('post', undefined, company(5), company(-5)),
    'a settlement that moves the world': within('settle', `null, ':open'`),
    'a posting without a visible transaction': post(),
    'a reversal of what is still shown': reverse(':posting'),
    'a reversal of a reversal': reverse(':reversal'),
    'a reversal of a settlement': reverse(':settlement'),
    'a reversal by half':
      journal('reverse', `':posting', null`) +
      legs(`'wallet', ':wallet', 'USD', -500, 7, 900, 400`, world(500)) +
      edit('deleted_at = now()'),
    'a reversal on another wallet':
      journal('reverse', `':posting', null`) +
      legs(`${wallet}, -1000, 2, 7, -993`, world(1000)) +
      edit('deleted_at = now()'),
    'a reversal without legs': journal('reverse', `':posting', null`) + edit('deleted_at = now()'),
    'a settlement that moves nothing': `select ledger_record(':chapter', ':new', 'settle', ':open', ':maya', '{}', '{}', ':at', ':at')`,
    'a settlement without visible transactions': `select ledger_record(':chapter', ':new', 'settle', ':open', ':maya', '{:other}', '{5}', ':at', ':at')`,
  });
  refuses(() => owner, 'ledger_entry_chapter_id_wallet_id_currency_code_fkey', {
    'a leg in another currency than its wallet':
      journal() + legs(`'wallet', ':other', 'EUR', 7, 2, 7, 14`, world(-7, 'EUR')) + show(),
    'a leg of a wallet of another chapter':
      journal() + legs(`'wallet', ':foreign', 'USD', 7, 1, 0, 7`, world(-7)),
  });
  refuses(() => owner, 'ledger_entry_check', {
    'a leg of nothing': journal() + legs(`${wallet}, 0, 2, 7, 7`, world(5), world(-5)),
    'a leg that ends elsewhere than it leads':
      journal() + legs(`${wallet}, 7, 2, 7, 15`, world(-7)) + show(),
    'a wallet leg outside the chain':
      journal() + legs(`${wallet}, 7, null, null, null`, world(-7)) + show(),
    'a wallet behind the name of another account':
      journal() + legs(`'world', ':other', 'USD', 7, null, null, null`, world(-7)),
    'an account that does not exist':
      journal() + legs(`'bank', null, 'USD', 7, null, null, null`, world(-7)),
  });
  refuses(() => owner, 'ledger_entry_never_forks', {
    'a forked chain': journal() + legs(`${wallet}, 7, 1, 0, 7`, world(-7)) + show(),
  });
  refuses(() => owner, 'ledger_entry_continues_chain', {
    'a chain with a gap': journal() + legs(`${wallet}, 7, 3, 7, 14`, world(-7)) + show(),
    'a leg that begins elsewhere than its chain ended':
      journal() + legs(`${wallet}, 7, 2, 8, 15`, world(-7)) + show(),
  });
  refuses(() => owner, '23502', {
    'a posting to a wallet of another chapter': post(':foreign'),
    'a reversal of nothing': reverse(':open'),
  });
  refuses(() => owner, 'ledger_journal_chapter_id_actor_id_fkey', {
    'a journal of a stranger': post().replace(':maya', ':stranger') + show(),
  });
  refuses(() => owner, '23001', {
    'a changed entry': `update ledger_entry set amount_cents = 1`,
    'a changed entry, even where there is none': `update ledger_entry set amount_cents = 1 where false`,
    'a deleted entry': `delete from ledger_entry where journal_id = ':posting'`,
    'emptied entries': `truncate ledger_entry cascade`,
    'a changed journal': `update ledger_journal set effective_at = now()`,
    'a deleted journal': `delete from ledger_journal where id = ':posting'`,
    'emptied journals': `truncate ledger_journal cascade`,
    'a changed balance': `update ledger_account set balance_cents = balance_cents + 1`,
    'a changed head': `update ledger_account set head_seq = head_seq - 1`,
    'a changed count': `update ledger_account set reversal_count = 0`,
    'an account of one’s own': `insert into ledger_account (chapter_id, wallet_id, currency_code, balance_cents, updated_at) values (':chapter', ':new', 'USD', 5, now())`,
    'a deleted account': `delete from ledger_account`,
    'emptied accounts': `truncate ledger_account cascade`,
    'a changed kind': `update ledger_kind set is_changeable = true`,
    'a removed kind': `delete from ledger_kind where kind = 'settle'`,
    'emptied kinds': `truncate ledger_kind`,
    'emptied wallets': `truncate wallet cascade`,
    'a deleted transaction brought back': edit('deleted_at = null', ':deleted'),
    'a removed transaction': `delete from wallet_transaction where id = ':shown'`,
    'emptied transactions': `truncate wallet_transaction cascade`,
    'an edited transaction of a settlement': edit(`description = 'Lunch'`, ':settled'),
    'a deleted transaction of a settlement': edit('deleted_at = now()', ':settled'),
    'a changed history': `update wallet_transaction_history set amount_cents = 1`,
    'a deleted history': `delete from wallet_transaction_history`,
    'an invented history': `insert into wallet_transaction_history select chapter_id, id, 9, journal_id, leg, user_id, 1, 'x', null, '', now(), user_id from wallet_transaction`,
    'an emptied history': `truncate wallet_transaction_history`,
  });
  refuses(() => owner, 'ledger_entry_balance_in_range', {
    'a balance past the range':
      `select ledger_post(':chapter', ':new', ':maya', ':other', 999999999999999, ':at', ':at');` +
      show({ amount: 999_999_999_999_999 }),
  });
  refuses(() => owner, 'ledger_account_chapter_id_wallet_id_currency_code_fkey', {
    'a wallet in another currency': `update wallet set currency_code = 'EUR' where id = ':other'`,
    'a wallet moved to another chapter': `update wallet set chapter_id = (select chapter_id from wallet where id = ':foreign') where id = ':other'`,
    'a deleted wallet': `delete from wallet where id = ':euros'`,
  });
  refuses(() => owner, 'wallet_chapter_id_owner_id_fkey', {
    'a wallet of a stranger': `insert into wallet values (':chapter', ':new', 'Mine', ':stranger', 'USD', now(), now())`,
  });
  refuses(() => owner, 'wallet_currency_code_check', {
    'a wallet in francs': `insert into wallet values (':chapter', ':new', 'Mine', ':maya', 'CHF', now(), now())`,
  });
  refuses(() => owner, 'wallet_transaction_shows_posting', {
    'a transaction without a posting': show(),
    'a transaction of another amount than its posting': post() + show({ amount: 8 }),
    'a transaction of another wallet than its posting': post() + show({ wallet: ':wallet' }),
    'a transaction of another time than its posting':
      post() + show({ at: `':at'::timestamptz + interval '1 second'` }),
    'a transaction that shows the world’s leg': post() + show({ leg: 2, amount: -7 }),
    'a transaction of an unknown origin': post() + show({ origin: `'gift', null` }),
    'a transaction about an expense that was not settled':
      post() + show({ origin: `'manual', ':open'` }),
    'a transaction that claims a settlement': post() + show({ origin: `'settlement', ':open'` }),
    'a transaction of a posting that was undone':
      post() + `select ledger_reverse(':chapter', ':new2', ':maya', ':new', ':at');` + show(),
    'a changed amount without a posting': edit('amount_cents = 2000'),
    'a changed time without a posting': edit('occurred_at = now()'),
  });
  refuses(() => owner, 'wallet_transaction_version', {
    'a transaction born as its second version': post() + show({ version: 2 }),
    'a transaction born deleted': post() + show({ deleted: 'now()' }),
    'a skipped version': edit('version = version + 2').replace('version = version + 1, ', ''),
    'a changed text under the same version': `update wallet_transaction set description = 'x' where id = ':shown'`,
  });
  refuses(() => owner, 'wallet_transaction_chapter_id_journal_id_leg_key', {
    'a second transaction of a posting that was undone': show({
      posting: ':undone',
      wallet: ':wallet',
      amount: 500,
    }),
    'a second transaction of one posting': show({
      posting: ':posting',
      wallet: ':wallet',
      amount: 1000,
    }),
  });
  refuses(() => owner, 'wallet_transaction_identity', {
    'a transaction moved to another wallet': edit(`wallet_id = ':other'`),
    'a deletion that changes the amount':
      reverse(':posting') + edit('deleted_at = now(), amount_cents = 1'),
  });
  refuses(() => owner, 'wallet_transaction_reverses_posting', {
    'a deletion without a reversal': edit('deleted_at = now()'),
    'a transaction turned to a new posting without undoing the old':
      `select ledger_post(':chapter', ':new', ':maya', ':wallet', 1000, ':at', ':at');` +
      edit(`journal_id = ':new'`),
  });
  refuses(() => owner, 'ledger_journal_reversed_once', {
    'a second reversal': reverse(':undone'),
  });
  refuses(() => owner, 'ledger_journal_settled_once', {
    'a second settlement of one expense': `select ledger_record(':chapter', ':new', 'settle', ':expense', ':maya', '{}', '{}', ':at', ':at')`,
  });
  refuses(() => owner, 'ledger_journal_chapter_id_expense_id_fkey', {
    'a settlement of an unknown expense': `select ledger_record(':chapter', ':new', 'settle', ':new2', ':maya', '{:other}', '{5}', ':at', ':at')`,
  });
});

describe('the database does not let the server’s role bypass the ledger:', () => {
  refuses(() => app, '42501', {
    'to add a kind': `insert into ledger_kind (kind, origin) values ('gift', 'manual')`,
    'to change a kind': `update ledger_kind set counter_account = 'world'`,
    'to write a journal': journal(),
    'to write entries': legs(world(5), world(-5)).replaceAll(':new', ':posting'),
    'to append to a journal': `select ledger_append(':chapter', ':posting', ':other', 5, ':at')`,
    'to change a balance': `update ledger_account set balance_cents = 5`,
    'to lock a balance': `select from ledger_account for update`,
    'to make an account': `insert into ledger_account (chapter_id, wallet_id, currency_code, updated_at) values (':chapter', ':new', 'USD', now())`,
    'to delete entries': `delete from ledger_entry`,
    'to change a wallet': `update wallet set currency_code = 'EUR'`,
    'to remove a wallet': `delete from wallet`,
    'to move a transaction to another wallet': edit(`wallet_id = ':other'`),
    'to turn a transaction into a settlement': edit(`origin = 'settlement'`),
    'to remove a transaction': `delete from wallet_transaction`,
    'to write history': `insert into wallet_transaction_history select * from wallet_transaction_history`,
    'to turn the triggers off': `alter table ledger_entry disable trigger all`,
    'to pass for a replica': `set session_replication_role = replica`,
    'to replace a function': `create or replace function hub.refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
  });
  refuses(() => app, 'ledger_journal_whole', {
    'to post without a visible transaction': post(),
  });
  refuses(() => app, 'wallet_transaction_reverses_posting', {
    'to hide what is not reversed': edit('deleted_at = now()'),
  });
});
