import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refresh, walletQuery } from '#features/wallets/web/queries.ts';
import { testId } from '#kit/testing/test-id.ts';
import { invalidateExpenses } from './changes/change-queries.ts';
import { standingCourseQuery } from './home/standing-card.tsx';

const walletId = testId<'wallet'>('018eecc9-5000-7490-82a2-94e8ad913354');

test.each<[string, readonly unknown[], (client: QueryClient) => void]>([
  [
    "an expense makes wallets' open reimbursements",
    walletQuery(walletId).queryKey,
    (client) => void invalidateExpenses(client),
  ],
  [
    'an expense makes the course of standings',
    standingCourseQuery.queryKey,
    (client) => void invalidateExpenses(client),
  ],
  [
    'a transaction makes the course of standings',
    standingCourseQuery.queryKey,
    (client) => refresh(client, walletId),
  ],
])('the write of %s stale', (_, queryKey, write) => {
  const client = new QueryClient();
  client.setQueryData<unknown>(queryKey, 'as before');
  write(client);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
