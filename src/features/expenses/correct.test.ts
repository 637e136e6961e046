import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { toInstant } from '#kit/day.ts';
import { sumCents } from '#kit/money.ts';
import { computeSettlementEffect } from './balances.ts';
import { buildReversal, defaultCorrectionNote } from './correct.ts';
import { maxSettlementNoteLength, maxTitleLength } from './expense.ts';
import { checkCorrectable } from './may-write.ts';
import { toSettled } from './revise.ts';
import { computeSettlementEntries } from './settling/settle.ts';
import { randomExpense, uuid } from './testing/random-expense.ts';

const now = toInstant(Temporal.Instant.from('2026-05-01T10:00:00Z'));
const creation = { id: uuid<'expense'>('0eee', 9), createdBy: uuid<'member'>('0aaa', 9), now };
const settled = randomExpense.map((expense) => toSettled(expense, creation.createdBy, now));

test('an expense and its reversal settle to nothing, share by share and wallet by wallet', () => {
  fc.assert(
    fc.property(settled, (original) => {
      const reversal = buildReversal(original, creation);
      expect(sumCents(reversal.participantBreakdowns.map((share) => share.amountOwed))).toBe(
        reversal.amount,
      );
      const { moved, struckOff } = computeSettlementEffect([original, reversal]);
      expect([moved.members.size, moved.company]).toEqual([0, 0]);
      expect([struckOff.members.size, struckOff.company]).toEqual([0, 0]);
      const entries = (expense: typeof original | typeof reversal) =>
        computeSettlementEntries(expense).map(({ memberId, amountCents }) => [
          memberId,
          Math.abs(amountCents),
          Math.sign(amountCents),
        ]);
      expect(entries(reversal)).toEqual(
        entries(original).map(([member, amount, sign]) => [member, amount, -Number(sign)]),
      );
    }),
    { numRuns: scaleRuns(500) },
  );
});

test('words of a long title are cut between characters', () => {
  fc.assert(
    fc.property(settled, fc.string({ unit: 'grapheme', maxLength: 200 }), (expense, title) => {
      const original = { ...expense, title: title.slice(0, maxTitleLength).toWellFormed() };
      const { title: reversed } = buildReversal(original, creation);
      const note = defaultCorrectionNote(original);
      expect([reversed.isWellFormed(), note.isWellFormed()]).toEqual([true, true]);
      expect(reversed.length).toBeLessThanOrEqual(maxTitleLength);
      expect(note.length).toBeLessThanOrEqual(maxSettlementNoteLength);
    }),
  );
});

test('only a settled expense that is neither corrected nor a reversal can be corrected', () => {
  const [open] = fc.sample(randomExpense, 1);
  if (!open) throw new Error('an expense must be drawn');
  const original = toSettled(open, creation.createdBy, now);
  const codeOf = (expense: typeof original | typeof open) => {
    const checked = checkCorrectable(expense);
    return checked.ok ? undefined : checked.refusal.code;
  };
  expect(codeOf(original)).toBeUndefined();
  expect(codeOf({ ...original, replacesId: creation.id })).toBeUndefined();
  expect(codeOf(open)).toBe('expense_not_settled');
  expect(codeOf({ ...original, correctedById: creation.id })).toBe('expense_corrected');
  expect(codeOf({ ...original, correctsId: creation.id })).toBe('expense_is_reversal');
});
