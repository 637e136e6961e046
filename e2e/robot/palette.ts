/** Presses everything that the palette offers: commands, and records of each kind that it finds. */
import type { Page } from '@playwright/test';
import { expect } from '../journey.ts';
import type { Control } from './page-controls.ts';

/** What is typed to find something of each kind. */
const searches: readonly (readonly [kind: string, typed: string])[] = [
  ['Commands', 'set'],
  ['People', 'Robot'],
  ['Events', 'walk'],
  ['Expenses', 'dinner'],
  ['Wallets', 'wallet'],
];

/** Where no command leads, and nothing is open. */
export const besidePalette = '/members?q=Robo';

/** Calls `press` with each option while the palette shows it, and with at most `maxRecords` of a kind. */
export async function pressPalette(
  page: Page,
  maxRecords: number,
  visit: (address: string) => Promise<unknown>,
  press: (option: Control) => Promise<void>,
): Promise<void> {
  async function open(kind: string, typed: string): Promise<Control[]> {
    await visit(besidePalette);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and Commands' }).fill(typed);
    const results = page.getByRole('listbox', { name: 'Results' });
    await expect(results.getByRole('group', { name: kind })).toBeVisible();
    // Searches that end one after the other render the results again.
    let options: Control[] = [];
    await expect
      .poll(async () => {
        const before = listKeys(options);
        const all = await page.evaluate(() => globalThis.pageRobot.list());
        options = all.filter(({ group }) => group === kind);
        return options.length > 0 && listKeys(options) === before;
      })
      .toBe(true);
    return options;
  }
  async function pressAll(kind: string, typed: string, max: number): Promise<void> {
    for (let at = 0, count = 1; at < count; at += 1) {
      const options = await open(kind, typed);
      count = Math.min(options.length, max);
      const option = options[at];
      if (option) await press(option);
    }
  }
  await pressAll('Quick Actions', '', Number.POSITIVE_INFINITY);
  await pressAll('Pages', '', Number.POSITIVE_INFINITY);
  for (const [kind, typed] of searches) await pressAll(kind, typed, maxRecords);
}

const listKeys = (options: readonly Control[]): string => options.map(({ key }) => key).join();
