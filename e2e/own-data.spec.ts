/** Taking one's own data along. */
import { readFile } from 'node:fs/promises';
import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';

test('a member downloads what is theirs, by keyboard', async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.goto('/settings');
  const card = page.getByRole('region', { name: 'Your Data' });
  await expect(card).toBeVisible();
  await expectAccessibleInBothThemes(page, 'settings with own data');
  const download = page.waitForEvent('download');
  await card.getByRole('link', { name: 'Download' }).press('Enter');
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^My data \d{4}-\d\d-\d\d\.zip$/);
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('csv/transactions.csv')).toBe(true);
  await expect(card).toBeVisible();
});
