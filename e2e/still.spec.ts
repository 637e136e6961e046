/** Nothing moves while a screen loads slowly and for the first time. */
import type { Browser } from '@playwright/test';
import { makeEvent } from './calendar.ts';
import { addOverride, makeExpense } from './expenses.ts';
import { expect, readApi, signInQuickly, test } from './journey.ts';
import { unique } from './wallets.ts';

const maxShift = 0.02;
const apiDelayMilliseconds = 400;

/** Chromium's cumulative layout shift until the screen shows `text` and has been quiet for a while. */
async function measureShift(
  browser: Browser,
  { path, width, text }: { path: string; width: number; text: string },
): Promise<number> {
  // Each has a browser cache of its own.
  const context = await browser.newContext({ viewport: { width, height: 844 } });
  const page = await context.newPage();
  await signInQuickly(page, 'admin');
  await page.route(/\/api\//, async (route) => {
    await new Promise((passed) => setTimeout(passed, apiDelayMilliseconds));
    await route.continue().catch(() => undefined);
  });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as never)['value']);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await page.waitForTimeout(2 * apiDelayMilliseconds);
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  await context.close();
  return shift;
}

test('nothing moves while a screen loads, also with a panel, on a slow connection', async ({
  browser,
  page,
}) => {
  await signInQuickly(page, 'admin');
  await page.goto('/resources');
  const { year } = Temporal.Now.plainDateISO();
  const { id: eventId } = await makeEvent(page, { title: unique('Sea'), day: `${year}-01-02` });
  const short = await makeExpense(page, {
    title: unique('Taxi'),
    amount: 20,
    people: ['Maya Chen'],
  });
  const people = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];
  const long = await makeExpense(page, {
    title: unique('Picnic'),
    amount: 90,
    people,
    category: 'Entertainment',
    description: 'By the sea\nBring a friend',
    eventId,
  });
  await addOverride(page, long, { amount: 12, label: 'Drinks', names: people.slice(1) });
  const { items: users } = await readApi<{ items: { id: string }[] }>(page, '/users');
  const cases = [
    { path: '/events', width: 1280, text: 'Total RSVPs' },
    // Those of last year and before, so that no other journey adds a row in the meantime.
    ...[short, long].map(({ id }) => ({
      path: `/expenses?view=list&to=${year - 1}-12-31&expense=${id}`,
      width: 1280,
      text: 'Member Breakdown',
    })),
    { path: '/settings', width: 1280, text: 'This device' },
    { path: '/chapters', width: 390, text: 'Of all chapters, with everything they hold' },
    { path: '/settings/chapter', width: 390, text: 'Smallest Payment *' },
    { path: '/settings/payments', width: 390, text: 'Account Holder *' },
    { path: '/settings/events', width: 390, text: 'Set as Main Calendar' },
    { path: '/wallets', width: 390, text: 'All Wallets' },
    { path: `/members/${users[0]?.id}`, width: 390, text: 'Member since' },
  ];
  for (const one of cases) {
    expect.soft(await measureShift(browser, one), one.path).toBeLessThanOrEqual(maxShift);
  }
});
