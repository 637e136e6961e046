/**
 * Every screen looks as it is kept in e2e/look: decision 4. `npm run e2e -- look.spec.ts -u` keeps
 * how they look now.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test as journey, readApi, signInAnew } from './journey.ts';
import { compareLooks, formatLook, type Look, parseLook } from './look/compare-looks.ts';
import { fixedInstant, startFixedDayHub } from './look/fixed-day-hub.ts';
import { readLook } from './look/read-look.ts';

const test = journey.extend<object, { hubUrl: string }>({
  hubUrl: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const hub = await startFixedDayHub();
      await provide(hub.url);
      await hub.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ hubUrl }, provide) => provide(hubUrl),
});

const widths = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
] as const;
const themes = ['light', 'dark'] as const;

/** Each screen's address and the heading or text that says that it is loaded. */
async function listScreens(page: Page): Promise<Record<string, [path: string, text: string]>> {
  const { expenses } = await readApi<{ expenses: { items: { id: string }[] } }>(page, '/expenses');
  const { wallets } = await readApi<{ wallets: { items: { id: string }[] } }>(page, '/wallets');
  const { items: users } = await readApi<{ items: { id: string }[] }>(page, '/users');
  return {
    home: ['/', 'Your Shares by Month'],
    calendar: ['/calendar?layout=month', 'Morning coffee'],
    week: ['/calendar?layout=week', '8 AM'],
    agenda: ['/calendar?layout=agenda', 'Morning coffee'],
    overview: ['/calendar?view=overview', 'Pitch Night'],
    events: ['/events', 'Sunset sail'],
    'past-events': ['/events?when=past', 'Showing'],
    'create-event': ['/calendar?create=2026-11-20', 'Create Event'],
    expenses: ['/expenses?view=list', 'Show All 60'],
    'expenses-by-member': ['/expenses?view=members', 'Show All 60'],
    expense: [`/expenses?view=list&expense=${expenses.items[0]?.id}`, 'Member Breakdown'],
    'create-expense': ['/expenses?view=list&dialog=create', 'Create New Expense'],
    'settle-up': ['/expenses?view=list&panel=settle-up', 'This plan settles all balances'],
    'no-expenses': ['/expenses?view=list&searchTerm=nothing-like-this', 'No expenses found'],
    payments: ['/payments', 'Showing 40 of'],
    wallets: ['/wallets', 'Showing'],
    wallet: [`/wallets/${wallets.items[0]?.id}/transactions`, 'Transaction History'],
    members: ['/members', 'Aisha Khan'],
    member: [`/members/${users[0]?.id}`, 'Member since'],
    invite: ['/members?dialog=invite', 'No pending invitations.'],
    resources: ['/resources', 'Chapter Documents'],
    documents: ['/resources/documents', 'New member guide.pdf'],
    settings: ['/settings', 'This device'],
    chapter: ['/settings/chapter', 'Upload Logo'],
    'payment-settings': ['/settings/payments', 'Save How to Pay'],
    'event-settings': ['/settings/events', 'Set as Main Calendar'],
    audit: ['/audit', 'logged the expense'],
    chapters: ['/chapters', 'Backups are off.'],
    'not-found': ['/nowhere', 'Oops! Page not found'],
  };
}

async function readEverywhere(page: Page): Promise<Look> {
  const look: Look = {};
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await settle(page, theme);
      look[`${size.width} ${theme}`] = await readLook(page);
    }
  }
  return look;
}

/** Until the theme applies, nothing loads or moves, and two frames have been drawn. */
async function settle(page: Page, theme: string): Promise<void> {
  await page.locator(`html[data-theme=${theme}]`).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A shadow that follows the scrolling never ends.
    const isMoving = ({ timeline, playState }: Animation) =>
      timeline === document.timeline && playState === 'running';
    let stillFrames = 0;
    while (stillFrames < 2) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      stillFrames = document.getAnimations().some(isMoving) ? 0 : stillFrames + 1;
    }
  });
}

async function expectLook(page: Page, name: string, update: string): Promise<void> {
  const file = join(import.meta.dirname, 'look', `${name}.txt`);
  const seen = await readEverywhere(page);
  if (update === 'all' || update === 'changed') return writeFile(file, formatLook(seen));
  const kept = parseLook(await readFile(file, 'utf8'));
  expect.soft(compareLooks(kept, seen), `${name} differs from e2e/look/${name}.txt`).toEqual([]);
}

test('every screen looks as it is kept, on a phone and a desktop, in both themes', async ({
  page,
}, { config }) => {
  test.setTimeout(300_000);
  await page.clock.setFixedTime(fixedInstant);
  await page.goto('/');
  await expect(page.getByText('Demo: sign in as')).toBeVisible();
  await expectLook(page, 'sign-in', config.updateSnapshots);
  await signInAnew(page, 'admin');
  await page.goto('/resources');
  for (const [name, [path, text]] of Object.entries(await listScreens(page))) {
    await test.step(name, async () => {
      await page.setViewportSize(widths[0]);
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
      // Names of events and categories arrive after the rows that show them.
      await page.waitForLoadState('networkidle');
      await expectLook(page, name, config.updateSnapshots);
    });
  }
});

test('a card that moved by 4 px, another color and a missing border are noticed; other antialiasing is not', async ({
  page,
}) => {
  await page.setViewportSize(widths[0]);
  await page.clock.setFixedTime(fixedInstant);
  await signInAnew(page, 'admin');
  await page.goto('/settings');
  await expect(page.getByText('This device').first()).toBeVisible();
  await settle(page, 'light');
  const kept = { light: await readLook(page) };
  const seeWith = async (css: string) => {
    // The content security policy allows no style elements.
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, css);
    await settle(page, 'light');
    const differences = compareLooks(kept, { light: await readLook(page) });
    return differences;
  };
  expect(await seeWith('')).toEqual([]);
  expect(
    await seeWith('body { -webkit-font-smoothing: none } main { will-change: transform }'),
  ).toEqual([]);
  expect(await seeWith('main section { translate: 0 4px }')).not.toEqual([]);
  expect(await seeWith(':root { --primary-ink: #1d4ed9 !important }')).not.toEqual([]);
  expect(await seeWith('main section { border-width: 0 !important; padding: 21px }')).not.toEqual(
    [],
  );
  expect(await seeWith('main h1 { visibility: hidden }')).toEqual([
    'light: h1 Settings is missing',
  ]);
});
