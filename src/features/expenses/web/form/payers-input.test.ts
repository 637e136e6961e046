import { expect, test } from 'vitest';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import {
  adjustRows,
  findPayersProblem,
  findRest,
  onePayer,
  type PayerInput,
  startRows,
  toPayers,
  toPayersInput,
} from './payers-input.ts';

const expenseId = testId<'expense'>('e');
const [maya, diego, priya] = ['maya', 'diego', 'priya'].map((id) => testId<'member'>(id));
const row = (memberId: PayerInput['memberId'] | undefined, amountPaid: string): PayerInput => ({
  memberId: memberId ?? null,
  amountPaid,
});
const total = cents(100_00);

test('rows start with the payer and someone else, and are kept when one person paid after all', () => {
  expect(startRows(onePayer, maya ?? null)).toEqual([row(maya, ''), row(null, '')]);
  const typed = [row(diego, '40'), row(priya, '')];
  expect(startRows({ isSeveral: false, rows: typed }, maya ?? null)).toEqual(typed);
});

test('the last empty row takes what the others leave', () => {
  const rows = [row(maya, '60'), row(diego, '15.50'), row(priya, '')];
  expect(findRest(rows, total)).toEqual({ row: 2, amount: 24_50 });
  expect(toPayers(rows, total).map(({ amountPaid }) => amountPaid)).toEqual([60_00, 15_50, 24_50]);
  expect(findPayersProblem(rows, total)).toBeUndefined();
});

test('stated payers of an expense come back unchanged', () => {
  const payers = toPayers([row(maya, '60'), row(diego, '40')], total);
  expect(toPayers(toPayersInput(payers).rows, total)).toEqual(payers);
});

test.each([
  ['Choose who paid', 1, 'memberId', [row(maya, '60'), row(null, '')]],
  [
    'Enter an amount like 1,234.56, with at most two decimals',
    0,
    'amountPaid',
    [row(maya, 'sixty'), row(diego, '')],
  ],
  ['This person is already listed', 1, 'memberId', [row(maya, '60'), row(maya, '')]],
  [
    'Enter an amount greater than 0, or remove this person',
    0,
    'amountPaid',
    [row(maya, ''), row(diego, '')],
  ],
  [
    'Enter an amount greater than 0, or remove this person',
    1,
    'amountPaid',
    [row(maya, '100'), row(diego, '')],
  ],
  [
    'What each person paid adds up to $90.00, not $100.00',
    undefined,
    undefined,
    [row(maya, '50'), row(diego, '40')],
  ],
] as const)('"%s" is reported for row %s, %s', (message, place, field, rows) => {
  expect(findPayersProblem(rows, total)).toEqual({
    message,
    ...(place !== undefined && { row: place, field }),
  });
});

test('amounts are adjusted to a new total in proportion', () => {
  const rows = [row(maya, '60'), row(diego, '30'), row(priya, '10')];
  const adjusted = adjustRows(expenseId, rows, cents(50_00));
  expect(adjusted?.map(({ amountPaid }) => amountPaid)).toEqual(['30.00', '15.00', '5.00']);
  expect(adjustRows(expenseId, rows, total)).toBeUndefined();
  expect(adjustRows(expenseId, [row(maya, '60'), row(null, '30')], total)).toBeUndefined();
});
