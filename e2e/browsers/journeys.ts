/** The main jobs and every screen, in each browser that drives by its own protocol. */
import type { Page } from './page.ts';
import { expect, test } from './test.ts';

type Sign = 'member' | 'treasurer' | 'admin';
const password = 'demo-harbor-2026';

/** Signed in without the dialog, for journeys about something else; from a page without scripts. */
async function signInQuickly(page: Page, as: Sign): Promise<void> {
  await page.open('/favicon.svg');
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch('/api/auth/sign-in', {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return reply.status;
    },
    { email: `${as}@demo.test`, password },
  );
  expect(status).toBe(200);
}

const unique = (words: string) => `${words} ${crypto.randomUUID().slice(0, 8)}`;

test('a member signs in and out', async ({ here: page }) => {
  await page.open('/');
  await page.the('button', 'Sign In to Continue').press();
  const dialog = page.the('dialog', 'Sign in');
  await dialog.the('field', /mail/).fill('member@demo.test');
  await dialog.the('field', 'Password').fill(password);
  await dialog.the('button', /^Sign in$/i).press();
  await page.the('navigation', 'Main').appears();
  await page.shows('Quick Actions');
  await page.the('button', /^Account menu for/).press();
  await page.the('menuitem', 'Sign out').press();
  await page.the('button', 'Sign In to Continue').appears();
  await page.the('navigation', 'Main').disappears();
});

test('a member logs an expense and settles it', async ({ here: page }) => {
  await signInQuickly(page, 'member');
  const title = unique('Tacos');
  await page.open(`/expenses?searchTerm=${encodeURIComponent(title)}`);
  await page.the('button', 'Add Expense').press();
  const adding = page.the('dialog', 'Create New Expense');
  await adding.the('field', /^Title/).fill(title);
  await adding.the('field', /^Amount/).fill('90.00');
  await adding.the('field', /^Paid By/).choose('Maya Chen');
  await adding.the('checkbox', /^Diego Alvarez/).press();
  await adding.the('checkbox', /^Priya Raman/).press();
  await adding.the('button', 'Create Expense').press();
  await page.shows('Expense created successfully!');
  await adding.disappears();

  await page.the('row', title).shows('$90.00');
  await page.the('button', title).press();
  await page.shows(/Owes \$\d+\.\d\d/);
  await page.the('button', 'Settle Expense').press();
  await page.the('alertdialog', 'Settle Expense').the('button', 'Settle Expense').press();
  await page.shows('Expense settled successfully');
  await page.the('row', title).shows('settled');
});

test('a treasurer adds a transaction', async ({ here: page }) => {
  await signInQuickly(page, 'treasurer');
  await page.open('/wallets?search=Priya');
  await page.the('region', 'Wallets').the('link', 'USD').press();
  await page.the('button', 'Add Transaction').press();
  const description = unique('Guest tickets');
  const adding = page.the('dialog', 'Add Transaction');
  await adding.the('field', /^Transaction Type/).choose('redit');
  await adding.the('field', /^Amount/).fill('12.50');
  await adding.the('field', /^Description/).fill(description);
  await adding.the('button', 'Add Transaction').press();
  await page.shows('Transaction added successfully');
  await page.the('row', description).shows('+$12.50');
});

test('a member creates an event and says they come', async ({ here: page }) => {
  await signInQuickly(page, 'member');
  await page.open('/calendar?create=2033-05-11');
  const title = unique('Harbor walk');
  const creating = page.the('dialog', 'Create New Event');
  await creating.the('field', /^Title/).fill(title);
  await creating.the('field', /^Location/).fill('Pier 4');
  await creating.the('button', 'Create Event').press();
  await page.shows('Event created successfully!');
  await creating.disappears();

  await page.open(`/events?search=${encodeURIComponent(title)}`);
  const card = page.the('article', title);
  await card.shows('0 attending');
  await card.the('button', 'RSVP Now').press();
  await card.the('status', 'Going').appears();
  await card.shows('1 attending');
});

test('a member finds another in the directory', async ({ here: page }) => {
  await signInQuickly(page, 'member');
  await page.open('/members');
  await page.shows('Aisha Khan');
  await page.the('field', /search/i).fill('priya');
  await page.shows('1 member found');
  await page.the('link', 'Priya Raman').press();
  await page.the('heading', 'Priya Raman').appears();
});

test('every screen comes up', async ({ here: page }) => {
  await signInQuickly(page, 'admin');
  for (const [path, words] of [
    ['/', 'Quick Actions'],
    ['/calendar', 'Event Calendar'],
    ['/calendar?view=overview', 'Overview'],
    ['/events', 'Upcoming Events'],
    ['/expenses?page=2', /Page 2 of/],
    ['/expenses?panel=settle-up', /Settle up/i],
    ['/wallets', /Showing \d+ of/],
    ['/members', 'Aisha Khan'],
    ['/members?dialog=invite', 'Invite Members'],
    ['/resources', 'Chapter Documents'],
    ['/settings', 'Change Password'],
    ['/settings/chapter', /time zone/i],
    ['/audit', 'Maya Chen'],
    ['/chapters', 'San Diego'],
    ['/nowhere', 'Oops! Page not found'],
    ['/reset', 'Choose a new password'],
  ] as const) {
    await test.step(path, async () => {
      await page.open(path);
      await page.shows(words);
      await page.the('heading').appears();
    });
  }
});

test('the column heads of a long table stay in sight', async ({ here: page }) => {
  await signInQuickly(page, 'member');
  for (const [path, name] of [
    ['/expenses', 'Expenses'],
    ['/wallets', 'Wallets'],
  ] as const) {
    await page.open(path);
    await page.shows(/Showing 40 of/);
    const seen = await page.evaluate((name) => {
      const area = document.querySelector(`section[aria-label='${name}']`);
      const row = area?.querySelectorAll('tbody tr')[30];
      row?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      area?.scrollBy({ left: 300, behavior: 'instant' });
      const box = (element: Element | null | undefined) => {
        const { top, bottom, left, right } = element?.getBoundingClientRect() ?? new DOMRect();
        return { top, bottom, left, right };
      };
      return {
        header: box(document.querySelector('header')),
        area: box(area),
        head: box(area?.querySelector('thead th')),
        firstCell: box(row?.querySelector('th, td')),
        actions: box(row?.lastElementChild),
        row: box(row),
        height: innerHeight,
      };
    }, name);
    // Below the page's header, above the row, at the left and the right end of the table's area.
    expect(seen.head.top).toBeGreaterThanOrEqual(seen.header.bottom - 1);
    expect(seen.head.bottom).toBeLessThanOrEqual(seen.row.top + 1);
    expect(seen.row.top).toBeLessThan(seen.height);
    expect(seen.firstCell.left).toBeCloseTo(seen.area.left, 0);
    expect(seen.head.left).toBeCloseTo(seen.area.left, 0);
    expect(seen.actions.right).toBeGreaterThan(seen.area.right - 30);
  }
});

test('the filters of the expenses stand in one row', async ({ here: page }) => {
  await signInQuickly(page, 'member');
  await page.open('/expenses');
  await page.the('field', 'To').appears();
  const tops = await page.evaluate(() => {
    const fields = document.querySelectorAll('search select, search input[type=date]');
    const shown = [...fields].slice(1).filter((field) => field.checkVisibility());
    return shown.map((field) => Math.round(field.getBoundingClientRect().top));
  }, null);
  expect(tops).toHaveLength(6);
  expect(new Set(tops).size).toBe(1);
});

test('the browser is not told to be too old', async ({ here: page }) => {
  await page.open('/');
  await page.the('button', 'Sign In to Continue').appears();
  const isTold = await page.evaluate(
    () => document.querySelector('.too-old')?.checkVisibility(),
    null,
  );
  expect(isTold).toBe(false);
});
