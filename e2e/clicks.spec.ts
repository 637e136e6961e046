/** What the jobs of members, treasurers and admins cost in clicks and keys, and that no change adds to it. */
import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { dayButton } from './calendar.ts';
import { countEffort, doJob, printEfforts } from './effort.ts';
import { type MadeEvent, makeEvent, openEvents } from './events.ts';
import { expectSharesAddUp, findPanel, listPath, makeExpense, readExpense } from './expenses.ts';
import { pictureFile } from './files.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { startHub } from './start-hub.ts';
import { expectToast, findDialog, send, unique } from './wallets.ts';

type Role = Parameters<typeof signInQuickly>[1];

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => countEffort(page));
test.afterAll(printEfforts);

/** Where a date has its month and a time its hour. */
const firstPart = { x: 15, y: 15 };

/** Opens a page, and waits until it has loaded what can be pressed on it. */
async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (path === '/') await expect(region(page, 'Waiting for You')).toBeVisible();
}

async function openAs(page: Page, role: Role, path = '/'): Promise<void> {
  await signInQuickly(page, role);
  await open(page, path);
}

const region = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name, exact: true });
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true });

/** Waits for each step, because a press on what moves away would be done and counted again. */
async function bringGuest(page: Page, title: string, press: (target: Locator) => Promise<void>) {
  const event = region(page, 'Coming Up').getByRole('listitem').filter({ hasText: title });
  await press(event.getByRole('button', { name: `RSVP Now: ${title}` }));
  await expect(event.getByRole('status')).toHaveText('Going');
  await press(event.getByRole('button', { name: `Change RSVP for ${title}` }));
  await press(button(findDialog(page, `RSVP for ${title}`), 'Add guest'));
  await expect(event.getByText('Going +1')).toBeVisible();
}

/** Leaves the next events on Home to other journeys. */
const cancel = (page: Page, { calendarId, id }: MadeEvent) =>
  send(page, 'DELETE', `/calendars/${calendarId}/events/${id}?scope=all`);

/** An amount that no other payment of the day has, which would be asked about. */
const anyAmount = () => `${randomInt(100, 1_000)}.${randomInt(10, 100)}`;

/** Types the start of a name and takes the option that it finds. */
async function pickByLetters(page: Page, letters: string, name: string): Promise<void> {
  await page.keyboard.type(letters);
  await expect(page.getByRole('option', { name }).first()).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
}

test.describe('a member', () => {
  test('signs in by password', async ({ page }) => {
    await page.goto('/');
    await doJob(page, 'sign in by password', { clicks: 1, keys: 16 + 16 + 2 }, async () => {
      await button(page, 'Sign In to Continue').click();
      await expect(page.getByLabel('Email *')).toBeFocused();
      await page.keyboard.type('member@demo.test');
      await page.keyboard.press('Tab');
      await page.keyboard.type('demo-harbor-2026');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Welcome, Maya' })).toBeVisible();
    });
  });

  test('reads what they owe, to whom, and why', async ({ page }) => {
    await openAs(page, 'member');
    await doJob(page, 'what do I owe', { clicks: 0 }, async () => {
      await expect(region(page, 'Your balance')).toContainText(/\$[\d,]+\.\d\d/);
    });
    await doJob(page, 'why, by expense', { clicks: 1 }, async () => {
      await region(page, 'Your balance')
        .getByRole('link', { name: /^From open expenses/ })
        .click();
      const reasons = page.getByRole('list', { name: 'Open expenses' });
      await expect(reasons).toContainText(/share \$[\d,]+\.\d\d/);
    });
    await openAs(page, 'member');
    await doJob(page, 'to whom, by name', { clicks: 1 }, async () => {
      await region(page, 'Your balance').getByRole('link', { name: 'Settle Up' }).click();
      await expect(page.getByRole('list', { name: 'You Owe' })).toContainText(/You owe .+ \$/);
    });
  });

  test('pays their share of an expense, and any other amount', async ({ page }) => {
    const title = unique('Harbor lunch');
    await signInQuickly(page, 'admin');
    await makeExpense(page, { title, amount: 40, people: ['Priya Raman', 'Maya Chen'] });
    await openAs(page, 'member');
    const dialog = findDialog(page, 'Record Payment');
    await doJob(page, 'pay my share', { clicks: 3 }, async () => {
      await page.getByRole('link', { name: title }).click();
      await page.getByRole('link', { name: 'Pay My Share $20.00' }).click();
      await button(dialog, 'Record Payment').click();
      await expectToast(page, 'It is waiting to be confirmed.');
    });
    await openAs(page, 'member');
    await doJob(page, 'pay it', { clicks: 5, keys: 6 }, async () => {
      await goTo(page, 'Payments');
      await button(page, 'Record Payment').click();
      await dialog.getByLabel('Amount *').click();
      await page.keyboard.type(anyAmount());
      await button(dialog, 'Record Payment').click();
      await expectToast(page, 'It is waiting to be confirmed.');
    });
  });

  test('RSVPs with a guest', async ({ page }) => {
    await openEvents(page, 'member');
    const made = await makeEvent(page, { title: 'Walk', inMinutes: 5 });
    await openAs(page, 'member');
    await doJob(page, 'RSVP with a guest', { clicks: 3 }, async () => {
      await bringGuest(page, made.title, (target) => target.click());
    });
    await cancel(page, made);
  });

  test("finds a member's phone", async ({ page }) => {
    await openAs(page, 'member');
    await doJob(page, "a member's phone", { clicks: 0, keys: 8 }, async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('priya');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/members\/./);
      await expect(page.getByRole('heading', { name: 'Priya Raman', level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: '+1 619 555 0102' })).toBeVisible();
    });
  });

  test('has the calendar in their own', async ({ page }) => {
    await openAs(page, 'member');
    await doJob(page, 'calendar into my own', { clicks: 3 + 1 }, async () => {
      await goTo(page, 'Calendar');
      await button(page, 'Subscribe').click();
      await button(page, 'Create Private Address').click();
      await button(page, 'Copy Calendar address').click();
      await expectToast(page, 'Calendar address copied to clipboard');
    });
    await page.keyboard.press('Escape');
    await page.goto('/calendar?dialog=subscribe');
    await button(page, 'Revoke').click();
    await button(page.getByRole('alertdialog'), 'Revoke').click();
    await expectToast(page, 'Private address revoked');
  });

  test('logs a taxi for four with its receipt, and corrects it', async ({ page }) => {
    await openAs(page, 'member');
    const dialog = findDialog(page, 'Create New Expense');
    let made = { id: '' };
    await doJob(page, 'taxi for four with receipt', { clicks: 6, keys: 39 }, async () => {
      await page.getByRole('link', { name: 'Log Expense' }).click();
      await expect(dialog.getByLabel('Amount *')).toBeFocused();
      await page.keyboard.type('48.60');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Taxi to dinner');
      await dialog.getByLabel('Participants *').click();
      await pickByLetters(page, 'pri', 'Priya Raman');
      await pickByLetters(page, 'ken', 'Kenji Watanabe');
      await pickByLetters(page, 'tom', 'Tom Becker');
      await chooseFile(page, button(dialog, 'Add Receipts'));
      made = await create(page, button(dialog, 'Create Expense'));
      await expectToast(page, 'Expense created successfully!');
    });
    const { participantBreakdowns } = await readExpense(page, made.id);
    expect(participantBreakdowns.map(({ amountOwed }) => amountOwed)).toEqual(Array(4).fill(12.15));

    await page.goto(listPath('Taxi to dinner'));
    await doJob(page, 'correct it', { clicks: 4, keys: 6 }, async () => {
      await button(page, 'Taxi to dinner').first().click();
      await button(findPanel(page, 'Taxi to dinner'), 'Edit Expense').click();
      const form = findDialog(page, 'Edit Expense');
      await expect(form.getByLabel('Amount *')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('52.60');
      await button(form, 'Update Expense').click();
      await expect(form).toBeHidden();
      await expect(findPanel(page, 'Taxi to dinner')).toContainText('$52.60');
    });
  });

  test('sees what has changed', async ({ page }) => {
    const title = unique('Boat');
    await signInQuickly(page, 'admin');
    await makeExpense(page, { title, amount: 30, people: ['Priya Raman', 'Maya Chen'] });
    await openAs(page, 'member');
    await doJob(page, 'what changed', { clicks: 0 }, async () => {
      const news = region(page, /^New since /).getByRole('link', { name: title });
      await expect(news).toContainText('Logged by Priya Raman, your share $15.00');
      await expect(news).toBeInViewport();
    });
  });

  test('changes who sees a field of their profile', async ({ page }) => {
    await openAs(page, 'member');
    await doJob(page, 'profile and privacy', { clicks: 3 }, async () => {
      await button(page, 'Account menu for Maya Chen').click();
      await page.getByRole('menuitem', { name: 'Your Profile' }).click();
      await button(page, 'Edit Profile').click();
      const form = findDialog(page, 'Edit Your Profile');
      await expect(form.getByRole('textbox', { name: 'Phone' })).toBeVisible();
      await expect(form.getByRole('combobox', { name: 'Who sees Phone' })).toBeVisible();
    });
  });

  test('finds a document', async ({ page }) => {
    await openAs(page, 'member');
    await doJob(page, 'find a document', { clicks: 2 }, async () => {
      await goTo(page, 'Resources');
      await page.getByRole('link', { name: 'Access Resource : Chapter Documents' }).click();
      await expect(page.getByRole('link', { name: /Bylaws\.pdf/ })).toBeVisible();
    });
    await openAs(page, 'member');
    await doJob(page, 'find a document by its name', { clicks: 0, keys: 8 }, async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('bylaws');
      await expect(page.getByRole('option', { name: /^Bylaws\.pdf/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(findDialog(page, 'Bylaws.pdf')).toBeVisible();
    });
  });

  test('opens the second row of the expenses by keyboard alone', async ({ page }) => {
    await openAs(page, 'member', '/expenses');
    const rows = page.getByRole('table', { name: 'Expenses' }).getByRole('rowheader');
    const opener = rows.getByRole('button').nth(1);
    const title = await opener.innerText();
    await doJob(page, 'keyboard only: J, J, Enter', { clicks: 0, keys: 3 }, async () => {
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(findPanel(page, title)).toContainText('Expense Summary');
    });
  });
});

test.describe('a member on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('pays', async ({ page }) => {
    await openAs(page, 'member');
    await doJob(page, 'pay it, 390 touch', { clicks: 7, keys: 5 }, async () => {
      await button(page, 'Open menu').tap();
      await page.getByRole('link', { name: 'Payments', exact: true }).tap();
      await button(page, 'Record Payment').tap();
      const dialog = findDialog(page, 'Record Payment');
      await dialog.getByLabel('Amount *').tap();
      await page.keyboard.type(anyAmount().slice(1));
      await button(dialog, 'Record Payment').tap();
      await expectToast(page, 'It is waiting to be confirmed.');
    });
  });

  test('RSVPs with a guest', async ({ page }) => {
    await openEvents(page, 'member');
    const made = await makeEvent(page, { title: 'Ride', inMinutes: 4 });
    await openAs(page, 'member');
    await doJob(page, 'RSVP with a guest, 390 touch', { clicks: 3 }, async () => {
      await bringGuest(page, made.title, (target) => target.tap());
    });
    await cancel(page, made);
  });

  test('logs a taxi for four with a photo of its receipt', async ({ page }) => {
    await openAs(page, 'member');
    const form = findDialog(page, 'Create New Expense');
    const { keyboard } = page;
    await doJob(page, 'taxi for four, 390 touch', { clicks: 11, keys: 22 }, async () => {
      await page.getByRole('link', { name: 'Log Expense' }).tap();
      await form.getByLabel('Amount *').tap();
      await keyboard.type('48.60');
      await form.getByLabel('Title *').tap();
      await keyboard.type('Taxi home');
      const chooser = page.waitForEvent('filechooser');
      await button(form, 'Take Photo').tap();
      await (await chooser).setFiles(pictureFile('receipt.png'));
      await form.getByLabel('Participants *').tap();
      for (const [letters = '', name = ''] of [
        ['pr', 'Priya Raman'],
        ['ke', 'Kenji Watanabe'],
        ['to', 'Tom Becker'],
      ]) {
        await keyboard.type(letters);
        await page.getByRole('option', { name }).tap();
      }
      await expect(form).toContainText('4 selected');
      // The list of names is still open, so that assistive technology hears of it alone.
      const submit = { name: 'Create Expense', exact: true, includeHidden: true };
      await form.getByRole('button', submit).tap();
      await expectToast(page, 'Expense created successfully!');
    });
  });
});

test.describe('a treasurer', () => {
  test('settles a dinner for twelve with two payers, wine and a fixed part, and corrects it', async ({
    page,
  }) => {
    await openAs(page, 'treasurer');
    const { keyboard } = page;
    const form = findDialog(page, 'Create New Expense');
    const chips = form.getByRole('toolbar', { name: 'Participants' });
    const title = 'Board dinner';
    let made = { id: '' };
    await doJob(page, 'dinner for twelve, settled', { clicks: 19, keys: 88 }, async () => {
      await page.getByRole('link', { name: 'Log Expense' }).click();
      await expect(form.getByLabel('Amount *')).toBeFocused();
      await keyboard.type('1847.35');
      await keyboard.press('Tab');
      await keyboard.type(title);
      await button(form, 'Several People Paid').click();
      await expect(form.getByLabel('Paid by Diego Alvarez')).toBeFocused();
      await keyboard.type('1000');
      await form.getByRole('combobox', { name: 'Payer 2' }).click();
      await pickByLetters(page, 'may', 'Maya Chen');
      await form.getByLabel('Participants *').click();
      for (const [letters = '', name = ''] of [
        ['ai', 'Aisha Khan'],
        ['ama', 'Amara Diallo'],
        ['and', 'Anders Holm'],
        ['any', 'Anya Sokolova'],
        ['va', 'Elena Vasquez'],
        ['zh', 'Wei Zhang'],
        ['yi', 'Ibrahim Yilmaz'],
        ['bec', 'Tom Becker'],
        ['pr', 'Priya Raman'],
        ['ke', 'Kenji Watanabe'],
        ['may', 'Maya Chen'],
      ]) {
        await pickByLetters(page, letters, name);
        await expect(button(chips, `Remove ${name}`)).toBeVisible();
      }
      await expect(form).toContainText('12 selected');
      await button(form, 'Add a Part Not Everyone Shares').click();
      await keyboard.type('Wine');
      await keyboard.press('Tab');
      await keyboard.type('240');
      for (const name of ['Amara', 'Wei']) await button(form, name).click();
      await form.getByLabel('Amount for Aisha Khan').click();
      await keyboard.type('40');
      await expect(form).toContainText('Shares add up to $1,847.35');
      made = await create(page, button(form, 'Create Expense'));
      await goTo(page, 'Expenses');
      await button(page, title).first().click();
      await button(findPanel(page, title), 'Settle Expense').click();
      await button(page.getByRole('alertdialog'), 'Settle Expense').click();
      await expectToast(page, 'Expense settled successfully');
    });
    await expectSharesAddUp(page, made.id);
    await page.goto(listPath(title));
    await doJob(page, 'correct a settled mistake', { clicks: 4, keys: 12 }, async () => {
      await button(page, title).first().click();
      await button(findPanel(page, title), 'Correct...').click();
      const correction = findDialog(page, 'Correct Expense');
      await expect(correction.getByLabel('Amount *')).toBeFocused();
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type('1900');
      await button(correction, 'Adjust to $1,900.00').click();
      await expect(correction.getByRole('region', { name: 'Change of Standings' })).toContainText(
        'Maya Chen',
      );
      await button(correction, 'Correct Expense').click();
      await expectToast(page, 'Expense corrected');
    });
  });

  test('finds, sums and prints expenses', async ({ page }) => {
    await openAs(page, 'treasurer', '/expenses');
    const found = page.getByText(/[\d,]+ expenses, \$[\d,.]+$/);
    await doJob(page, 'expenses of last March', { clicks: 2, keys: 16 }, async () => {
      const year = Temporal.Now.plainDateISO().year;
      await page.getByRole('textbox', { name: 'From' }).click({ position: firstPart });
      await page.keyboard.type(`0301${year}`);
      await page.getByRole('textbox', { name: 'To', exact: true }).click({ position: firstPart });
      await page.keyboard.type(`0331${year}`);
      await expect(page).toHaveURL(/from=\d+-03-01&to=\d+-03-31/);
      await expect(found).toBeVisible();
    });
    await page.goto('/expenses');
    await expect(found).toBeVisible();
    await doJob(page, 'spent on food this year', { clicks: 4 }, async () => {
      // What it offers is read as it is pressed.
      await page.getByRole('combobox', { name: 'Category' }).hover();
      await page.getByRole('combobox', { name: 'Category' }).selectOption('Food');
      await page.getByRole('combobox', { name: 'Period' }).selectOption('This year');
      await expect(found).toBeVisible();
    });
    const printed = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener('beforeprint', () =>
            resolve(document.querySelector('[data-printed]')?.textContent ?? ''),
          );
        }),
    );
    await doJob(page, 'print for the board', { clicks: 1 }, async () => {
      await button(page, 'Print...').click();
      expect(await printed).toMatch(/San Diego.*Expenses.*Food/s);
    });
  });

  test('sees who owes', async ({ page }) => {
    await openAs(page, 'treasurer', '/wallets');
    await doJob(page, 'who owes', { clicks: 1 }, async () => {
      await page.getByRole('button', { name: /members owe money$/ }).click();
      await expect(page.getByRole('table', { name: 'Wallets' })).toContainText('-$');
    });
  });
});

test.describe('an admin', () => {
  test('plans a monthly dinner and moves one of its dates', async ({ page }) => {
    await openAs(page, 'admin', '/calendar?month=2035-05');
    const title = unique('Supper');
    const form = findDialog(page, 'Create New Event');
    await doJob(page, 'monthly dinner', { clicks: 6, keys: 27 }, async () => {
      await dayButton(page, '2035-05-10').click();
      await expect(form.getByLabel('Title *')).toBeFocused();
      await page.keyboard.type(title);
      await form.getByLabel('Start Time').click({ position: firstPart });
      await page.keyboard.type('0700p');
      await form.getByText('Social', { exact: true }).click();
      await form.getByRole('combobox', { name: 'Repeats' }).selectOption('Monthly');
      await button(form, 'Create Event').click();
      await expect(form).toBeHidden();
    });
    await page.goto('/calendar?month=2035-06');
    const target = dayButton(page, '2035-06-14');
    await doJob(page, 'move one date', { clicks: 2 }, async () => {
      await page.getByRole('grid').getByRole('link', { name: title }).hover();
      await page.mouse.down();
      await target.hover({ position: { x: 10, y: 10 }, force: true });
      // The code of moving loads with the first movement.
      await expect(page.getByText(`${title}: `)).toBeVisible();
      await target.hover({ position: { x: 14, y: 14 }, force: true });
      await expect(target).toHaveAttribute('data-drop');
      await page.mouse.up();
      await button(findDialog(page, 'Move Event'), 'Move Event').click();
      await expectToast(page, 'Moved to Thursday, June 14, 2035');
    });
  });

  test('opens the door list of an event', async ({ page }) => {
    await openEvents(page, 'admin');
    const { id, calendarId } = await makeEvent(page, { title: 'At the door', isOnNow: true });
    await page.goto(`/events?event=${id}&eventCalendar=${calendarId}`);
    await doJob(page, 'door list', { clicks: 1 }, async () => {
      await page.getByRole('link', { name: 'Door List' }).click();
      await expect(page.getByText(/^\d+ of \d+ here$/)).toBeVisible();
    });
  });

  test('reads what backups there are', async ({ page }) => {
    await openAs(page, 'admin');
    await doJob(page, 'backups', { clicks: 2 }, async () => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Chapters' }).click();
      await expect(region(page, 'Backups')).toContainText(/Backups are off|backup/);
    });
  });
});

/** From the link of a new server on, each with what the ones before have left. */
test.describe('the admin of a new chapter', () => {
  test.describe.configure({ mode: 'serial' });
  let hub: Awaited<ReturnType<typeof startHub>>;
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(240_000);
    hub = await startHub();
    page = await browser.newPage({ baseURL: hub.url, reducedMotion: 'reduce' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await countEffort(page);
  });
  test.afterAll(async () => {
    await page?.close();
    await hub?.stop();
  });

  test('founds it', async () => {
    await page.goto(hub.setUpLink ?? '');
    const fields = ['Ada', 'Lovelace', 'ada@example.org', 'a long enough password'];
    const keys = `${fields.join('\t')}\n`.length;
    await doJob(page, 'fresh hub from the link', { clicks: 1, keys }, async () => {
      await page.getByLabel('First Name').click();
      for (const [at, text] of fields.entries()) {
        if (at > 0) await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    });
  });

  test('imports 60 members', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `Kim Bell ${at},kim${at}@example.org,Pier 5`,
    );
    const buffer = Buffer.from(['Name,Email,Company', ...rows].join('\n'));
    await open(page);
    await doJob(page, 'import 60 from a CSV, to its preview', { clicks: 3 }, async () => {
      await goTo(page, 'Members');
      await button(page, 'Import').click();
      const dialog = findDialog(page, 'Import Members');
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByLabel('CSV file').click();
      await (await chooser).setFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
      await expect(dialog).toContainText('60 new');
    });
    await button(page, 'Import 60 Members').click();
    await expectToast(page, 'Members imported');
  });

  test('invites five people from an email', async () => {
    await open(page);
    const email = `Hi! Please add: Ana Lopez <ana@example.com>, Ben Ode <ben@example.com>;
Cy Young cy@example.com and Dee (dee@example.com). Also eve@example.com. Thanks!`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), email);
    await doJob(page, 'invite five from an email', { clicks: 3, keys: 1 }, async () => {
      await goTo(page, 'Members');
      await button(page, 'Invite').click();
      const dialog = findDialog(page, 'Invite Members');
      await expect(dialog.getByLabel('Email Addresses *')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+v');
      await button(dialog, 'Invite 5').click();
      await expectToast(page, '5 invited');
    });
  });

  test('charges dues of $250 to everyone', async () => {
    await open(page);
    const { keyboard } = page;
    const dialog = findDialog(page, 'Create New Expense');
    await doJob(page, 'dues of $250 for everyone', { clicks: 11, keys: 14 }, async () => {
      await page.getByRole('link', { name: 'Log Expense' }).click();
      await expect(dialog.getByLabel('Amount *')).toBeFocused();
      await keyboard.type('15250');
      await keyboard.press('Tab');
      await keyboard.type('Dues');
      await dialog.getByRole('combobox', { name: 'Paid By' }).click();
      await page.getByRole('option').first().click();
      await button(dialog, 'Everyone').click();
      await expect(dialog).toContainText('$250.00 each');
      await create(page, button(dialog, 'Create Expense'));
      await goTo(page, 'Expenses');
      await button(page, 'Dues').first().click();
      await button(findPanel(page, 'Dues'), 'Settle Expense').click();
      await button(page.getByRole('alertdialog'), 'Settle Expense').click();
      await expectToast(page, 'Expense settled successfully');
    });
  });

  test('records five checks', async () => {
    await open(page, '/payments');
    await doJob(page, 'five checks with their numbers', { clicks: 10, keys: 35 }, async () => {
      await button(page, 'Record Several').click();
      const dialog = findDialog(page, 'Record Several Payments');
      for (const at of [0, 1, 2, 3, 4]) {
        await dialog.getByRole('checkbox').nth(at).click();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.type(`104${at}`);
      }
      await button(dialog, 'Record 5 Payments').click();
      await expectToast(page, '5 payments recorded and posted, $1,250.00');
    });
  });

  test('reads who did what', async () => {
    await open(page);
    await doJob(page, 'who did what', { clicks: 3 }, async () => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Audit Log' }).click();
      const records = page.getByRole('list', { name: 'Records, newest first' });
      await expect(records.getByRole('listitem').first()).toContainText(
        /Ada Lovelace.*\$250\.00 from Kim Bell \d+ to the chapter/,
      );
    });
  });

  test('chooses who may do what', async () => {
    await open(page);
    await doJob(page, 'policy', { clicks: 5 }, async () => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Chapter', exact: true }).click();
      await page.getByText('Open: everyone handles all money').click();
      await button(page, 'Save Settings').click();
      await expectToast(page, 'Settings saved');
    });
  });

  test('hands over to a treasurer, and removes a member', async () => {
    await open(page, '/members');
    const question = page.getByRole('alertdialog', { name: 'Change Role' });
    await doJob(page, 'hand over, to the question', { clicks: 3 }, async () => {
      await page.getByRole('link', { name: 'Kim Bell 1', exact: true }).click();
      await button(page, 'Actions for Kim Bell 1').click();
      await page.getByRole('menuitem', { name: 'Make Treasurer' }).click();
      await expect(question).toContainText('Kim Bell 1 will be a treasurer right away.');
    });
    await button(question, 'Change Role').click();
    await expectToast(page, 'Kim Bell 1 is now a treasurer');
    await open(page);
    await doJob(page, 'remove a member, to the menu', { clicks: 3 }, async () => {
      await goTo(page, 'Members');
      await page.getByRole('link', { name: 'Kim Bell 2', exact: true }).click();
      await button(page, 'Actions for Kim Bell 2').click();
      await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
    });
  });
});

/** Presses what opens the list of files, and takes one from it. */
async function chooseFile(page: Page, opener: Locator): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await opener.click();
  await (await chooser).setFiles(pictureFile('receipt.png'));
}

/** Presses what logs an expense, and returns what the server has made of it. */
async function create(page: Page, opener: Locator): Promise<{ id: string }> {
  const reply = page.waitForResponse(
    (sent) => sent.request().method() === 'POST' && sent.url().endsWith('/api/expenses'),
  );
  await opener.click();
  return (await reply).json();
}
