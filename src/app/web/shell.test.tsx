/** The navigation, in which every page is within reach of a mouse at every width. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import type { AreaEntries, Page } from '#web/area.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { press } from '#web/testing/controls.ts';
import { open } from '#web/testing/open.tsx';
import { areas } from './areas.ts';

const pages = areas.flatMap(({ entries }: { entries: AreaEntries }) => entries.pages ?? []);
const listNames = (shown: readonly Page[]) =>
  ['Home', ...shown.map(({ label }) => label)].sort().join();
const bar = page.getByRole('navigation', { name: 'Main' });
const menu = page.getByRole('navigation', { name: 'All pages' });
const listShown = (navigation: typeof bar) =>
  navigation
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
    .sort()
    .join();

beforeEach(() => serveExpenses());

test('a wide bar has every page', async () => {
  await open('/expenses');
  await expect.poll(() => listShown(bar)).toBe(listNames(pages));
  await expect
    .element(bar.getByRole('link', { name: 'Expenses' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('button', { name: 'Open menu' })).not.toBeInTheDocument();
});

test.for([900, 360])('at %i px, the menu has those that the bar leaves out', async (width) => {
  await page.viewport(width, 740);
  await open('/expenses');
  await press(page, 'Open menu');
  await expect.poll(() => listShown(menu)).toBe(listNames(pages));
  await expectAccessible(menu);
  expect(listShown(bar)).toBe(
    width < 768 ? '' : listNames(pages.filter(({ partOf }) => partOf === undefined)),
  );
});
