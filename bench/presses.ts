/** Measures in a page the time from each kind of press to the next paint. */
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { type Claim, median, withinBudget } from './claim.ts';

/** What people perceive as immediate. */
const paintMilliseconds = 100;
/** Shorter ones are not reported by browsers. */
const shortestReported = 16;

export async function openWatchedPage(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1280, height: 900 } });
  const script = fileURLToPath(new URL('./watch-page.js', import.meta.url));
  await page.addInitScript({ path: script });
  return page;
}

export type Press = (
  what: string,
  act: () => Promise<void>,
  isDone: () => Promise<unknown>,
) => Promise<void>;

/** The times of each kind of press, in milliseconds. */
export type PressTimes = Map<string, number[]>;

export async function recordPresses(
  page: Page,
  pressAll: (press: Press) => Promise<void>,
  times: PressTimes = new Map(),
): Promise<PressTimes> {
  await pressAll(async (what, act, isDone) => {
    await page.waitForLoadState('networkidle');
    const { length } = await readPresses(page);
    await act();
    await isDone();
    await page.waitForTimeout(500);
    const presses = (await readPresses(page)).slice(length);
    times.set(what, [...(times.get(what) ?? []), Math.max(shortestReported, ...presses)]);
  });
  return times;
}

/** The slowest kind of press, by the median of its rounds. */
export async function measurePresses(
  page: Page,
  name: string,
  pressAll: (press: Press) => Promise<void>,
): Promise<Claim> {
  const times = await recordPresses(page, pressAll);
  const medians = [...times].map(([what, each]) => [what, median(each)] as const);
  return withinBudget(
    `${name}: slowest press to the next paint`,
    Math.max(...medians.map(([, time]) => time)),
    paintMilliseconds,
    'ms',
    medians.map(
      ([what, time]) => `${what}: ${time.toFixed(0)} of ${times.get(what)?.join(', ')} ms`,
    ),
  );
}

const readPresses = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { watched: { presses: number[] } }).watched.presses,
  );
