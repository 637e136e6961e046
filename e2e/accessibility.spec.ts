/** Runs axe on every screen, in every state, in both themes and at three widths. */
import type { Route } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { screens } from './screens.ts';

/** The requests of each screen and its text when they fail. */
const loadingScreens: readonly { path: string; calls: RegExp; failed: string | RegExp }[] = [
  { path: '/', calls: /\/api\/(users|events|expenses)/, failed: 'No upcoming events' },
  { path: '/expenses', calls: /\/api\/(expenses|users)/, failed: 'Failed to load expenses' },
  {
    path: '/wallets',
    calls: /\/api\/(wallets|users)/,
    failed: /API request failed|Failed to fetch/,
  },
  { path: '/members', calls: /\/api\/(users|members)/, failed: "Couldn't load members." },
  {
    path: '/calendar',
    calls: /\/api\/(calendars|yearly-calendars)/,
    failed: 'Manage your events and schedule',
  },
  { path: '/events', calls: /\/api\/events/, failed: 'Failed to load events' },
];

const widths = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/** Groups screens by the first part of their addresses, so that tests are short and run in parallel. */
const areas = Object.groupBy(screens, ({ path }) => /^\/\w*/.exec(path)?.[0] ?? path);

test.describe.configure({ mode: 'parallel' });
test.use({ allowFailedRequests: true });

for (const viewport of widths) {
  test.describe(`${viewport.width} px`, () => {
    test.use({ colorScheme: 'light', viewport });

    test('the sign-in card and its dialog are accessible', async ({ page }) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'sign-in card');
      await page.getByRole('button', { name: 'Sign In to Continue' }).click();
      await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'sign-in dialog');
    });

    for (const [area, screensOfArea = []] of Object.entries(areas)) {
      test(`every screen, dialog, menu and panel of ${area} is accessible`, async ({ page }) => {
        test.setTimeout(360_000);
        await signInQuickly(page, 'admin');
        for (const { name, path, part, fromWidth = 0, open } of screensOfArea) {
          if (viewport.width < fromWidth) continue;
          await test.step(name, async () => {
            await page.goto(path);
            await open(page);
            await expectAccessibleInBothThemes(page, name, part);
          });
        }
      });
    }

    test('every screen is accessible while it loads and after it failed', async ({ page }) => {
      test.setTimeout(360_000);
      await signInQuickly(page, 'admin');
      for (const { path, calls, failed } of loadingScreens) {
        await test.step(path, async () => {
          const held: Route[] = [];
          let isHolding = true;
          await page.route(calls, async (route) => {
            if (isHolding) held.push(route);
            else await route.abort('failed');
          });
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          // Skeletons appear only after a delay.
          await page.waitForTimeout(400);
          await expectAccessibleInBothThemes(page, `${path} loading`);
          isHolding = false;
          for (const route of held) await route.abort('failed');
          await expect(page.getByText(failed).first()).toBeVisible({ timeout: 20_000 });
          await expectAccessibleInBothThemes(page, `${path} failed`);
          await page.unroute(calls);
        });
      }
    });
  });
}
