import { expect, test } from 'vitest';
import type { Instant } from '#kit/day.ts';
import { toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { paymentsCsv } from './payments-csv.ts';

test('each payment is a line with its sides, its exact amount and no formula', () => {
  const at = '2026-11-15T05:00:00.000Z' as Instant;
  const ada = { id: toId<'member'>('01900000-0000-7000-8000-000000000001'), name: '@Ada' };
  const id = toId<'payment'>('01900000-0000-7000-8000-000000000002');
  const depositId = toId<'deposit'>('01900000-0000-7000-8000-000000000003');
  const [, line] = paymentsCsv(
    [
      {
        id,
        from: ada,
        to: null,
        amount: cents(999_999_999_999),
        paidOn: '2026-11-14',
        method: 'check',
        reference: '=1+1',
        note: null,
        expenseId: null,
        depositId,
        status: 'taken_back',
        saidBy: ada,
        saidAs: 'treasurer',
        decidedBy: ada,
        decidedAt: at,
        takenBackBy: ada,
        takenBackAt: at,
        reason: 'Bounced; twice',
        version: 2,
        createdAt: at,
        updatedAt: at,
      },
    ],
    'America/Los_Angeles',
  ).split('\r\n');
  expect(line).toBe(
    `2026-11-14,'@Ada,The chapter,9999999999.99,check,'=1+1,,reversed,'@Ada,'@Ada,"Bounced; twice",${id},${ada.id},,,${depositId},2026-11-14,2026-11-14,'@Ada,2026-11-14`,
  );
});
