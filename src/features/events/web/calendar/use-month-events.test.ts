import { QueriesObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { monthQuery } from '../queries.ts';
import { refetchMissing } from './use-month-events.ts';

test('a retry reads only the months that failed', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reads: string[] = [];
  let isDown = true;
  const id = testId<'calendar'>('018eecc9-5000-7490-82a2-94e8ad913354');
  const months = new QueriesObserver(
    client,
    (['2026-11', '2026-10', '2026-12'] as const).map((month) => ({
      queryKey: monthQuery(id, month).queryKey,
      queryFn: async () => {
        reads.push(month);
        if (isDown && month !== '2026-11') throw new Error('down');
        return [];
      },
    })),
  );
  const stop = months.subscribe(() => undefined);
  const statuses = () => months.getCurrentResult().map(({ status }) => status);
  await expect.poll(statuses).toEqual(['success', 'error', 'error']);
  isDown = false;
  reads.length = 0;
  refetchMissing(months.getCurrentResult());
  await expect.poll(statuses).toEqual(['success', 'success', 'success']);
  expect(reads).toEqual(['2026-10', '2026-12']);
  stop();
});
