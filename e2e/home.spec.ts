/** Home: what is new, what is still loading, and what could not be read. */
import { makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { unique } from './wallets.ts';

test('Home lists what others have done since the last visit, and links to it', async ({ page }) => {
  const title = unique('Harbor dinner');
  await signInQuickly(page, 'admin');
  const { id } = await makeExpense(page, {
    title,
    amount: 40,
    people: ['Priya Raman', 'Maya Chen'],
  });
  await signInQuickly(page, 'member');
  await page.goto('/');
  const news = page.getByRole('region', { name: /^New since / });
  const expense = news.getByRole('link', { name: title });
  await expect(expense).toContainText('Logged by Priya Raman, your share $20.00');
  // The visit that shows it does not make it old.
  await page.reload();
  await expense.click();
  await expect(page).toHaveURL(`/expenses?expense=${id}`);
});

test('the card of what is new is left out if nothing is', { tag: '@all' }, async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.route(/\/api\/home\/news/, async (route) => {
    const reply = await route.fetch();
    const quiet = { since: '2026-11-20T00:00:00.000Z', items: [], more: 0, isCut: false };
    await route.fulfill({ response: reply, json: { ...(await reply.json()), ...quiet } });
  });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Your Balance over Time' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^New since|^What's New/ })).toHaveCount(0);
});

test('the cards of the day appear together, and after a second say what is still loading', {
  tag: '@all',
}, async ({ page }) => {
  await signInQuickly(page, 'admin');
  const spending = /\/api\/expenses\/spending/;
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route(spending, async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const asked = page.waitForRequest(spending);
  // For a second, which a busy machine may need to look.
  const isLoading = page.getByText('Loading your day...').waitFor({ state: 'attached' });
  await page.goto('/');
  await asked;
  const waiting = page.getByRole('region', { name: 'Waiting for You' });
  expect(await waiting.count()).toBe(0);
  await isLoading;
  await expect(waiting).toBeVisible();
  const shares = page.getByRole('region', { name: 'Your Shares by Month' });
  await expect(shares).toContainText('Loading your shares by month...');
  answer();
  await expect(shares).toContainText('in twelve months');
});

test.describe('when nothing can be read', () => {
  test.use({ allowFailedRequests: true });

  for (const path of ['/', '/members', '/expenses', '/wallets']) {
    test(`no figure and no emptiness is claimed on ${path}`, { tag: '@all' }, async ({ page }) => {
      await signInQuickly(page, 'admin');
      await page.route(/\/api\/(?!auth\/)/, (route) => route.fulfill({ status: 500 }));
      await page.goto(path);
      const main = page.getByRole('main');
      // The last of what is shown, a second later.
      const retry = main.getByRole('button', { name: 'Retry' });
      await expect(retry).toHaveCount({ '/': 11, '/members': 3, '/expenses': 4 }[path] ?? 3);
      // What a filter offers claims nothing.
      const text = (await main.innerText()).replace(/^No receipt$/m, '');
      expect(text).not.toMatch(/(^|\s)-?\$?0(\.00)?(\s|$)|\b(No|Nothing)\b/m);
    });
  }
});
