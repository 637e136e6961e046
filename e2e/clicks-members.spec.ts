/** What the jobs of members cost in clicks and keys, and that no change adds to it. */
import { countEffort, doJob, printEfforts } from './effort.ts';
import { makeEvent, openEvents } from './events.ts';
import { findPanel, listPath, makeExpense, readExpense } from './expenses.ts';
import { pictureFile } from './files.ts';
import {
  anyAmount,
  bringGuest,
  button,
  cancel,
  chooseFile,
  create,
  goTo,
  openAs,
  pickByLetters,
  region,
} from './jobs.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => countEffort(page));
test.afterAll(printEfforts);

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
