/** Counts the clicks and keys that a job takes, and holds them to their limits. */
import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

type Effort = { clicks: number; keys: number };
type Row = { job: string; clicks: string; keys: string };

const rows: Row[] = [];

/**
 * Counts in the browser what it reports as done by a person: presses of a pointer or finger, and keys
 * but those held with others. A step that fills a field in without keys is counted as if it had typed,
 * and a choice in a native list, which opens outside of the page, as two presses.
 */
function countInBrowser(): void {
  const add = (name: keyof Effort, more: number) =>
    sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name)) + more));
  let isKeyDown = false;
  const on = { capture: true };
  addEventListener('pointerdown', ({ isTrusted }) => isTrusted && add('clicks', 1), on);
  addEventListener('keyup', () => (isKeyDown = false), on);
  addEventListener(
    'keydown',
    ({ isTrusted, key }) => {
      if (!isTrusted || ['Control', 'Meta', 'Shift', 'Alt'].includes(key)) return;
      isKeyDown = true;
      add('keys', 1);
    },
    on,
  );
  addEventListener(
    'input',
    (event) => {
      if (isKeyDown) return;
      if (event.target instanceof HTMLSelectElement) add('clicks', 2);
      else if (event instanceof InputEvent) add('keys', event.data?.length ?? 1);
    },
    on,
  );
}

const readEffort = (page: Page): Promise<Effort> =>
  page.evaluate(() => ({
    clicks: Number(sessionStorage.getItem('clicks')),
    keys: Number(sessionStorage.getItem('keys')),
  }));

/** Before the page is opened. */
export const countEffort = (page: Page) => page.addInitScript(countInBrowser);

/** Does the job on the page that is open and expects it to take at most so much. */
export async function doJob(
  page: Page,
  job: string,
  { clicks: maxClicks, keys: maxKeys = 0 }: { clicks: number; keys?: number },
  steps: () => Promise<void>,
): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await steps();
  const { clicks, keys } = await readEffort(page);
  const row = { job, clicks: `${clicks} of ${maxClicks}`, keys: `${keys} of ${maxKeys}` };
  rows.push(row);
  test.info().annotations.push({
    type: 'effort',
    description: `${job}: ${row.clicks} clicks, ${row.keys} keys`,
  });
  expect.soft(clicks, `clicks: ${job}`).toBeLessThanOrEqual(maxClicks);
  expect.soft(keys, `keys: ${job}`).toBeLessThanOrEqual(maxKeys);
}

/** Prints what has been counted in this worker. */
export function printEfforts(): void {
  const lines = rows.map(
    ({ job, clicks, keys }) => `${job.padEnd(40)} ${clicks.padEnd(8)} clicks, ${keys} keys\n`,
  );
  process.stdout.write(`\n${lines.join('')}`);
}
