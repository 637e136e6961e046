/** A chapter with four members on the real app, for tests of expense routes. */

import type { TestChapter, TestHub, TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, ExpenseFields } from '../expense.ts';
import type { NewExpense } from '../new-expense.ts';
import { fieldsWith } from './random-expense.ts';

export type Scene = {
  readonly chapter: TestChapter;
  readonly ann: TestPerson;
  readonly ben: TestPerson;
  readonly cid: TestPerson;
  /** Not a participant by default. */
  readonly dora: TestPerson;
};

export async function createScene(hub: TestHub): Promise<Scene> {
  const chapter = await hub.chapter();
  return {
    chapter,
    ann: await chapter.person('Ann Abel', 'admin'),
    ben: await chapter.person('Ben Burns'),
    cid: await chapter.person('Cid Chen'),
    dora: await chapter.person('Dora Diaz'),
  };
}

/** By default $100 paid by Ann and shared by Ann, Ben and Cid, without wallets. */
export function createBody(
  { ann, ben, cid }: Scene,
  more: Partial<ExpenseFields & { id: Id<'expense'> }> = {},
): NewExpense {
  const participants = [ann.memberId, ben.memberId, cid.memberId];
  const usual = fieldsWith({ participants, paidBy: ann.memberId, useWalletTransactions: false });
  return { ...usual, ...more, receiptIds: [] };
}

export async function logExpense(
  scene: Scene,
  more: Partial<ExpenseFields & { id: Id<'expense'> }> = {},
): Promise<Expense> {
  const reply = await scene.ann.call(expenseCalls.create, { body: createBody(scene, more) });
  return reply.value();
}

/** The path parameters of an expense. */
export const toParams = (expense: { id: Id<'expense'> }) => ({ expenseId: expense.id });

export function findShare(expense: Expense, person: TestPerson): Cents | undefined {
  const shares = expense.participantBreakdowns;
  return shares.find((share) => share.participantId === person.memberId)?.amountOwed;
}

/** Everything readable about the chapter's expenses, to show that nothing changed. */
export async function readEverything({ ann }: Scene): Promise<string> {
  const list = await ann.call(expenseCalls.list, { query: { take: 200 } });
  const total = await ann.call(expenseCalls.total);
  const balances = await ann.call(expenseCalls.balances);
  return [list.text, total.text, balances.text].join('\n');
}
