/** The main journeys and every screen, in browsers other than Chromium. */
import type { Page } from './page.ts';
import { expect, test } from './test.ts';

type Role = 'member' | 'treasurer' | 'admin';
const password = 'demo-harbor-2026';

/** Signs in without the dialog, from a page without scripts, for journeys about something else. */
async function signInQuickly(page: Page, as: Role): Promise<void> {
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

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`;

test('a member signs in and out', async ({ browserPage: page }) => {
  await page.open('/');
  await page.find('button', 'Sign In to Continue').click();
  const dialog = page.find('dialog', 'Sign in');
  await dialog.find('field', /mail/).fill('member@demo.test');
  await dialog.find('field', 'Password').fill(password);
  await dialog.find('button', /^Sign in$/i).click();
  await page.find('navigation', 'Main').waitUntilVisible();
  await page.waitForText('Quick Actions');
  await page.find('button', /^Account menu for/).click();
  await page.find('menuitem', 'Sign out').click();
  await page.find('button', 'Sign In to Continue').waitUntilVisible();
  await page.find('navigation', 'Main').waitUntilHidden();
});

test('a member logs an expense and settles it', async ({ browserPage: page }, { project }) => {
  await signInQuickly(page, 'member');
  const title = unique('Tacos');
  // Alike in two browsers, the form would ask whether the second is the same expense.
  const amount = project.name === 'Firefox' ? '90.00' : '91.00';
  await page.open(`/expenses?searchTerm=${encodeURIComponent(title)}`);
  await page.find('button', 'Add Expense').click();
  const adding = page.find('dialog', 'Create New Expense');
  await adding.find('field', /^Title/).fill(title);
  await adding.find('field', /^Amount/).fill(amount);
  for (const name of ['Diego Alvarez', 'Priya Raman']) {
    await adding.find('field', /^Participants/).fill(name);
    await page.find('option', name).click();
    await adding.find('button', `Remove ${name}`).waitUntilVisible();
  }
  await page.pressEscape(); // closes the list of people, which stays open for the next one
  await adding.find('button', 'Create Expense').click();
  await page.waitForText('Expense created successfully!');
  await adding.waitUntilHidden();

  await page.find('row', title).waitForText(`$${amount}`);
  await page.find('button', title).click();
  await page.waitForText(/Owes \$\d+\.\d\d/);
  await page.find('button', 'Settle Expense').click();
  const settling = page.find('alertdialog', 'Settle Expense');
  await settling.find('button', 'Settle Expense').click();
  await page.waitForText('Expense settled successfully');
  await page.find('row', title).waitForText('settled');
});

test('a treasurer adds a transaction', async ({ browserPage: page }) => {
  await signInQuickly(page, 'treasurer');
  await page.open('/wallets?search=Priya');
  await page.find('region', 'Wallets').find('link', 'USD').click();
  await page.find('button', 'Add Transaction').click();
  const description = unique('Guest tickets');
  const adding = page.find('dialog', 'Add Transaction');
  await adding.find('field', /^Transaction Type/).choose('redit');
  await adding.find('field', /^Amount/).fill('12.50');
  await adding.find('field', /^Description/).fill(description);
  await adding.find('button', 'Add Transaction').click();
  await page.waitForText('Transaction added successfully');
  await page.find('row', description).waitForText('+$12.50');
});

test('a member creates an event and RSVPs', async ({ browserPage: page }) => {
  await signInQuickly(page, 'member');
  await page.open('/calendar?create=2033-05-11');
  const title = unique('Harbor walk');
  const creating = page.find('dialog', 'Create New Event');
  await creating.find('field', /^Title/).fill(title);
  await creating.find('field', /^Location/).fill('Pier 4');
  await creating.find('button', 'Create Event').click();
  await page.waitForText('Event created successfully!');
  await creating.waitUntilHidden();

  await page.open(`/events?search=${encodeURIComponent(title)}`);
  const card = page.find('article', title);
  await card.waitForText('0 attending');
  await card.find('button', 'RSVP Now').click();
  await card.find('status', 'Going').waitUntilVisible();
  await card.waitForText('1 attending');
});

test('a member finds another in the directory', async ({ browserPage: page }) => {
  await signInQuickly(page, 'member');
  await page.open('/members');
  await page.waitForText('Aisha Khan');
  await page.find('field', /search/i).fill('priya');
  await page.waitForText('1 member found');
  await page.find('link', 'Priya Raman').click();
  await page.find('heading', 'Priya Raman').waitUntilVisible();
});

test('every screen loads', async ({ browserPage: page }) => {
  await signInQuickly(page, 'admin');
  for (const [path, text] of [
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
    ['/settings/payments', 'Save How to Pay'],
    ['/settings/events', 'Set as Main Calendar'],
    ['/audit', 'Maya Chen'],
    ['/chapters', 'San Diego'],
    ['/nowhere', 'Oops! Page not found'],
    ['/reset', 'Choose a new password'],
  ] as const) {
    await test.step(path, async () => {
      await page.open(path);
      await page.waitForText(text);
      await page.find('heading').waitUntilVisible();
    });
  }
});

test('the column headers of a long table stay visible', async ({ browserPage: page }) => {
  await signInQuickly(page, 'member');
  for (const [path, name] of [
    ['/expenses?view=members', 'Expenses'],
    ['/wallets', 'Wallets'],
  ] as const) {
    await page.open(path);
    await page.waitForText(/Showing 40 of/);
    // Rows beyond the screen follow the visible ones.
    const countRows = (label: string) =>
      document.querySelectorAll(`section[aria-label='${label}'] tbody tr`).length;
    await expect.poll(() => page.evaluate(countRows, name)).toBe(40);
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
    // The headers stick below the page header; the first and last columns stick at the sides.
    expect(seen.head.top).toBeGreaterThanOrEqual(seen.header.bottom - 1);
    expect(seen.head.bottom).toBeLessThanOrEqual(seen.row.top + 1);
    expect(seen.row.top).toBeLessThan(seen.height);
    expect(seen.firstCell.left).toBeCloseTo(seen.area.left, 0);
    expect(seen.head.left).toBeCloseTo(seen.area.left, 0);
    expect(seen.actions.right).toBeGreaterThan(seen.area.right - 30);
  }
});

test('the expense filters fit in one row', async ({ browserPage: page }) => {
  await signInQuickly(page, 'member');
  await page.open('/expenses');
  await page.find('field', 'To').waitUntilVisible();
  const tops = await page.evaluate(() => {
    const fields = document.querySelectorAll('search select, search input[type=date]');
    // The order and the receipts stand beside the search.
    const shown = [...fields].slice(2).filter((field) => field.checkVisibility());
    return shown.map((field) => Math.round(field.getBoundingClientRect().top));
  }, null);
  expect(tops).toHaveLength(7);
  expect(new Set(tops).size).toBe(1);
});

test('the browser is not reported as too old', async ({ browserPage: page }) => {
  await page.open('/');
  await page.find('button', 'Sign In to Continue').waitUntilVisible();
  const isReported = await page.evaluate(
    () => document.querySelector('.too-old')?.checkVisibility(),
    null,
  );
  expect(isReported).toBe(false);
});
