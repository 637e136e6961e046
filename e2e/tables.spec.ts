/** Sticky headers and columns of long tables. */
import { expect, signInQuickly, test } from './journey.ts';

const headerHeight = 60;

test('the column headers of a table that fits its card stick below the page header', async ({
  page,
}) => {
  await signInQuickly(page, 'member');
  await page.goto('/wallets');
  const table = page.getByRole('region', { name: 'Wallets', exact: true });
  await table.locator('tbody tr').nth(30).scrollIntoViewIfNeeded();
  const owner = table.getByRole('columnheader', { name: 'Owner' });
  await expect.poll(async () => Math.round((await owner.boundingBox())?.y ?? 0)).toBe(headerHeight);
  await expect(table.locator('tbody tr').nth(30)).toBeInViewport();
});

for (const [name, path, column] of [
  ['Expenses', '/expenses?view=members', 'Total'],
  ['Wallets', '/wallets', 'Balance'],
] as const) {
  test(`the column headers and the first column of ${name} stick in a table wider than its card`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 700, height: 800 });
    await signInQuickly(page, 'member');
    await page.goto(path);
    const table = page.getByRole('region', { name, exact: true });
    const heads = table.getByRole('columnheader');
    const row = table.locator('tbody tr').nth(30);
    await row.scrollIntoViewIfNeeded();
    await expect(row).toBeInViewport();

    // Also at the end of the page, where what follows the table is visible. What follows the expenses
    // is as high as the screen.
    for (const scroll of name === 'Wallets' ? [0, 10_000] : [0]) {
      await page.evaluate((top) => scrollTo({ top }), scroll);
      const edges = await table.evaluate((area) => {
        const head = area.querySelector('thead th')?.getBoundingClientRect();
        return { area: area.getBoundingClientRect().top, head: head?.top };
      });
      expect(edges.head).toBeCloseTo(edges.area, 0);
      expect(edges.head).toBeGreaterThanOrEqual(headerHeight);
    }

    const first = await heads.first().boundingBox();
    const total = await heads.filter({ hasText: column }).boundingBox();
    await table.evaluate((area) => area.scrollBy({ left: 100 }));
    expect((await heads.filter({ hasText: column }).boundingBox())?.x).toBe((total?.x ?? 0) - 100);
    expect((await heads.first().boundingBox())?.x).toBe(first?.x);
    // The actions of a row stay visible, and the page itself never scrolls horizontally.
    await expect(row.getByRole('button').last()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}

test('the focused element is not covered by the column headers', async ({ page }) => {
  await signInQuickly(page, 'member');
  for (const [name, path] of [
    ['Expenses', '/expenses'],
    ['Expenses', '/expenses?view=members'],
    ['Wallets', '/wallets'],
  ] as const) {
    await page.goto(path);
    const table = page.getByRole('region', { name, exact: true });
    // Days have no buttons.
    const rows = table.locator('tbody tr', { has: page.getByRole('button') });
    await rows.nth(30).getByRole('button').last().focus();
    await rows.nth(12).getByRole('button').last().focus();
    const head = await table.getByRole('columnheader').first().boundingBox();
    const focused = await page.locator(':focus').boundingBox();
    expect(focused?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  }
});
