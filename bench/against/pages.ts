/** What members feel, of two builds by turns in one browser: cold and second visits, presses, bytes. */
import { type Browser, chromium, type Page } from '@playwright/test';
import type { HubProcess } from '#app/testing/hub-process.ts';
import { addBusyMonth, pressCalendar } from '../calendar-presses.ts';
import {
  addExpenses,
  blockedMilliseconds,
  type Device,
  type Measurements,
  openExpenses,
  readMeasurements,
  withPage,
} from '../expenses-page.ts';
import { visit } from '../first-load.ts';
import { addSharedEvenings, pressExpenses } from '../next-paint.ts';
import { openWatchedPage, type Press, recordPresses } from '../presses.ts';
import { byTurns, type Figures, merge, type Sides } from './turns.ts';

/** Other screens, and what their first true content is. */
const screens: readonly (readonly [name: string, path: string, content: string])[] = [
  ['Home', '/', 'main [aria-labelledby] li'],
  [
    'calendar',
    '/calendar?layout=month',
    '[role="gridcell"] button:is([aria-label$="1 event"], [aria-label$="2 events"], [aria-label$="3 events"])',
  ],
  ['members', '/members', '[aria-label="Members"] li'],
  ['wallets', '/wallets', '[aria-label="Wallets"] :is(tbody tr, li)'],
];

/** Sizes, and the times of `visits` cold and second visits of each side. */
export function compareVisits(hubs: Sides<HubProcess>, visits: number): Promise<Figures> {
  return withBrowser(async (browser) => {
    const figures: Figures = new Map();
    await prepare(browser, hubs);
    await byTurns(hubs, 1, async ({ url }, side) => {
      merge(figures, side, await measureSizes(browser, url));
    });
    // The first of each warms up the server, its database and the browser.
    await byTurns(hubs, 1 + visits, async ({ url }, side, turn) => {
      const visited = new Map<string, number>();
      for (const device of ['desktop', 'phone'] as const) {
        for (const [name, figure] of await visitTwice(browser, url, device)) {
          visited.set(name, figure);
        }
      }
      for (const screen of screens) visited.set(...(await visitScreen(browser, url, screen)));
      if (turn > 0) merge(figures, side, visited);
      process.stderr.write(`  ${side}: visits ${turn} of ${visits}\n`);
    });
    return figures;
  });
}

/** From presses to the next paint, `rounds` times each. */
export function comparePresses(hubs: Sides<HubProcess>, rounds: number): Promise<Figures> {
  return withBrowser(async (browser) => {
    const figures: Figures = new Map();
    const pressed = await prepare(browser, hubs);
    await byTurns(pressed, 1 + rounds, async (page, side, turn) => {
      const times = await pressEverything(page);
      if (turn > 0) merge(figures, side, times);
      process.stderr.write(`  ${side}: presses ${turn} of ${rounds}\n`);
    });
    return figures;
  });
}

async function withBrowser<T>(act: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    ...(process.env.HUB_CHROMIUM ? { executablePath: process.env.HUB_CHROMIUM } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

/** The same data on both sides; the page that presses them stays open. */
async function prepare(browser: Browser, hubs: Sides<HubProcess>): Promise<Sides<Page>> {
  const open = async ({ url }: HubProcess) => {
    await addExpenses(browser, url);
    const page = await openWatchedPage(browser, url);
    await addSharedEvenings(page);
    await addBusyMonth(page);
    return page;
  };
  return { this: await open(hubs.this), other: await open(hubs.other) };
}

async function visitTwice(browser: Browser, url: string, device: Device) {
  return withPage(browser, url, device, async (page) => {
    const cold = await openExpenses(page);
    const second = await openExpenses(page);
    const where = device === 'phone' ? 'expenses, slow phone' : 'expenses, desktop';
    const named = (measured: Measurements, kind: string): [string, number][] => [
      [`${where}, ${kind}: list visible, ms`, measured.listAt],
      [`${where}, ${kind}: first paint, ms`, measured.firstPaintAt],
      [`${where}, ${kind}: largest paint, ms`, measured.largestPaintAt],
      [`${where}, ${kind}: blocked, ms`, blockedMilliseconds(measured)],
      [`${where}, ${kind}: layout shift, ‰`, measured.shift * 1_000],
    ];
    return [...named(cold, 'cold'), ...named(second, 'second visit')];
  });
}

async function visitScreen(
  browser: Browser,
  url: string,
  [name, path, content]: (typeof screens)[number],
): Promise<[string, number]> {
  return withPage(browser, url, 'phone', async (page) => {
    await page.addInitScript((wanted) => {
      (globalThis as unknown as { wantedContent: string }).wantedContent = wanted;
    }, content);
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(content).first().waitFor();
    await page.waitForTimeout(500);
    return [`${name}, slow phone, cold: first content, ms`, (await readMeasurements(page)).listAt];
  });
}

async function measureSizes(browser: Browser, url: string): Promise<Map<string, number>> {
  const home = await visit(browser, url, '/', 'member');
  const { requests } = await visit(browser, url, '/expenses', 'member');
  const kilobytes = [...home.scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1_000;
  return new Map([
    ['JavaScript of the first load, KB', kilobytes],
    ['requests of /expenses, cold', requests.length],
    ['a list page of 200 members, not compressed, KB', await measureList(browser, url)],
  ]);
}

async function measureList(browser: Browser, url: string): Promise<number> {
  return withPage(browser, url, 'desktop', async (page) => {
    const list = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/api/expenses');
    await page.goto('/expenses');
    return (await (await list).body()).length / 1_000;
  });
}

/** The slowest press of each screen, and the longest task in between. */
async function pressEverything(page: Page): Promise<Map<string, number>> {
  const slowest = new Map<string, number>();
  const record = async (name: string, pressAll: (press: Press) => Promise<void>) => {
    const times = [...(await recordPresses(page, pressAll))];
    slowest.set(`${name}: slowest press, ms`, Math.max(...times.flatMap(([, each]) => each)));
    for (const [what, each] of times) slowest.set(`  ${name}, ${what}, ms`, Math.max(...each));
    const { tasks } = await readMeasurements(page);
    const longest = Math.max(0, ...tasks.map(({ duration }) => duration));
    slowest.set(`${name}: longest task, ms`, longest);
  };
  await record('list', (press) => pressExpenses(page, 'list', press));
  await record('by member', (press) => pressExpenses(page, 'members', press));
  await record('calendar', (press) => pressCalendar(page, press));
  return slowest;
}
