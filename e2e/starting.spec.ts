/** What is seen before the app's code has come. */
import { expect, test } from './journey.ts';

test('the page says whose it is until the code is here, and what to do when that takes long', async ({
  page,
}) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-[^/]*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const starting = page.locator('.starting');
  const late = page.getByText('Still loading. If nothing happens, reload the page.');
  await expect(starting.getByText('Chapter Hub', { exact: true })).toBeVisible();
  await expect(late).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(late).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await expect(starting).toHaveCount(0);
});
