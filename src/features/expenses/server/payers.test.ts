/** Several payers of an expense: through the API, and what the database itself refuses. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, Payer } from '../expense.ts';
import {
  createBody,
  createScene,
  logExpense,
  readEverything,
  type Scene,
  toParams,
} from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
let owner: pg.Client;
beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query('set search_path = hub');
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

const paid = ({ memberId }: TestPerson, amount: number): Payer => ({
  memberId,
  amountPaid: cents(amount),
});

/** $100 for Ann, Ben and Cid, of which Ben paid $60, Dora $30 and Ann $10. */
function logSeveral(more: Parameters<typeof logExpense>[1] = {}): Promise<Expense> {
  const { ann, ben, dora } = scene;
  const payers = [paid(ann, 10_00), paid(ben, 60_00), paid(dora, 30_00)];
  return logExpense(scene, { paidBy: null, payers, ...more });
}

async function readOpen(): Promise<number[]> {
  const { items } = (await scene.ann.call(expenseCalls.balances)).value();
  const people = [scene.ann, scene.ben, scene.cid, scene.dora];
  return people.map(
    ({ memberId }) => items.find((each) => each.participantId === memberId)?.balance ?? 0,
  );
}

type Replacement = [path: 'amount' | 'payers' | 'paidBy' | 'isEvenSplit' | 'title', value: unknown];
const patch = (expense: Expense, ...operations: Replacement[]) =>
  scene.ann.call(expenseCalls.patch, {
    params: toParams(expense),
    body: operations.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })) as never,
  });

describe('an expense that several people paid', () => {
  test('credits each with what they paid, everywhere', async () => {
    const { ann, ben, cid, dora } = scene;
    const expense = await logSeveral({ amount: cents(100_00) });
    expect(expense).toMatchObject({
      paidBy: ben.memberId,
      payers: [paid(ben, 60_00), paid(dora, 30_00), paid(ann, 10_00)],
    });
    const [a, b, c] = [ann, ben, cid].map(
      ({ memberId }) =>
        expense.participantBreakdowns.find((share) => share.participantId === memberId)
          ?.amountOwed ?? 0,
    ) as [number, number, number];
    expect(await readOpen()).toEqual([10_00 - a, 60_00 - b, -c, 30_00]);
    const read = (await cid.call(expenseCalls.detail, { params: toParams(expense) })).value();
    expect(read).toEqual(expense);
    const listed = async (paidBy: TestPerson) =>
      (await cid.call(expenseCalls.list, { query: { paidBy: paidBy.memberId } })).value();
    expect((await listed(dora)).expenses.items).toMatchObject([{ id: expense.id }]);
    expect((await listed(dora)).participants).toHaveLength(4);
    expect((await listed(cid)).expenses.items).toEqual([]);
    const params = { participantId: dora.memberId };
    const parts = (await cid.call(expenseCalls.balanceParts, { params })).value();
    expect(parts).toMatchObject({
      balance: 30_00,
      expenses: { items: [{ credit: 30_00, amountOwed: 0 }] },
    });
    const events = (await cid.call(expenseCalls.history, { params: toParams(expense) })).value();
    expect(events.events.items[0]?.after?.payers).toEqual(expense.payers);
    expect(await hub.differences()).toEqual([]);
  });

  test('is settled into the wallet of each payer, in proportion if partly reimbursed', async () => {
    const { ann, ben, dora } = scene;
    const expense = await logSeveral({
      participants: [scene.cid.memberId],
      useWalletTransactions: true,
      payerReimbursementType: 'Partial',
      payerReimbursementAmount: cents(33),
    });
    const wallet = { name: 'Purse', ownerId: dora.memberId, currencyCode: 'USD' } as const;
    const purse = (await ann.call(walletCalls.create, { body: wallet })).value();
    const unsettled = async () =>
      (await ann.call(walletCalls.detail, { params: { walletId: purse.id } })).value()
        .unsettledReimbursementTotal;
    // 3.3, 19.8 and 9.9 cents: the largest remainders are of the last two.
    expect(await readOpen()).toEqual([3, 20, -100_00, 10]);
    expect(await unsettled()).toBe(10);
    (await ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
    expect(await unsettled()).toBe(0);
    const { items } = (await ann.call(expenseCalls.standings)).value();
    const standing = (person: TestPerson) =>
      items.find(({ memberId }) => memberId === person.memberId);
    expect(standing(ann)).toMatchObject({ open: 0, wallet: 3, standing: 3 });
    expect(standing(ben)).toMatchObject({ open: 0, wallet: 20, standing: 20 });
    expect(standing(dora)).toMatchObject({ open: 0, wallet: 10, standing: 10 });
    expect(standing(scene.cid)).toMatchObject({ standing: -100_00 });
    expect(await hub.differences()).toEqual([]);
  });

  test('leaves every figure when deleted, and comes back when restored', async () => {
    const before = await readOpen();
    const expense = await logSeveral();
    const after = await readOpen();
    await scene.ann.call(expenseCalls.remove, { params: toParams(expense) });
    expect(await readOpen()).toEqual(before);
    await scene.ann.call(expenseCalls.restore, { params: toParams(expense) });
    expect(await readOpen()).toEqual(after);
    expect(await hub.differences()).toEqual([]);
  });

  test('is refused with its field, and nothing is written', async () => {
    const { ann, ben } = scene;
    const stranger = await createScene(hub);
    const before = await readEverything(scene);
    const body = { ...createBody(scene), paidBy: null };
    const cases = [
      [[paid(ann, 60_00), paid(ben, 40_01)], 'payers', 'payers_miss_amount'],
      [[paid(ann, 60_00), paid(ann, 40_00)], 'payers.1.memberId', 'payer_twice'],
      [[paid(ann, 100_00), paid(ben, 0)], 'payers.1.amountPaid', 'paid_nothing'],
      [[paid(ann, 60_00), paid(stranger.ben, 40_00)], 'payers', 'unknown_member'],
    ] as const;
    for (const [payers, field, code] of cases) {
      const reply = await ann.call(expenseCalls.create, {
        body: { ...body, payers: [...payers] },
      });
      expect([reply.status, reply.refusal()]).toMatchObject([422, { field, code }]);
    }
    const raw = (payers: unknown) =>
      ann.call(expenseCalls.create, {
        raw: JSON.stringify({ ...body, amount: 100, payers }),
      });
    const memberId = ben.memberId;
    for (const payers of [
      [{ memberId, amountPaid: '100' }],
      [{ memberId, amountPaid: 100.001 }],
      [{ memberId, amountPaid: 100, credit: 100 }],
      [{ memberId: null, amountPaid: 100 }],
      [{ memberId }],
      { memberId, amountPaid: 100 },
      Array.from({ length: 21 }, () => ({ memberId, amountPaid: 1 })),
    ]) {
      expect([payers, (await raw(payers)).status]).toEqual([payers, 422]);
    }
    expect(await readEverything(scene)).toBe(before);
  });
});

describe('a patch of the payers', () => {
  test('changes them with the amount, but not the amount alone', async () => {
    const { ann, ben, dora } = scene;
    const expense = await logSeveral();
    const alone = await patch(expense, ['amount', cents(90_00)]);
    expect([alone.status, alone.refusal()]).toMatchObject([
      422,
      { field: 'payers', code: 'payers_miss_amount' },
    ]);
    const payers = [paid(dora, 50_00), paid(ann, 40_00)];
    const changed = await patch(expense, ['amount', cents(90_00)], ['payers', payers]);
    expect(changed.value()).toMatchObject({ paidBy: dora.memberId, payers });
    expect(await readOpen()).toEqual([10_00, -30_00, -30_00, 50_00]);
    const one = (await patch(changed.value(), ['paidBy', ben.memberId])).value();
    expect(one).toMatchObject({ paidBy: ben.memberId, payers: [] });
    expect(await readOpen()).toEqual([-30_00, 60_00, -30_00, 0]);
    const several = (await patch(one, ['payers', payers])).value();
    expect(several).toMatchObject({ paidBy: dora.memberId, payers });
    const again = await patch(several, ['payers', payers.toReversed()]);
    expect(again.value().version).toBe(several.version);
    const even = (await patch(several, ['isEvenSplit', true])).value();
    expect(even).toMatchObject({ paidBy: null, payers: [], payerCredits: [] });
    expect(await readOpen()).toEqual([-30_00, -30_00, -30_00, 0]);
    expect(await hub.differences()).toEqual([]);
  });

  test('keeps a payer who has left, but takes no new one', async () => {
    const { cid, dora } = scene;
    const expense = await logSeveral();
    const one = await logExpense(scene);
    await hub.db
      .updateTable('member')
      .set({ status: 'disabled' })
      .where('id', '=', dora.memberId)
      .execute();
    expect((await patch(expense, ['title', 'Late dinner'])).status).toBe(200);
    const payers = [paid(dora, 50_00), paid(cid, 50_00)];
    expect((await patch(expense, ['payers', payers])).status).toBe(200);
    expect((await patch(one, ['payers', payers])).refusal()).toMatchObject({
      field: 'payers',
      code: 'unknown_member',
    });
  });

  test('by many at once keeps every figure', async () => {
    const { ann, ben, cid, dora } = scene;
    const expense = await logSeveral();
    const people = [ann, ben, cid, dora];
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const [one, other] = [
          people[index % 4] as TestPerson,
          people[(index + 1) % 4] as TestPerson,
        ];
        return index % 3 === 0
          ? patch(expense, ['paidBy', one.memberId])
          : patch(expense, ['payers', [paid(one, 70_00 + index), paid(other, 30_00 - index)]]);
      }),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await hub.differences()).toEqual([]);
  });
});

describe('the database', () => {
  /** Until the commit, as the owner of the tables. */
  async function run(statement: string): Promise<string> {
    await owner.query('begin');
    try {
      await owner.query(statement);
      await owner.query('set constraints all immediate');
      return 'accepted';
    } catch (error) {
      return (error as pg.DatabaseError).code ?? String(error);
    } finally {
      await owner.query('rollback');
    }
  }

  test('refuses payers that do not add up, and any change of settled ones', async () => {
    const { ann, ben, cid, dora, chapter } = scene;
    const stranger = await createScene(hub);
    const several = await logSeveral();
    const one = await logExpense(scene);
    const settled = await logSeveral();
    await ann.call(expenseCalls.settle, { params: toParams(settled) });
    const row = (expense: Expense, who: Id<'member'>, amount: number, credit = amount) =>
      `insert into expense_payer values
        ('${chapter.id}', '${expense.id}', '${who}', ${amount}, ${credit})`;
    const where = (expense: Expense) => `where expense_id = '${expense.id}'`;
    const change = (expense: Expense, set: string) =>
      `update expense set ${set} where id = '${expense.id}'`;
    const [wrongSum, final] = ['23514', '23001'];
    const cases: [statement: string, code: string][] = [
      [row(several, cid.memberId, 1), wrongSum],
      [row(several, cid.memberId, 0), wrongSum],
      [row(several, cid.memberId, -1), wrongSum],
      [row(several, cid.memberId, 5, 6), wrongSum],
      [row(several, ann.memberId, 1), '23505'],
      [row(several, stranger.ann.memberId, 1), '23503'],
      [row(one, cid.memberId, 100_00), wrongSum],
      [`delete from expense_payer ${where(several)}`, wrongSum],
      [`delete from expense_payer ${where(several)} and member_id = '${dora.memberId}'`, wrongSum],
      [`update expense_payer set amount_cents = amount_cents ${where(several)}`, final],
      [`update expense_payer set credit_cents = 0 ${where(several)}`, final],
      ['truncate expense_payer', final],
      [change(several, 'amount_cents = 9999'), wrongSum],
      [change(several, `paid_by = '${dora.memberId}'`), wrongSum],
      [change(several, `paid_by = '${cid.memberId}'`), wrongSum],
      [change(several, 'has_several_payers = false'), wrongSum],
      [change(several, 'paid_by = null, is_even_split = true'), wrongSum],
      [change(several, "reimbursement_type = 'None'"), wrongSum],
      [change(one, 'has_several_payers = true'), wrongSum],
      [row(settled, cid.memberId, 1), final],
      [`delete from expense_payer ${where(settled)}`, final],
      [
        `${change(several, 'has_several_payers = false')};
        delete from expense_payer ${where(several)} and member_id <> '${ben.memberId}'`,
        wrongSum,
      ],
    ];
    for (const [statement, code] of cases) {
      expect([statement, await run(statement)]).toEqual([statement, code]);
    }
    const legal = `${change(several, 'has_several_payers = false')};
      delete from expense_payer ${where(several)}`;
    expect(await run(legal)).toBe('accepted');
    expect(await hub.differences()).toEqual([]);
  });

  test('reports payers that were damaged', async () => {
    const { dora, chapter } = scene;
    const expense = await logSeveral();
    const damage = async (sign: string) => {
      await owner.query('set session_replication_role = replica');
      await owner.query(
        `update expense_payer set amount_cents = amount_cents ${sign} 2,
          credit_cents = credit_cents ${sign} 1
        where expense_id = $1 and member_id = $2`,
        [expense.id, dora.memberId],
      );
      await owner.query('reset session_replication_role');
    };
    await damage('+');
    const found = await hub.differences();
    expect(found.map(({ check, subjectId }) => [check, subjectId]).sort()).toEqual([
      ['a payer gets back their part', expense.id],
      ['kept balance equals its expenses', dora.memberId],
      ['payers add up to the total', expense.id],
      ['payers get back the reimbursement', expense.id],
    ]);
    const { rows } = await owner.query(
      `select gap from difference where chapter_id = $1 and check_name like 'payers %'`,
      [chapter.id],
    );
    expect(rows).toEqual([{ gap: '2 in 0' }, { gap: '1 in 0' }]);
    await damage('-');
    expect(await hub.differences()).toEqual([]);
  });
});
