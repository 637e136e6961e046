/** What a browser is told that is older than those the hub supports. */
import { expect, test } from './journey.ts';

const message = 'This browser is too old for Chapter Hub.';

test('a browser without a feature that all supported ones have is told to be too old', async ({
  page,
}) => {
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

test('a supported browser is told nothing', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await expect(page.getByText(message)).toBeHidden();
});
