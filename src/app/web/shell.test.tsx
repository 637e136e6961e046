/** The navigation, in which every page is within reach of a mouse at every width. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { press } from '#web/testing/controls.ts';
import { open } from '#web/testing/open.tsx';

const all = 'Home,Calendar,Events,Expenses,Payments,Dues,Wallets,Members,Resources';
const bar = page.getByRole('navigation', { name: 'Main' });
const menu = page.getByRole('navigation', { name: 'All pages' });
const listShown = (navigation: typeof bar) =>
  navigation
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)
    .join();

beforeEach(() => serveExpenses());

test('a wide bar has every page', async () => {
  await open('/expenses');
  await expect.poll(() => listShown(bar)).toBe(all);
  await expect
    .element(bar.getByRole('link', { name: 'Expenses' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByRole('button', { name: 'Open menu' })).not.toBeInTheDocument();
});

test.for([900, 360])('at %i px, the menu has those that the bar leaves out', async (width) => {
  await page.viewport(width, 740);
  await open('/expenses');
  await press(page, 'Open menu');
  await expect.poll(() => listShown(menu)).toBe(all);
  await expectAccessible(menu);
  expect(listShown(bar)).toBe(
    width < 768 ? '' : 'Home,Calendar,Expenses,Wallets,Members,Resources',
  );
});
