/** A new server: the setup link, an empty chapter, an invitation, and refused sign-ins. */
import { expectAccessible } from './axe.ts';
import { expect, test as journey, moveTo } from './journey.ts';
import { startHub } from './start-hub.ts';

/** A server can be set up only once, so every attempt gets a new one. */
const test = journey.extend<{ setUpLink: string }>({
  setUpLink: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, provide) => {
      const hub = await startHub();
      await provide(hub.setUpLink ?? '');
      await hub.stop();
    },
    { timeout: 240_000 },
  ],
});

const password = 'a long enough password';

test.use({ allowFailedRequests: true, timezoneId: 'Europe/Berlin' });

test('the first admin sets the chapter up, finds it empty, and invites someone who joins', async ({
  page,
  browser,
  setUpLink,
}) => {
  const base = new URL(setUpLink).origin;

  await page.goto(base);
  await expect(page.getByText('This server has no chapter yet.')).toBeVisible();
  await expect(page.getByText('Demo: sign in as')).toBeHidden();

  await page.goto(setUpLink);
  await expect(page.getByLabel('Chapter Name')).toHaveValue('San Diego');
  await expect(page.getByLabel('Time Zone')).toHaveValue('Europe/Berlin');
  await expectAccessible(page, 'set-up');
  await expect(page.getByRole('radio', { name: /^Restricted/ })).toBeChecked();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password *').fill(password);
  await page.getByRole('button', { name: 'Create Chapter' }).click();
  await expect(page.getByText('No upcoming events', { exact: true })).toBeVisible();
  const steps = page.getByRole('region', { name: 'First Steps' });
  await expect(steps).toContainText('0 of 6 done');
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible();

  await page.goto(`${base}/settings/chapter`);
  await expect(page.getByRole('radio', { name: /^Restricted/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Open/ })).toBeEnabled();
  await expectAccessible(page, 'settings of an empty chapter');
  for (const [path, text] of [
    ['/', 'No upcoming events'],
    ['/expenses', 'No expenses found'],
    ['/wallets', 'No wallets found'],
    ['/members', 'Ada Lovelace'],
    ['/calendar', 'Event Calendar'],
    ['/events', 'No upcoming events'],
  ] as const) {
    await moveTo(page, path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page, `${path} of an empty chapter`);
  }
  // No empty band where the totals will be.
  await page.goto(`${base}/wallets`);
  await expect(page.getByText('0 wallets', { exact: true })).toBeVisible();

  // No figure that no one entered.
  await page.goto(`${base}/expenses`);
  const bank = page.getByRole('region', { name: 'Bank Balance' });
  await expect(bank).toContainText('Not set');
  await bank.getByRole('button', { name: 'Set the Bank Balance' }).click();
  await expect(bank.getByLabel('New Balance')).toBeFocused();
  await page.keyboard.type('1234.5');
  await page.keyboard.press('Enter');
  await expect(bank).toContainText('$1,234.50');
  await page.goto(base);
  await expect(steps).toContainText('1 of 6 done');
  await expect(steps.getByRole('listitem').nth(2)).toHaveText('Set the bank balance (done)');
  await expectAccessible(page, 'first steps');

  await page.goto(`${base}/members?dialog=invite`);
  const dialog = page.getByRole('dialog', { name: 'Invite Members' });
  await dialog.getByLabel('Email').fill('grace@example.org');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await dialog.locator('code').innerText()).trim();
  expect(link).toContain(`${base}/join#`);
  await expectAccessible(page, 'an invitation to pass on');

  const other = await browser.newContext();
  try {
    const guest = await other.newPage();
    await guest.goto(link);
    await expect(guest.getByText('Join the San Diego chapter')).toBeVisible();
    await expectAccessible(guest, 'join');
    await guest.getByLabel('First name').fill('Grace');
    await guest.getByLabel('Last name').fill('Hopper');
    await guest.getByLabel('Password *').fill(password);
    await guest.getByRole('button', { name: 'Join the Chapter' }).click();
    await expect(guest.getByText('No upcoming events', { exact: true })).toBeVisible();
    await guest.goto(`${base}/members`);
    await expect(guest.getByText('Grace Hopper').first()).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Invite' })).toBeHidden();

    const longTimeout = await other.newPage();
    await longTimeout.goto('about:blank');
    await longTimeout.goto(link);
    await expect(longTimeout.getByText('This link no longer works')).toBeVisible();
    await expectAccessible(longTimeout, 'a used link');
  } finally {
    await other.close();
  }

  // The samples are shown only at their own address.
  await page.goto(`${base}/events`);
  const overview = page.getByRole('link', { name: 'Overview' });
  await page.getByRole('link', { name: 'Add New Event' }).click();
  const creating = page.getByRole('dialog', { name: 'Create New Event' });
  await creating.getByLabel('Title *').fill('First dinner');
  await creating.getByRole('button', { name: 'Create Event' }).click();
  await expect(creating).toBeHidden();
  await expect(overview).toBeHidden();
  await page.goto(`${base}/calendar?view=overview`);
  await expect(page.getByText('Sample content:')).toBeVisible();
  await expect(overview).toHaveAttribute('aria-current', 'page');

  await page.goto('about:blank');
  await page.goto(setUpLink);
  await expect(page.getByText('This link no longer works')).toBeVisible();
});
