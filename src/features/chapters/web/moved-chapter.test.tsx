/** Where a chapter was that moved to another server. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { authCalls } from '#features/identity/contract.ts';
import { sessionQuery } from '#features/identity/web/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { answer } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { makeSession } from '#web/testing/session.ts';

test('members who sign in are led to its new address', async () => {
  serveExpenses();
  await open('/expenses');
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  answer(authCalls.session, {
    ...makeSession('member'),
    chapters: [],
    chapter: null,
    movedTo: 'https://new.example.org',
    bearer: null,
  });
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey });
  await expect.element(page.getByText('Your chapter has moved.')).toBeVisible();
  const link = page.getByRole('link', { name: 'Open new.example.org' });
  await expect.element(link).toHaveAttribute('href', 'https://new.example.org');
  await expectAccessible(page.getByRole('main'));
});
