/**
 * From a press to the next paint on the expenses screen of a chapter with 200 members, of whom everyone
 * is in on the newest expenses, as a list and by member, and on the calendar, in desktop Chromium.
 */
import { chromium, type Page } from '@playwright/test';
import { startHub, stop } from '#app/testing/hub-process.ts';
import { measureCalendar } from './calendar-presses.ts';
import type { Claim, ClaimGroup } from './claim.ts';
import { measurePresses, openWatchedPage, type Press } from './presses.ts';

const memberCount = 200;
const sharedExpenses = 90;
const rounds = 5;

const views = { list: 'List', members: 'By Member' } as const;
export type View = keyof typeof views;

export const nextPaint: ClaimGroup = {
  name: 'next-paint',
  async measure({ demoFolder }) {
    const hub = await startHub(await demoFolder(), ['--demo']);
    const browser = await chromium.launch({
      ...(process.env.HUB_CHROMIUM ? { executablePath: process.env.HUB_CHROMIUM } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    try {
      const page = await openWatchedPage(browser, hub.url);
      await addSharedEvenings(page);
      return [
        await measureView(page, 'list'),
        await measureView(page, 'members'),
        await measureCalendar(page),
      ];
    } finally {
      await browser.close();
      await stop(hub);
    }
  },
};

async function measureView(page: Page, view: View): Promise<Claim> {
  const name = `expenses ${view === 'list' ? 'as a list' : 'by member'}, ${memberCount} members`;
  return measurePresses(page, name, async (press) => {
    for (let round = 0; round < rounds; round += 1) await pressExpenses(page, view, press);
  });
}

/** By the other view first, so that its own is switched to. */
export async function pressExpenses(page: Page, view: View, press: Press): Promise<void> {
  const other = view === 'list' ? 'members' : 'list';
  const table = page.getByRole('table', { name: 'Expenses' });
  await page.goto(`/expenses?view=${other}`);
  await table.waitFor();
  const choice = page.locator('label', { hasText: new RegExp(`^${views[view]}$`) });
  await press(
    'switching to it',
    () => choice.click(),
    () => page.waitForURL(new RegExp(`view=${view}`)),
  );
  await page.getByRole('link', { name: 'Wallets', exact: true }).first().click();
  await page.waitForURL(/wallets/);
  const link = page.getByRole('link', { name: 'Expenses', exact: true }).first();
  await link.hover();
  await press(
    'opening the screen',
    () => link.click(),
    () => table.waitFor(),
  );
  const next = page.getByRole('button', { name: 'Next' }).last();
  await next.hover();
  await press(
    'the next page',
    () => next.click(),
    () => page.waitForURL(/page=2/),
  );
  const total = table.getByRole('button', { name: 'Total', exact: true });
  await press(
    'sorting',
    () => total.click(),
    () => page.waitForURL(/sort=total/),
  );
  const title = table.getByRole('rowheader').getByRole('button').first();
  await press(
    'opening a panel',
    () => title.click(),
    () => page.waitForURL(/expense=/),
  );
}

/** Members until there are 200, and expenses that all of them share. */
export async function addSharedEvenings(page: Page): Promise<void> {
  const data = { email: 'admin@demo.test', password: 'demo-harbor-2026' };
  const signedIn = await page.request.post('/api/auth/sign-in', { data });
  if (!signedIn.ok()) throw new Error(`signing in returned ${signedIn.status()}`);
  const tokenReply = await page.request.post('/api/auth/token');
  const { token } = (await tokenReply.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const post = async (path: string, body: object) => {
    const reply = await page.request.post(path, { headers, data: body });
    if (!reply.ok()) throw new Error(`${path} returned ${reply.status()}`);
  };
  const readMembers = async () => {
    const reply = await page.request.get('/api/users', { headers });
    return ((await reply.json()) as { items: { id: string }[] }).items;
  };
  const { length } = await readMembers();
  const added = Array.from({ length: Math.max(0, memberCount - length) }, (_, n) => n);
  const lines = added.map((n) => `First${n},Last${n},next-paint-${n}@demo.test`);
  if (lines.length > 0) {
    const text = ['First Name,Last Name,Email', ...lines].join('\n');
    await post('/api/members/import', { text, isDryRun: false });
  }
  const everyone = (await readMembers()).slice(0, memberCount).map(({ id }) => id);
  const now = Temporal.Now.instant();
  for (let n = 0; n < sharedExpenses; n += 1) {
    await post('/api/expenses', {
      title: `Shared evening ${n}`,
      amount: 1_000 + n,
      expenseDate: now.subtract({ hours: n }).toString(),
      participants: everyone,
      paidBy: everyone[n % everyone.length],
    });
  }
}
