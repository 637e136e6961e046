/**
 * What was proved is not read again, and whatever changes it, past every trigger and key, is found by the next check;
 * what leaves no trace in any row, by the check that each chapter has once a week.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scaleRuns, seed } from '#app/testing/amounts.ts';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { dueCalls } from '#features/dues/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { recurringCalls } from '#features/expenses/recurring/recurring-contract.ts';
import type { Model } from '#features/expenses/testing/model.ts';
import { runStep } from '#features/expenses/testing/model-step.ts';
import { type Step, step } from '#features/expenses/testing/random-step.ts';
import { createBody, createScene, logExpense } from '#features/expenses/testing/scene.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { instantToDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { installationRoot } from '../config/paths.ts';
import { checkChapters, type FiguresScope } from './reconciliation.ts';

const now = () => toInstant(Temporal.Now.instant());

let hub: TestHub;
let owner: pg.Client;
/** Has something of every kind. */
let chapterId: Id<'chapter'>;
let elsewhere: Id<'chapter'>;

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
  chapterId = await fillChapter();
  const scene = await createScene(hub);
  await logExpense(scene);
  elsewhere = scene.chapter.id;
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});
beforeEach(async () => {
  await check('moved');
  expect(await listMoved()).toEqual([]);
});

async function fillChapter(): Promise<Id<'chapter'>> {
  const scene = await createScene(hub);
  const { ann, ben } = scene;
  await logExpense(scene);
  const { id } = await logExpense(scene, { useWalletTransactions: true });
  (await ann.call(expenseCalls.settle, { params: { expenseId: id } })).value();
  const rule = { frequency: 'monthly', interval: 1, endBy: null, count: null } as const;
  const recurring = {
    rule,
    expense: createBody(scene, { expenseDate: '2026-01-31T20:00:00.000Z' }),
  };
  (await ann.call(recurringCalls.create, { body: recurring })).value();
  const wallet = { name: 'Travel', ownerId: ben.memberId, currencyCode: 'USD' } as const;
  const walletId = (await ben.call(walletCalls.create, { body: wallet })).value().id;
  const body = { userId: ben.memberId, transactionType: 'credit', amount: cents(10_00) } as const;
  const add = async (description: string) =>
    (
      await ben.call(walletCalls.addTransaction, {
        params: { walletId },
        body: { ...body, description },
      })
    ).value();
  await add('Stays');
  const params = { walletId, transactionId: (await add('Goes')).id };
  (await ben.call(walletCalls.deleteTransaction, { params })).value();
  const tara = await scene.chapter.person('Tara', 'treasurer');
  const payment = {
    fromMemberId: ann.memberId,
    toMemberId: ben.memberId,
    amount: cents(5_00),
    paidOn: '2026-03-01',
    method: 'cash',
  } as const;
  (await tara.call(paymentCalls.record, { body: payment })).value();
  const back = { ...payment, amount: cents(6_00) };
  const { id: paymentId } = (await tara.call(paymentCalls.record, { body: back })).value();
  const reason = { reason: 'Bounced' };
  (await tara.call(paymentCalls.takeBack, { params: { paymentId }, body: reason })).value();
  const items = [{ memberId: ben.memberId, amount: cents(250_00) }];
  const dueOn = addDays(instantToDay(now(), 'America/Los_Angeles'), 30);
  const dues = { title: 'Dues', dueOn, items };
  const charge = (await tara.call(dueCalls.create, { body: dues })).value();
  const address = { chargeId: charge.id, itemId: charge.items[0]?.id ?? expect.fail('no charge') };
  const waiver = { amount: cents(50_00), reason: 'New' };
  (await tara.call(dueCalls.waive, { params: address, body: waiver })).value();
  return scene.chapter.id;
}

/** What a check finds, and in which chapters. */
async function check(scope: FiguresScope) {
  const found: { chapterId: string; check: string }[] = [];
  await checkChapters(hub.database.appUrl, now(), { scope, onFound: (each) => found.push(each) });
  return found;
}

async function listMoved(): Promise<string[]> {
  const { rows } = await owner.query('select chapter_id from chapter_figures where has_moved');
  return rows.map(({ chapter_id }) => chapter_id);
}

/** As its superuser, past every trigger and key; taken back in the end. */
async function whileDamaged<T>(statements: string, look: () => Promise<T>): Promise<T> {
  const first = (text: string) => text.replaceAll(':chapter', `'${chapterId}'`);
  try {
    await owner.query(`begin; set local session_replication_role = replica`);
    await owner.query(first(statements));
    return await look();
  } finally {
    await owner.query('rollback');
  }
}

/** Of a table of the chapter, the first row for which this holds. */
const one = (table: string, where = 'true') =>
  `ctid = (select ctid from ${table} where chapter_id = :chapter and ${where} order by ctid limit 1)`;
const change = (table: string, what: string, where?: string) =>
  `update ${table} set ${what} where ${one(table, where)}`;
const addPayer = `insert into expense_payer (chapter_id, expense_id, member_id, amount_cents, credit_cents)
  select chapter_id, id, paid_by, 100, 50 from expense where ${one('expense', `status = 'open'`)}`;
const addStated = `insert into expense_override (chapter_id, expense_id, id, type, amount_cents, label,
    manual_member_id, created_at, stated_unit, stated_value)
  select chapter_id, id, gen_random_uuid(), 'manual', 1, 'Stated', paid_by, now(), 'percent', '10'
  from expense where ${one('expense', `status = 'open'`)}`;
const otherExpense = `(select o.id from expense o
  where o.chapter_id = :chapter and o.status = 'settled' and o.id <> expense.id limit 1)`;
const moneyBack = `update expense set money_back_for_id = ${otherExpense}, amount_cents = -999900,
    use_wallet_transactions = true, reimbursement_type = 'Full' where ${one('expense', `status = 'open'`)}`;

const damages: Record<string, string> = {
  'journal adds up to zero': change(
    'ledger_entry',
    'amount_cents = amount_cents + 1',
    'wallet_id is null',
  ),
  'journal has legs': `delete from ledger_entry where ${one('ledger_entry', 'wallet_id is null')}`,
  'reversal mirrors its posting': `update ledger_entry set currency_code = 'EUR'
    where ${one(
      'ledger_entry',
      `wallet_id is null and journal_id in (
      select id from ledger_journal where kind = 'reverse')`,
    )}`,
  'entry continues its chain': change(
    'ledger_entry',
    'balance_before_cents = balance_before_cents + 1, balance_after_cents = balance_after_cents + 1',
    'wallet_id is not null',
  ),
  'wallet has its account': `delete from ledger_account where ${one('ledger_account')}`,
  'stored balance equals its entries': change(
    'ledger_account',
    'balance_cents = balance_cents + 1',
  ),
  'balance equals its visible transactions': change(
    'wallet_transaction',
    'amount_cents = amount_cents + 1',
    'deleted_at is null',
  ),
  'transaction shows its posting': change(
    'wallet_transaction',
    'deleted_at = null',
    'deleted_at is not null',
  ),
  'transaction keeps every version': change('wallet_transaction', 'version = version + 1'),
  'expense shares add up to the total': change(
    'expense_participant',
    'share_cents = share_cents + 1',
  ),
  'kept number of participants equals them': change(
    'expense',
    'participant_count = participant_count + 1',
  ),
  'payers add up to the total': addPayer,
  'payers get back the reimbursement': addPayer,
  'a payer gets back their part': addPayer,
  'stated share equals its fraction': addStated,
  'stated override equals its share': addStated,
  'a settlement belongs to a settled expense': change(
    'expense',
    `status = 'open', settled_at = null, settlement_note = null`,
    `status = 'settled'`,
  ),
  'recurring expense was made for every day': `update recurring_expense set position = position + 1,
      next_day = recurring_day(first_day, frequency, interval_count, position + 1)
    where ${one('recurring_expense')}`,
  'kept (figure) equals its expenses': change(
    'expense_figure',
    'amount = amount + 1',
    `kind = 'total'`,
  ),
  'standings and the chapter add up to zero': change(
    'expense_figure',
    'amount = amount + 1',
    `kind = 'balance'`,
  ),
  'reversal mirrors its expense': `update expense set corrects_id = ${otherExpense}
    where ${one('expense', `status = 'open'`)}`,
  'replacement follows a reversal': `update expense set replaces_id = ${otherExpense}
    where ${one('expense', `status = 'open'`)}`,
  'money back is shared as its expense': moneyBack,
  'money back is at most its expense': moneyBack,
  'payment equals its posting': change(
    'payment',
    'amount_cents = amount_cents + 1',
    `status = 'confirmed'`,
  ),
  'payment taken back equals its posting': change(
    'payment',
    'amount_cents = amount_cents + 1',
    `status = 'taken_back'`,
  ),
  'charge equals its posting': change('charge_item', 'amount_cents = amount_cents + 1'),
  'what was taken off a charge equals its posting': change(
    'charge_act',
    'amount_cents = amount_cents + 1',
  ),
  'charge is as its acts left it': change('charge_item', 'waived_cents = waived_cents + 1'),
};

test('the damages are of every check that operators read about', () => {
  const guide = readFileSync(join(installationRoot, 'docs/when-figures-differ.md'), 'utf8');
  const described = [...guide.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name]) => name,
  );
  expect(Object.keys(damages)).toEqual(
    described.filter((name) => name !== 'check' && name !== '---'),
  );
});

test.each(Object.entries(damages))(
  '%s: what was proved a moment ago is found by the next check',
  async (name, statements) => {
    const pattern = new RegExp(`^${name.replace('(figure)', '[a-z_]+')}$`);
    const found = await whileDamaged(statements, async () => {
      expect(await listMoved()).toEqual([chapterId]);
      const { rows } = await owner.query('select check_name from check_figures($1, now())', [
        chapterId,
      ]);
      const kept = await owner.query('select from proof where chapter_id = $1', [chapterId]);
      expect(kept.rowCount).toBe(0);
      return rows.map(({ check_name }) => check_name);
    });
    expect(found).toContainEqual(expect.stringMatching(pattern));
  },
);

describe('every table that the checks read', () => {
  /** What the view reads, through the views that it is made of. */
  const readByChecks = `with recursive read (relation) as (
      select 'hub.difference'::regclass::oid
      union
      select d.refobjid from read
      join pg_rewrite r on r.ev_class = read.relation
      join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
        and d.refclassid = 'pg_class'::regclass
    )
    select c.relname as name, (
        select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' and a.attidentity = '') as columns
    from read join pg_class c on c.oid = read.relation and c.relkind = 'r' order by 1`;
  const readByStamps = readByChecks.replace('hub.difference', 'hub.figures_stamp');

  test('is stamped, and functions read none', async () => {
    const { rows } = await owner.query(readByChecks);
    expect(rows.length).toBeGreaterThan(10);
    expect((await owner.query(readByStamps)).rows).toEqual(rows);
    const { rows: functions } = await owner.query(
      `select proname, prosrc from pg_proc where pronamespace = 'hub'::regnamespace
        and proname in ('payer_credit', 'figures_of_expense', 'parse_fraction', 'recurring_day')`,
    );
    expect(functions).toHaveLength(4);
    for (const { prosrc } of functions) expect(prosrc).not.toMatch(/\b(from|join) hub\./);
  });

  test('shows that a row was added, changed or removed', async () => {
    const { rows } = await owner.query(readByChecks);
    for (const { name, columns } of rows) {
      // Of what the chapter has no row, there is one first.
      const { rowCount } = await owner.query(`select from ${name} where chapter_id = $1`, [
        chapterId,
      ]);
      const row = one(name);
      const statements =
        (rowCount ?? 0) > 0
          ? [
              `delete from ${name} where ${row}`,
              `update ${name} set chapter_id = chapter_id where ${row}`,
              `with gone as (delete from ${name} where ${row} returning *)
                insert into ${name} (${columns}) select ${columns} from gone`,
            ]
          : [emptyRows[name] ?? `${name} has no row of the chapter`];
      for (const statement of statements) {
        expect([name, await whileDamaged(statement, listMoved)]).toEqual([name, [chapterId]]);
      }
    }
  });
});

/** Into the tables of which the chapter has no row. */
const emptyRows: Record<string, string> = {
  expense_figure_change: `insert into expense_figure_change (chapter_id, kind, subject_id, amount)
    values (:chapter, 'total', :chapter, 1)`,
  expense_override: addStated,
  expense_payer: addPayer,
};

type Plan = {
  readonly 'Relation Name'?: string;
  readonly Filter?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Plans?: readonly Plan[];
};

test('the check of a chapter reads nothing of another', async () => {
  await owner.query(
    `begin; set local plan_cache_mode = force_generic_plan; set local enable_nestloop = off`,
  );
  for (const view of ['difference', 'figures_stamp']) {
    await owner.query(`prepare of_chapter (uuid) as select * from ${view} where chapter_id = $1`);
    const { rows } = await owner.query(`explain (format json) execute of_chapter ('${chapterId}')`);
    await owner.query('deallocate of_chapter');
    const scans: Plan[] = [];
    const look = (plan: Plan): void => {
      if (plan['Relation Name'] !== undefined) scans.push(plan);
      for (const each of plan.Plans ?? []) look(each);
    };
    look(rows[0]['QUERY PLAN'][0].Plan);
    expect(scans.length).toBeGreaterThan(10);
    const whole = scans.filter(
      (scan) =>
        !/chapter_id = /.test(`${scan.Filter} ${scan['Index Cond']} ${scan['Recheck Cond']}`),
    );
    expect(whole.map((scan) => scan['Relation Name'])).toEqual([]);
  }
  await owner.query('rollback');
});

test('what leaves no trace in any row is found once the proof is a week old', async () => {
  const damage = (by: number) =>
    owner.query(`begin; set local session_replication_role = replica;
      update ledger_account set balance_cents = balance_cents + ${by}
      where wallet_id = (select min(wallet_id::text)::uuid from ledger_account where chapter_id = '${chapterId}');
      commit`);
  await damage(1);
  // As if a disk had done it, or the owner of the tables had made up that it was proved.
  await owner.query(
    `update proof p set stamp = s.stamp from figures_stamp s where s.chapter_id = p.chapter_id`,
  );
  expect([await check('moved'), await check('due')]).toEqual([[], []]);
  const prove = (at: string) => owner.query(`update proof set proved_at = ${at}`);
  await prove(`now() - interval '5 days 23 hours'`);
  expect(await check('due')).toEqual([]);
  for (const at of [`now() - interval '6 days 1 minute'`, `now() + interval '1 minute'`]) {
    await prove(at);
    expect((await check('due')).map(({ check: name }) => name)).toContain(
      'stored balance equals its entries',
    );
    await owner.query('delete from reconciliation_finding');
    await owner.query(`insert into proof select chapter_id, now(), place_of_proof(), stamp from figures_stamp
      where chapter_id = '${chapterId}'`);
  }
  expect(await check('moved')).toEqual([]);
  expect(await check('all')).not.toEqual([]);
  await damage(-1);
  expect(await check('moved')).toEqual([]);
});

test('elsewhere, and by other checks, nothing is proved', async () => {
  for (const statement of [
    `update proof set place = regexp_replace(place, '^[0-9]+', '1')`,
    `insert into migration (version, name, checksum, applied_at)
      select max(version) + 1, 'more', '', now() from migration`,
  ]) {
    expect((await whileDamaged(statement, listMoved)).sort()).toEqual(
      [chapterId, elsewhere].sort(),
    );
  }
});

test('where something differs, every check looks', async () => {
  const finding = `insert into reconciliation_finding values (:chapter, 'a check', :chapter, '1', '0', '1', now())`;
  expect(await whileDamaged(finding, listMoved)).toEqual([chapterId]);
});

test('the server’s role can check, and make up neither a proof nor its time', async () => {
  const app = new pg.Client({ connectionString: hub.database.appUrl });
  await app.connect();
  try {
    for (const statement of [
      `insert into hub.proof select * from hub.proof`,
      `update hub.proof set stamp = stamp`,
      'delete from hub.proof',
      'truncate hub.proof',
    ]) {
      await expect(app.query(statement), statement).rejects.toThrow(/permission denied/);
    }
    await app.query(`select hub.check_figures($1, 'infinity')`, [chapterId]);
    const { rows } = await app.query('select max(proved_at) <= now() as it from hub.proof');
    expect(rows).toEqual([{ it: true }]);
  } finally {
    await app.end();
  }
});

test('a check that is killed leaves whole proofs or none', async () => {
  await owner.query('delete from proof');
  const [first = '', second = ''] = (await listMoved()).sort();
  const lock = `hashtextextended('hub.check_figures ' || $1, 0)`;
  await owner.query(`select pg_advisory_lock(${lock})`, [second]);
  const checking = check('moved');
  const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'chapter-hub reconcile' and wait_event = 'advisory'
      and datname = current_database()`;
  await Promise.all([
    expect(checking).rejects.toThrow(/terminat/),
    expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1),
  ]);
  await owner.query(`select pg_advisory_unlock(${lock})`, [second]);
  expect((await owner.query('select chapter_id from proof')).rows).toEqual([{ chapter_id: first }]);
  expect(await listMoved()).toEqual([second]);
  expect(await check('moved')).toEqual([]);
});

describe('after any writes and damages', () => {
  const pairs = [
    'ledger_account.balance_cents',
    'expense_figure.amount',
    'expense_participant.share_cents',
  ];
  const acts = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    inFirst: fc.boolean(),
    damage: fc.constantFrom(...pairs),
    which: fc.nat(20),
  });

  test('a check of what moved finds what a check of everything finds', {
    timeout: 300_000,
  }, async () => {
    const models = await Promise.all([makeModel(), makeModel()]);
    await fc.assert(
      fc.asyncProperty(acts, async ({ steps, inFirst, damage, which }) => {
        const { model, id } = models[inFirst ? 0 : 1] ?? expect.fail();
        for (const each of steps) await runStep(model, each);
        await expectAllFound();
        const [table = '', column = ''] = damage.split('.');
        const { rows } = await owner.query(
          `select ctid::text from ${table} where chapter_id = $1`,
          [id],
        );
        const ctid = rows[which % Math.max(rows.length, 1)]?.ctid;
        if (ctid === undefined) return;
        const moved = await moveBy(table, column, 1, ctid);
        await expectAllFound();
        await moveBy(table, column, -1, moved);
        await expectAllFound();
      }),
      { numRuns: scaleRuns(100), seed, endOnFailure: true },
    );
  });

  /** A row has another place once it was changed. */
  async function moveBy(table: string, column: string, by: number, ctid: string): Promise<string> {
    await owner.query('begin; set local session_replication_role = replica');
    const { rows } = await owner.query(
      `update ${table} set ${column} = ${column} + ${by} where ctid = $1::tid returning ctid::text`,
      [ctid],
    );
    await owner.query('commit');
    return rows[0].ctid;
  }

  async function makeModel() {
    const { chapter, ann, ben, cid, dora } = await createScene(hub);
    const model: Model = { people: [ann, ben, cid, dora], expenses: [], walletBalances: new Map() };
    const log: Step = {
      kind: 'log',
      fields: {
        amount: 100_00,
        participants: [0, 1, 2],
        payer: 0,
        others: [],
        type: 'Full',
        part: 0,
        isExcluded: false,
        usesWallets: true,
      },
    };
    await runStep(model, log);
    return { model, id: chapter.id };
  }

  async function expectAllFound(): Promise<void> {
    await check('moved');
    const columns = 'chapter_id, check_name, subject_id, gap, expected, actual';
    const { rows } = await owner.query(
      `select ${columns} from reconciliation_finding order by ${columns}`,
    );
    const { rows: all } = await owner.query(
      `select distinct ${columns} from difference order by ${columns}`,
    );
    expect(rows).toEqual(all);
  }
});
