/** Forms with unsaved changes ask before closing, in every way they can be left. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { discard, expect, findDiscardDialog, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

/** Every way to leave a form by mistake, with its name. */
function waysToLeave(page: Page, form: Locator): [string, () => Promise<unknown>][] {
  return [
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.goBack()],
    ['the cross', () => form.getByRole('button', { name: 'Close', exact: true }).click()],
    ['Cancel', () => form.getByRole('button', { name: 'Cancel' }).click()],
  ];
}

test('every way to leave an expense form asks, and only Discard loses the input', async ({
  page,
}) => {
  await page.goto('/expenses');
  const add = page.getByRole('button', { name: 'Add Expense' });
  const form = findDialog(page, 'Create New Expense');
  const title = form.getByLabel('Title');
  const question = findDiscardDialog(page);
  for (const [way, leave] of waysToLeave(page, form)) {
    await test.step(`without changes, ${way} closes it at once`, async () => {
      await add.click();
      await expect(form.getByLabel('Amount *')).toBeFocused();
      await leave();
      await expect(form).toBeHidden();
      await expect(page).not.toHaveURL(/dialog=/);
    });
  }

  await add.click();
  const typed = unique('Half typed');
  await title.fill(typed);
  for (const [way, leave] of waysToLeave(page, form)) {
    await test.step(`with changes, ${way} asks`, async () => {
      await title.focus();
      await leave();
      await expect(question.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(/dialog=create/);
      await expect(title).toHaveValue(typed);
    });
  }
  await test.step('in the confirmation, Escape and Back return to the same field', async () => {
    await title.focus();
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(title).toBeFocused();
    await page.goBack();
    await expect(question).toBeVisible();
    // Restoring the history entry takes the browser a moment.
    await expect(page).toHaveURL(/dialog=create/);
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(title).toBeFocused();
    await expect(page).toHaveURL(/dialog=create/);
  });
  await test.step('a click outside does nothing', async () => {
    await page.mouse.click(5, 5);
    await expect(title).toHaveValue(typed);
    await expect(question).toBeHidden();
  });
  await test.step('undone changes need no confirmation', async () => {
    await title.fill('');
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await add.click();
    await title.fill(typed);
  });
  await test.step('Discard closes the form, and the next one is empty', async () => {
    await page.keyboard.press('Escape');
    await discard(page);
    await expect(form).toBeHidden();
    await expect(question).toBeHidden();
    await expect(page).not.toHaveURL(/dialog=/);
    await expect(add).toBeFocused();
    await add.click();
    await expect(title).toHaveValue('');
  });
  await test.step('a saved form closes without confirmation', async () => {
    await title.fill(typed);
    // No other journey logs it today: the form would ask whether this is the same expense.
    await form.getByLabel('Amount *').fill('12.02');
    await form.getByRole('button', { name: 'Create Expense' }).click();
    await expectToast(page, 'Expense created successfully!');
    await expect(form).toBeHidden();
    await expect(question).toBeHidden();
    await expect(page).not.toHaveURL(/dialog=/);
  });
});

test.describe('an event, on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('Back and reloading ask, and a saved form closes', async ({ page }) => {
    await page.goto('/calendar?layout=month&month=2037-02');
    const day = page.getByRole('grid').locator('[aria-label$="no events"]').first();
    const form = findDialog(page, 'Create New Event');
    const question = findDiscardDialog(page);
    // Before its month is loaded, pressing a day only selects it.
    await expect(async () => {
      await day.click();
      await expect(form).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await page.goBack();
    await expect(form).toBeHidden();

    await day.click();
    const title = unique('Half planned');
    await form.getByLabel('Title').pressSequentially(title);
    await page.goBack();
    await expect(question).toBeVisible();
    await expectAccessibleInBothThemes(page, 'the question');
    await question.getByRole('button', { name: 'Keep Editing' }).tap();
    await expect(form.getByLabel('Title')).toHaveValue(title);

    await test.step('the browser asks before unloading the page', async () => {
      const tokenReply = page.waitForEvent('dialog');
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const input = await tokenReply;
      expect(input.type()).toBe('beforeunload');
      await input.dismiss();
      await expect(form.getByLabel('Title')).toHaveValue(title);
    });

    await page.goBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(/create=/);
    await discard(page);
    await expect(form).toBeHidden();
    await expect(page).not.toHaveURL(/create=/);

    await day.click();
    await form.getByLabel('Title').fill(title);
    await form.getByRole('button', { name: 'Create Event' }).tap();
    await expectToast(page, 'Event created successfully!');
    await expect(form).toBeHidden();
    await expect(question).toBeHidden();
    await page.reload();
    await expect(page.getByRole('grid')).toBeVisible();
  });
});
