/** A chapter with four people on the real app, for the tests of the expenses' routes. */

import type { TestChapter, TestHub, TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense, ExpenseFields, NewExpense } from '../expense.ts';
import { fieldsWith } from './random-expense.ts';

export type Scene = {
  readonly chapter: TestChapter;
  readonly ann: TestPerson;
  readonly ben: TestPerson;
  readonly cid: TestPerson;
  /** Pays sometimes, never takes part unless named. */
  readonly dora: TestPerson;
};

export async function makeScene(hub: TestHub): Promise<Scene> {
  const chapter = await hub.chapter();
  return {
    chapter,
    ann: await chapter.person('Ann Abel', 'admin'),
    ben: await chapter.person('Ben Burns'),
    cid: await chapter.person('Cid Chen'),
    dora: await chapter.person('Dora Diaz'),
  };
}

/** A hundred dollars paid by Ann for Ann, Ben and Cid, without wallets, unless said otherwise. */
export function bodyOf(
  { ann, ben, cid }: Scene,
  more: Partial<ExpenseFields & { id: Id<'expense'> }> = {},
): NewExpense {
  const participants = [ann.memberId, ben.memberId, cid.memberId];
  const usual = fieldsWith({ participants, paidBy: ann.memberId, useWalletTransactions: false });
  return { ...usual, ...more, receiptIds: [] };
}

export async function log(
  scene: Scene,
  more: Partial<ExpenseFields & { id: Id<'expense'> }> = {},
): Promise<Expense> {
  const reply = await scene.ann.call(expenseCalls.create, { body: bodyOf(scene, more) });
  return reply.value();
}

/** The parameters of a call about an expense. */
export const at = (expense: { id: Id<'expense'> }) => ({ expenseId: expense.id });

export function shareOf(expense: Expense, person: TestPerson): Cents | undefined {
  const shares = expense.participantBreakdowns;
  return shares.find((share) => share.participantId === person.memberId)?.amountOwed;
}

/** All that can be read of the chapter's expenses, to show that something changed nothing. */
export async function everything({ ann }: Scene): Promise<string> {
  const list = await ann.call(expenseCalls.list, { query: { take: 200 } });
  const total = await ann.call(expenseCalls.total);
  const balances = await ann.call(expenseCalls.balances);
  return [list.text, total.text, balances.text].join('\n');
}
