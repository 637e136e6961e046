import { expect, signInQuickly, test } from './journey.ts';

test('the API documentation can be read and tried under the same security policy', async ({
  page,
}) => {
  await signInQuickly(page, 'member');
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'Wallets', exact: true }).click();
  const call = page
    .locator('.opblock', { hasText: '/wallets' })
    .filter({ hasText: 'newest first' });
  await call.first().getByRole('button').first().click();
  await call.first().getByRole('button', { name: 'Try it out' }).click();
  await call.first().getByRole('button', { name: 'Execute' }).click();
  const reply = call.first().locator('.live-responses-table');
  await expect(reply.locator('.response-col_status').last()).toContainText('200');
  await expect(reply).toContainText('"currencyCode"');
});
