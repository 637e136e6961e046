/** What a long and wide table does while the page scrolls. */
import { expect, signInQuickly, test } from './journey.ts';

test('the heads of a long table stay below the header, its first column at the edge', async ({
  page,
}) => {
  await signInQuickly(page, 'member');
  await page.goto('/expenses');
  const table = page.getByRole('region', { name: 'Expenses', exact: true });
  const total = table.locator('thead th', { hasText: 'Total' });
  const details = table.locator('thead th', { hasText: 'Expense Details' });
  await expect(table.locator('tbody tr').nth(30)).toBeAttached({ timeout: 20_000 });
  await table.locator('tbody tr').nth(30).scrollIntoViewIfNeeded();
  await expect.poll(async () => Math.round((await total.boundingBox())?.y ?? 0)).toBe(60);

  const before = await details.boundingBox();
  await table.evaluate((box) => box.scrollTo({ left: 600 }));
  await expect(total).not.toBeInViewport();
  expect((await details.boundingBox())?.x).toBe(before?.x);
});
