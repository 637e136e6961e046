import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import type { ListedExpense } from '../expense.ts';
import { toDeleted, toSettled } from '../revise.ts';
import { person, randomExpense, uuid } from '../testing/random-expense.ts';
import { toExpenseRow, toListedExpense, toPayerRows, toShareRows } from './expense-row.ts';

const chapterId = uuid<'chapter'>('0ccc', 1);
const later = '2026-03-02T18:00:00.000Z';

const listed: fc.Arbitrary<ListedExpense> = fc
  .tuple(randomExpense, fc.constantFrom('open', 'settled', 'deleted'))
  .map(([expense, status]) => {
    if (status === 'open') return expense;
    return status === 'settled' ? toSettled(expense, person(2), later) : toDeleted(expense, later);
  });

test('an expense is unchanged after being written to a row and read back', () => {
  fc.assert(
    fc.property(listed, (expense) => {
      const { participants, participantBreakdowns: shares, overrides } = expense;
      const payers = toPayerRows(chapterId, expense).map((each) => ({
        memberId: each.member_id,
        amountPaid: each.amount_cents,
        credit: each.credit_cents,
      }));
      const row = {
        ...toExpenseRow(chapterId, expense),
        shares,
        payers,
        overrides,
        receipt_ids: [],
        corrected_by_id: null,
        replaced_by_id: null,
        money_back: null,
      };
      // Shares are ordered by member.
      expect(toListedExpense(row)).toEqual({ ...expense, participants: participants.toSorted() });
    }),
    { numRuns: scaleRuns(500) },
  );
});

test('each share becomes one row', () => {
  fc.assert(
    fc.property(randomExpense, (expense) => {
      expect(toShareRows(chapterId, expense)).toEqual(
        expense.participantBreakdowns.map((share) => ({
          chapter_id: chapterId,
          expense_id: expense.id,
          member_id: share.participantId,
          share_cents: share.amountOwed,
        })),
      );
    }),
    { numRuns: 100 },
  );
});
