import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { testId } from '#kit/testing/test-id.ts';
import { setTokenSource } from '#web/api/call.ts';
import { latestRate } from '../../original.ts';
import { ratesQuery, readLatestRate } from './original-fields.tsx';

test('the rate that is proposed is read again once an expense may have changed it', async () => {
  const now = Temporal.Now.instant();
  const euro = (rate: string) => ({ currency: 'EUR', rate, expenseDate: toInstant(now) });
  setTokenSource(async () => ({
    token: 'token',
    expiresAt: toInstant(now.add({ minutes: 10 })),
    chapterId: testId<'chapter'>('018eecc9-5000-7490-82a2-94e8ad913354'),
  }));
  vi.stubGlobal('fetch', async () => Response.json({ items: [euro('1.2')] }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const { queryKey } = ratesQuery;
  client.setQueryData(queryKey, [latestRate.parse(euro('1.1'))]);
  expect((await readLatestRate(client, 'EUR'))?.rate).toBe('1.1');
  await client.invalidateQueries({ queryKey });
  expect((await readLatestRate(client, 'EUR'))?.rate).toBe('1.2');
});
