import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { formatEach, previewShares, previewSplit, showShares } from './share-preview.ts';
import { evenShares, type SharesInput, toSharesInput } from './shares-input.ts';

const names = new Map([
  [testId<'member'>('a'), 'Maya'],
  [testId<'member'>('b'), 'Diego'],
  [testId<'member'>('c'), 'Priya'],
]);
const expenseId = testId<'expense'>('0190a0a0-0000-7000-8000-000000000001');
const preview = (amount: string, ...people: string[]) =>
  previewShares(expenseId, amount, people.map(testId<'member'>), evenShares, undefined, names);

test('there is no preview without an amount and a participant', () => {
  expect(preview('', 'a')).toBeUndefined();
  expect(preview('0', 'a')).toBeUndefined();
  expect(preview('ten', 'a')).toBeUndefined();
  expect(preview('10')).toBeUndefined();
});

test('the preview adds up and names who pays the extra cent', () => {
  const thirds = preview('100', 'a', 'b', 'c');
  expect(sumCents(thirds?.shares.values() ?? [])).toBe(10_000);
  const [payerOfCent] = thirds?.extraCents ?? [];
  expect(thirds?.extraCents.size).toBe(1);
  expect(thirds?.words).toBe(`$33.33 each; ${payerOfCent && names.get(payerOfCent)} pays 1¢ more.`);
  expect(preview('90', 'a', 'b', 'c')?.words).toBe('$30.00 each.');
  expect(preview('90', 'a')?.words).toBe('$90.00 (the full amount).');
});

test('with overrides, exactly those whose share was rounded up pay an extra cent', () => {
  const people = ['a', 'b', 'c', 'd', 'e'].map(testId<'member'>);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.array(
        fc.record({
          amount: fc.integer({ min: 0, max: 30_000 }),
          members: fc.subarray(people, { minLength: 1 }),
        }),
        { maxLength: 3 },
      ),
      (total, carveOuts) => {
        const overrides = carveOuts.map(({ amount, members }, index) => ({
          type: 'equal' as const,
          amount: cents(amount),
          label: `${index}`,
          participantIds: members,
        }));
        const input = { expenseId, total: cents(total), participants: people, overrides };
        const preview = previewSplit(input, names);
        if (preview.isRefused) return;
        const rest = carveOuts.reduce((left, { amount }) => left - amount, total);
        // 60 is the least common multiple of 1 to 5, so shares are whole sixtieths of a cent.
        const sixtieths = (id: Id<'member'>) =>
          carveOuts
            .filter(({ members }) => members.includes(id))
            .reduce((sum, { amount, members }) => sum + (amount * 60) / members.length, rest * 12);
        const rounded = people.filter((id) => (preview.shares.get(id) ?? 0) * 60 > sixtieths(id));
        expect([...preview.extraCents].toSorted()).toEqual(rounded);
      },
    ),
  );
});

test('an amount per person is formatted as one value, or two if it does not divide evenly', () => {
  expect(formatEach(cents(4_800), 2)).toBe('$24.00 each');
  expect(formatEach(cents(5_000), 3)).toBe('$16.66 or $16.67 each');
});

test('what is shown is what is saved, also of a percentage among amounts', () => {
  const participants = ['a', 'b', 'c'].map(testId<'member'>);
  const [a = '', b = ''] = participants;
  const overrides = [25, 10].map((amount, index) => ({
    id: testId<'override'>(`o${index}`),
    type: 'manual' as const,
    amount: cents(amount * 100),
    label: 'Share',
    participantIds: participants.slice(index, index + 1),
    ...(index === 0 && { stated: { unit: 'percent' as const, value: '25' } }),
  }));
  const shares = toSharesInput(overrides, participants);
  const stored = { shares, participants, overrides };
  const show = (total: string, stated: SharesInput) =>
    showShares(stated, previewShares(expenseId, total, participants, stated, stored, names));
  expect(show('100', shares)).toEqual(shares.entered);
  expect(show('200', shares).amounts).toEqual({ [a]: '50.00', [b]: '10.00' });
  // Refused, they are as they were opened.
  expect(show('5', shares)).toEqual(shares.entered);
  const amounts = { [a]: '7.5', [b]: '10.' };
  const typed = { ...shares, entered: { ...shares.entered, amounts } };
  expect(show('200', typed)).toEqual(typed.entered);
});
