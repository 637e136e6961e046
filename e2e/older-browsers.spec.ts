/** The message for browsers older than the supported ones. */
import { expect, test } from './journey.ts';

const message = 'This browser is too old for Chapter Hub.';

test('a browser that lacks a feature of all supported ones shows the message', async ({ page }) => {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    const css = await response.text();
    expect(css).toContain('content-visibility:auto');
    const older = css.replaceAll('content-visibility:auto', 'of-the-year-3000:auto');
    await route.fulfill({ response, body: older });
  });
  await page.goto('/');
  await expect(page.getByText(message)).toBeVisible();
});

test('a supported browser does not show the message', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await expect(page.getByText(message)).toBeHidden();
});
