/** Runs axe on every screen, in every state, in both themes and at three widths. */
import type { Route } from '@playwright/test';
import { expectAccessibleEverywhere, onPhone } from './axe.ts';
import { expect, moveTo, signInQuickly, test } from './journey.ts';
import { screens } from './screens.ts';

/** The requests of each screen and its text when they fail. */
const loadingScreens: readonly { path: string; calls: RegExp; failed: string | RegExp }[] = [
  { path: '/', calls: /\/api\/(users|events|expenses)/, failed: "Couldn't load the next event." },
  { path: '/expenses', calls: /\/api\/(expenses|users)/, failed: 'Failed to load expenses' },
  {
    path: '/wallets',
    calls: /\/api\/(wallets|users)/,
    failed: /API request failed|Failed to fetch/,
  },
  { path: '/dues', calls: /\/api\/dues/, failed: "Couldn't load the dues." },
  { path: '/members', calls: /\/api\/(users|members)/, failed: "Couldn't load members." },
  {
    path: '/calendar',
    calls: /\/api\/(calendars|yearly-calendars)/,
    failed: 'Manage your events and schedule',
  },
  { path: '/events', calls: /\/api\/events/, failed: 'Failed to load events' },
];

/** Three tests, which run in parallel. */
const areas = Object.entries(Object.groupBy(screens, ({ area }) => area));

test.describe.configure({ mode: 'parallel' });
test.use({ ...onPhone, allowFailedRequests: true });

test('the sign-in card and its dialog are accessible', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'sign-in card');
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'sign-in dialog');
});

for (const [area, inArea = []] of areas) {
  test(`${area} are accessible at every width, in both themes`, async ({ page }) => {
    test.setTimeout(600_000);
    await signInQuickly(page, 'admin');
    let isLoaded = false;
    for (const { name, path, part, viewport = onPhone.viewport, staysOpen, open } of inArea) {
      await test.step(name, async () => {
        await page.setViewportSize(viewport);
        const address = typeof path === 'string' ? path : await path(page);
        await (isLoaded ? moveTo(page, address) : page.goto(address));
        isLoaded = !staysOpen;
        await open(page);
        const isScreen = part === undefined && !staysOpen;
        if (isScreen) await expect(page.locator('[role$=dialog], [role=menu]')).toHaveCount(0);
        await expectAccessibleEverywhere(page, name, part);
      });
    }
  });
}

for (const { path, calls, failed } of loadingScreens) {
  test(`${path} is accessible while it loads and after it failed`, { tag: '@all' }, async ({
    page,
  }) => {
    test.setTimeout(360_000);
    await signInQuickly(page, 'admin');
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
    await expectAccessibleEverywhere(page, `${path} loading`);
    isHolding = false;
    for (const route of held) await route.abort('failed');
    await expect(page.getByText(failed).first()).toBeVisible();
    await expectAccessibleEverywhere(page, `${path} failed`);
  });
}
