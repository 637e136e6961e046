/** What the database itself refuses of corrections, the owner of the tables included. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../../contract.ts';
import { createScene, logExpense, toParams } from '../../testing/scene.ts';

let hub: TestHub;
let owner: pg.Client;
const known: Record<string, string> = {};

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
  const scene = await createScene(hub);
  const logAndSettle = async (useWalletTransactions: boolean) => {
    const expense = await logExpense(scene, { amount: cents(90_00), useWalletTransactions });
    if (useWalletTransactions) {
      return (await scene.ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
    }
    // As expenses were settled outside wallets before payments were recorded of them.
    await owner.query(
      `update expense set status = 'settled', settled_at = now(), settled_by = $1 where id = $2`,
      [scene.ann.memberId, expense.id],
    );
    return expense;
  };
  const corrected = await logAndSettle(true);
  const body = { replacement: null };
  const params = toParams(corrected);
  const reply = (await scene.ann.call(expenseCalls.correct, { params, body })).value();
  Object.assign(known, {
    chapter: scene.chapter.id,
    ann: scene.ann.memberId,
    ben: scene.ben.memberId,
    cid: scene.cid.memberId,
    open: (await logExpense(scene)).id,
    outside: (await logAndSettle(false)).id,
    inWallets: (await logAndSettle(true)).id,
    otherOutside: (await logAndSettle(false)).id,
    otherInWallets: (await logAndSettle(true)).id,
    corrected: corrected.id,
    reversal: reply.reversal.id,
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

type Change = { of?: string; expense?: string; shares?: string; settled?: boolean };

/** A reversal like the server's, unless something is changed about it. */
const reverse = ({
  of = ':outside',
  expense = '',
  shares = '-share_cents',
  settled = true,
}: Change) => `
  insert into expense select (jsonb_populate_record(e, jsonb_build_object('id', ':new', 'title', 'x',
    'amount_cents', -amount_cents, 'corrects_id', e.id, 'status', 'open', 'settled_at', null,
    'settled_by', null, 'settlement_note', null) || '{${expense}}')).* from expense e where id = '${of}';
  insert into expense_participant select chapter_id, ':new', member_id, ${shares}
    from expense_participant where expense_id = '${of}';
  ${settled ? "update expense set status = 'settled', settled_at = now(), settled_by = ':ann' where id = ':new'" : 'select'}`;
const settleNew = (of: string, amounts: string) => `
  insert into wallet_transaction (chapter_id, id, wallet_id, journal_id, leg, user_id, amount_cents,
    description, occurred_at, origin, expense_id, created_at, updated_at, updated_by)
  select ':chapter', gen_random_uuid(), w, ':new', leg, m, a, 'x', '2026-03-01', 'settlement', ':new',
    now(), now(), ':ann'
  from (
    select array_agg(w order by t.leg) as wallets, array_agg(${amounts} order by t.leg) as amounts,
      array_agg(user_id order by t.leg) as members
    from wallet_transaction t, lateral (select t.wallet_id as w) x where t.expense_id = '${of}'
  ) l, ledger_record(':chapter', ':new', 'settle', ':new', ':ann', l.wallets, l.amounts, '2026-03-01', '2026-03-01'),
  unnest(l.wallets, l.amounts, l.members) with ordinality as moved (w, a, m, leg)`;

test.each([
  ['a negative expense', reverse({ expense: '"corrects_id": null' }), 'expense_amount_cents_check'],
  ['a positive reversal', reverse({ expense: '"amount_cents": 5' }), 'expense_correction_is_whole'],
  [
    'a reversal of nothing',
    reverse({ expense: '"amount_cents": 0' }),
    'expense_amount_cents_check',
  ],
  [
    'a negative share of an expense',
    `update expense_participant set share_cents = -share_cents where expense_id = ':open'`,
    'expense_part_is_negative',
  ],
  ['a second reversal', reverse({ of: ':corrected' }), 'expense_corrected_once'],
  ['a reversal of a reversal', reverse({ of: ':reversal' }), 'expense_correction_is_whole'],
  ['a reversal of an open expense', reverse({ of: ':open' }), 'expense_correction_is_whole'],
  ['a reversal that stays open', reverse({ settled: false }), 'expense_correction_is_whole'],
  ['another amount', reverse({ expense: '"amount_cents": -8999' }), 'expense_correction_is_whole'],
  ['another payer', reverse({ expense: '"paid_by": ":ben"' }), 'expense_correction_is_whole'],
  [
    'another day',
    reverse({ expense: '"expense_at": "2020-01-01"' }),
    'expense_correction_is_whole',
  ],
  [
    'another way to settle',
    reverse({ expense: '"use_wallet_transactions": true' }),
    'expense_correction_is_whole',
  ],
  [
    'another reimbursement',
    reverse({ expense: '"reimbursement_type": "None"' }),
    'expense_correction_is_whole',
  ],
  [
    'a positive partial reimbursement',
    reverse({ expense: '"reimbursement_type": "Partial", "reimbursement_cents": 5' }),
    'expense_reimbursement_cents_check',
  ],
  ['shares split again', reverse({ shares: '-share_cents - 1' }), 'expense_correction_is_whole'],
  ['shares of the other sign', reverse({ shares: 'share_cents' }), 'expense_correction_is_whole'],
  ['wallets not moved back', reverse({ of: ':inWallets' }), 'expense_correction_is_whole'],
  [
    'wallets moved further',
    `${reverse({ of: ':inWallets' })}; ${settleNew(':inWallets', 'amount_cents')}`,
    'expense_correction_is_whole',
  ],
  [
    'a reversal that replaces',
    reverse({ expense: '"replaces_id": ":corrected"' }),
    'expense_corrects_or_replaces',
  ],
  [
    'a replacement without a reversal',
    `insert into expense select (jsonb_populate_record(e, '{"id": ":new", "replaces_id": ":outside"}')).*
     from expense e where id = ':open'`,
    'expense_correction_is_whole',
  ],
  [
    'an open replacement',
    `insert into expense select (jsonb_populate_record(e, '{"id": ":new", "replaces_id": ":corrected"}')).*
     from expense e where id = ':open'`,
    'expense_correction_is_whole',
  ],
  [
    'an open expense that becomes a replacement',
    `update expense set replaces_id = ':corrected' where id = ':open'`,
    'expense_keeps_what_it_corrects',
  ],
  [
    'a reversal changed',
    `update expense set title = 'x' where id = ':reversal'`,
    /settled and cannot/,
  ],
  [
    'a reversal deleted',
    `update expense set deleted_at = now() where id = ':reversal'`,
    /settled and/,
  ],
  [
    'a share of a reversal changed',
    `update expense_participant set share_cents = share_cents + 1 where expense_id = ':reversal'`,
    /settled and cannot/,
  ],
])('refused: %s', async (_, statement, reason) => {
  expect(await run(statement)).toMatch(reason);
  expect(await hub.differences()).toEqual([]);
});

test('the reconciliation finds a damaged correction', async () => {
  const damage = (statement: string) =>
    owner.query(sqlOf(`begin; set local session_replication_role = replica; ${statement}; commit`));
  const found = async () =>
    (await hub.differences()).map(({ check, subjectId, actual }) => [check, subjectId, actual]);
  await damage(`update expense set paid_by = ':ben' where id = ':reversal'`);
  expect(await found()).toEqual([['reversal mirrors its expense', known['reversal'], '1']]);
  await damage(`update expense set paid_by = ':ann' where id = ':reversal'`);
  await damage(`update expense set replaces_id = ':outside' where id = ':inWallets'`);
  expect(await found()).toEqual([
    ['replacement follows a reversal', known['inWallets'], 'settled without a reversal'],
  ]);
  await damage(`update expense set replaces_id = null where id = ':inWallets'`);
  expect(await found()).toEqual([]);
});

test('what the refused statements are variations of is accepted', async () => {
  expect(await run(reverse({ of: ':otherOutside' }))).toBeUndefined();
  const inWallets = `${reverse({ of: ':otherInWallets' })}; ${settleNew(':otherInWallets', '-amount_cents')}`;
  expect(await run(inWallets)).toBeUndefined();
  expect(await hub.differences()).toEqual([]);
});
