/** Where the system chooses the colors, as with Windows' contrast themes, nothing is shown by color alone. */
import type { Locator } from '@playwright/test';
import { dayButton } from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';

test.use({ contextOptions: { forcedColors: 'active' } });

const isOutlined = (control: Locator) =>
  control.evaluate((element) => getComputedStyle(element).outlineStyle !== 'none');

test('in forced colors, Home shows its bars and where one is', async ({ page }) => {
  await signInQuickly(page, 'admin');
  await page.goto('/');
  const months = page.getByRole('link', { name: /^[A-Z][a-z]+ \d{4}: / });
  await expect(months).toHaveCount(12);
  const bars = await months.evaluateAll((links) =>
    links.map((link) => {
      const bar = link.querySelector('span > span');
      return bar && getComputedStyle(bar).backgroundColor;
    }),
  );
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(bars).not.toContain(canvas);
  // The month of the figure above differs from the others.
  expect(new Set(bars).size).toBe(2);

  const places = page.getByRole('navigation', { name: 'Main' });
  expect(await isOutlined(places.getByRole('link', { name: 'Home' }))).toBe(true);
  expect(await isOutlined(places.getByRole('link', { name: 'Wallets' }))).toBe(false);
});

test('in forced colors, the calendar shows today, the layout and which calendars are on', async ({
  page,
}) => {
  await signInQuickly(page, 'admin');
  await page.goto('/calendar?layout=month');
  const today = page.locator('[role=gridcell] [aria-current=date]');
  await expect(today.locator('span').first()).toHaveCSS('outline-style', 'solid');
  const findLabel = (name: string) => page.locator('label', { hasText: name });
  expect(await isOutlined(findLabel('Month'))).toBe(true);
  expect(await isOutlined(findLabel('Agenda'))).toBe(false);
  await page.getByRole('switch', { name: 'Forums' }).uncheck();
  expect(await isOutlined(findLabel('Forums'))).toBe(false);
  expect(await isOutlined(findLabel('Learning'))).toBe(true);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/calendar?layout=month&month=2036-04&day=2036-04-16');
  const findNumber = (day: string) => dayButton(page, day).locator('span');
  await expect(findNumber('2036-04-16')).toHaveCSS('outline-style', 'dashed');
  await expect(findNumber('2036-04-17')).toHaveCSS('outline-style', 'none');
});
