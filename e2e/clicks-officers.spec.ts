/** What the jobs of treasurers and admins cost in clicks and keys, and that no change adds to it. */
import { dayButton } from './calendar.ts';
import { countEffort, doJob, printEfforts } from './effort.ts';
import { makeEvent, openEvents } from './events.ts';
import { expectSharesAddUp, findPanel, listPath } from './expenses.ts';
import { button, create, firstPart, goTo, openAs, pickByLetters, region } from './jobs.ts';
import { expect, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
test.beforeEach(({ page }) => countEffort(page));
test.afterAll(printEfforts);

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
      await expect(correction.getByRole('region', { name: 'Change of Balances' })).toContainText(
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
    // A press while the next expenses arrive may be counted twice.
    const untilOthers = async (step: () => Promise<unknown>) => {
      const before = (await found.textContent()) ?? '';
      await step();
      await expect(found).not.toHaveText(before);
    };
    await doJob(page, 'spent on food this year', { clicks: 4 }, async () => {
      // What it offers is read as it is pressed.
      await page.getByRole('combobox', { name: 'Category' }).hover();
      await untilOthers(() =>
        page.getByRole('combobox', { name: 'Category' }).selectOption('Food'),
      );
      await untilOthers(() =>
        page.getByRole('combobox', { name: 'Period' }).selectOption('This year'),
      );
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
      await page.getByRole('button', { name: /members owe money/ }).click();
      await expect(page.getByRole('table', { name: 'Wallets' })).toContainText('-$');
    });
  });
});

test.describe('who is late', () => {
  test('is one press away', async ({ page }) => {
    await openAs(page, 'treasurer');
    await doJob(page, 'who is late', { clicks: 1 }, async () => {
      await region(page, 'Waiting for You')
        .getByRole('link', { name: /members? late/ })
        .click();
      await expect(page.getByRole('table', { name: 'Dues of members' })).toContainText('days late');
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
