import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { computeBalances } from '../balances.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense } from '../expense.ts';
import { pickFields } from '../patch.ts';
import { person, randomExpense } from '../testing/random-expense.ts';
import { createScene, logExpense } from '../testing/scene.ts';
import { readBalanceParts } from './balance-parts.ts';

const randomFate = fc.constantFrom('stays', 'stays', 'settles', 'is deleted');
const randomHistory = fc.array(fc.tuple(randomExpense, randomFate), {
  minLength: 5,
  maxLength: 20,
});

test('balances and the total match their definitions after any history', async () => {
  const hub = await startTestHub();
  try {
    await fc.assert(
      fc.asyncProperty(randomHistory, async (history) => {
        const chapter = await hub.chapter();
        const people = await Promise.all(
          Array.from({ length: 10 }, (_, index) => chapter.person(`Person ${index}`)),
        );
        const [ann] = people;
        if (!ann) throw new Error('the chapter has no members');
        const realOf = new Map(people.map((each, index) => [person(index), each.memberId]));
        const real = (id: Id<'member'>) => realOf.get(id) ?? id;
        const open: Expense[] = [];
        let total = 0;
        for (const [random, fate] of history) {
          const fields = pickFields(random);
          const body = {
            ...fields,
            id: newId<'expense'>(),
            participants: fields.participants.map(real),
            paidBy: fields.paidBy && real(fields.paidBy),
            payers: fields.payers.map(({ memberId, amountPaid }) => ({
              memberId: real(memberId),
              amountPaid,
            })),
            receiptIds: [],
          };
          const expense = (await ann.call(expenseCalls.create, { body })).value();
          const params = { expenseId: expense.id };
          if (fate === 'settles') await ann.call(expenseCalls.settle, { params });
          if (fate === 'is deleted') await ann.call(expenseCalls.remove, { params });
          if (fate === 'stays') open.push(expense);
          if (fate !== 'is deleted') total += expense.amount;
        }
        const { members, company } = computeBalances(open);
        const read = (await ann.call(expenseCalls.balances)).value();
        expect(read.company).toBe(company);
        for (const { participantId, balance } of read.items) {
          expect(balance).toBe(members.get(participantId) ?? 0);
        }
        expect(read.items.length).toBe(10);
        // Of few shares and of many, what makes up a balance is the same.
        for (const { memberId } of people) {
          const member = { chapterId: chapter.id, memberId };
          const [few, many] = await Promise.all(
            [1_000, 0].map((maxLookedUp) =>
              readBalanceParts(hub.db, member, { skip: 1, take: 4 }, { maxLookedUp }),
            ),
          );
          expect(many).toEqual(few);
        }
        expect((await ann.call(expenseCalls.total)).value().totalAmount).toBe(total);
        expect(await hub.differences()).toEqual([]);
      }),
      { numRuns: 8 },
    );
  } finally {
    await hub.close();
  }
});

test('the expenses behind a balance are read quickly before the database has statistics', async () => {
  const hub = await startTestHub();
  try {
    const scene = await createScene(hub);
    const many = 400;
    await Promise.all(Array.from({ length: many }, () => logExpense(scene)));
    const params = { participantId: scene.ann.memberId };
    const parts = (await scene.ann.call(expenseCalls.balanceParts, { params })).value();
    expect(parts.expenses.totalCount).toBe(many);
    const { items } = (await scene.ann.call(expenseCalls.balances)).value();
    const ofAnn = items.find(({ participantId }) => participantId === scene.ann.memberId);
    expect(parts.balance).toBe(ofAnn?.balance);
  } finally {
    await hub.close();
  }
});
