/**
 * Every refusal of the server because of someone else's change: no input is lost and nothing is
 * changed.
 */
import type { Locator, Page } from '@playwright/test';
import {
  changeElsewhere,
  dialogPath,
  expectOverrideTyped,
  fillOverride,
  press,
  settle,
  test,
  three,
} from './expense-failures.ts';
import {
  addOverride,
  chooseAction,
  expectSharesAddUp,
  findMenu,
  listPath,
  listUsers,
  makeExpense,
  readExpense,
} from './expenses.ts';
import { addParticipants, expect } from './journey.ts';
import {
  expectToast,
  findAlertDialog,
  findDialog,
  interceptRequests,
  send,
  unique,
} from './wallets.ts';

test.use({ allowFailedRequests: true });
test.describe.configure({ mode: 'default' });
test.setTimeout(150_000);

/** Reads again what the page has open, as it does when someone returns to it after a while. */
async function readAgain(page: Page, path: string): Promise<void> {
  const reply = page.waitForResponse(
    (one) => one.url().endsWith(path) && one.request().method() === 'GET',
  );
  const now = Temporal.Now.instant().epochMilliseconds;
  await page.clock.setSystemTime(now + 60_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await (await reply).finished();
  await page.clock.setSystemTime(now);
}

test.describe('the server refuses', () => {
  test('409: an expense settled in the meantime keeps the input and changes nothing', async ({
    page,
    expense,
  }) => {
    const why = "This expense is settled and can't be changed";
    const [wine] = expense.overrides;
    // Each dialog was opened before the expense was settled elsewhere.
    const dialogs: [string, string, (dialog: Locator) => Promise<void>, string, string][] = [
      [
        'add-override',
        'Add Override',
        fillOverride,
        'Add Override',
        'Failed to add override. Please try again.',
      ],
      [
        'update-override',
        'Update Override',
        (dialog) => dialog.getByLabel('Amount *').fill('11'),
        'Update Override',
        'Failed to update override. Please try again.',
      ],
    ];
    for (const [name, title, fill, button, message] of dialogs) {
      const own = await addOverride(
        page,
        await makeExpense(page, { title: unique('Settled'), amount: 100, people: three }),
        { amount: 10, label: 'Wine', names: ['Grace Hopper'] },
      );
      await page.goto(dialogPath(name, own, own.overrides[0]?.id));
      const dialog = findDialog(page, title);
      await fill(dialog);
      await settle(page, own);
      await press(dialog, button);
      await expectToast(page, message);
      await expect(dialog.getByRole('alert')).toContainText(why);
      if (name === 'add-override') await expectOverrideTyped(dialog);
      else await expect(dialog.getByLabel('Amount *')).toHaveValue('11');
      expect((await expectSharesAddUp(page, own.id)).overrides).toEqual(own.overrides);
    }
    await page.goto(dialogPath('delete-override', expense, wine?.id));
    const question = findAlertDialog(page, 'Delete Override');
    await expect(question).toBeVisible();
    await settle(page, expense);
    await press(question, 'Delete');
    await expectToast(page, 'Failed to delete override');
    await expect(question.getByRole('alert')).toContainText(why);
    expect((await readExpense(page, expense.id)).overrides).toHaveLength(1);
  });

  test('409: editing, deleting and settling are refused after someone else settled the expense', async ({
    page,
    hub,
  }) => {
    await hub.signIn(page.request);
    for (const [entry, dialog, button, message] of [
      [
        'Edit Expense',
        findDialog(page, 'Edit Expense'),
        'Update Expense',
        'Failed to update expense',
      ],
      ['Delete', findAlertDialog(page, 'Delete Expense'), 'Delete', 'Failed to delete expense'],
      [
        'Settle Expense',
        findAlertDialog(page, 'Mark as Paid Outside'),
        'Mark as Paid Outside',
        'Failed to settle expense',
      ],
    ] as const) {
      const own = await makeExpense(page, { title: unique('Late'), amount: 9, people: three });
      await page.goto(listPath(own.title));
      await chooseAction(page, own.title, entry);
      if (entry === 'Edit Expense') await dialog.getByLabel('Category').fill('Typed');
      if (entry === 'Settle Expense') await dialog.getByLabel('Note').fill('Cash');
      await settle(page, own);
      await press(dialog, button);
      await expectToast(page, message);
      await expect(dialog.getByRole('alert')).toContainText(
        "This expense is settled and can't be changed",
      );
      if (entry === 'Edit Expense')
        await expect(dialog.getByLabel('Category')).toHaveValue('Typed');
    }
  });

  test('412: a change based on an old version is refused and saved again on the latest', async ({
    page,
    expense,
  }) => {
    await page.goto(dialogPath('add-override', expense));
    const adding = findDialog(page, 'Add Override');
    await fillOverride(adding);
    await changeElsewhere(page, expense);
    await press(adding, 'Add Override');
    await expectToast(page, 'Failed to add override. Please try again.');
    await expect(adding.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await expectOverrideTyped(adding);
    await press(adding, 'Add Override');
    await expectToast(page, 'Override Added');
    expect((await expectSharesAddUp(page, expense.id)).overrides).toHaveLength(2);

    const reads = await interceptRequests(page, 'GET');
    await page.goto(dialogPath('delete-override', expense, expense.overrides[0]?.id));
    const question = findAlertDialog(page, 'Delete Override');
    await expect(question).toBeVisible();
    await changeElsewhere(page, expense);
    reads.hold();
    await press(question, 'Delete');
    // The button stays disabled until the latest version is loaded.
    await expect.poll(reads.heldCount).toBeGreaterThan(0);
    await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    reads.release();
    await expect(question.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await press(question, 'Delete');
    await expectToast(page, 'Override deleted successfully');

    await page.goto(dialogPath('edit', expense));
    const editing = findDialog(page, 'Edit Expense');
    await editing.getByLabel('Category').fill('Typed');
    await changeElsewhere(page, expense);
    await press(editing, 'Update Expense');
    await expectToast(page, 'Failed to update expense');
    await expect(editing.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await expect(editing.getByLabel('Category')).toHaveValue('Typed');
    await press(editing, 'Update Expense');
    await expectToast(page, 'Expense updated successfully');
  });

  test('412: a version that arrives beneath an open form is not overwritten', async ({
    page,
    expense,
  }) => {
    const withManual = await addOverride(page, expense, {
      amount: 20,
      label: 'Fixed',
      names: ['Alan Turing'],
      type: 'manual',
    });
    const [wine, fixed] = ['Wine', 'Fixed'].map((name) =>
      withManual.overrides.find(({ label }) => label === name),
    );
    const alan = (await listUsers(page)).find(({ displayName }) => displayName === three[2]);
    const changeOverride = (override: typeof wine, amount: number) =>
      send(page, 'PUT', `/expenses/${expense.id}/overrides/${override?.id}`, {
        ...override,
        id: undefined,
        amount,
      });
    for (const [name, part, title, field, button, change] of [
      [
        'edit',
        '',
        'Edit Expense',
        'Description',
        'Update Expense',
        () => changeElsewhere(page, expense),
      ],
      [
        'update-override',
        wine?.id,
        'Update Override',
        'Label *',
        'Update Override',
        () => changeOverride(wine, 11),
      ],
      [
        'manual-override',
        alan?.id,
        'Manual Override',
        'Label',
        'Create Manual Override',
        () => changeOverride(fixed, 21),
      ],
    ] as const) {
      await page.goto(dialogPath(name, expense, part));
      const dialog = findDialog(page, title);
      await dialog.getByLabel(field).fill('Mine');
      await change();
      const theirs = await readExpense(page, expense.id);
      await readAgain(page, `/expenses/${expense.id}`);
      await press(dialog, button);
      await expect(dialog.getByRole('alert')).toContainText(
        'Someone else changed this expense while you were editing',
      );
      expect(await readExpense(page, expense.id)).toEqual(theirs);
      await expect(dialog.getByLabel(field)).toHaveValue('Mine');
      await press(dialog, button);
      await expect(dialog).toBeHidden();
      expect((await readExpense(page, expense.id)).version).toBeGreaterThan(theirs.version);
    }
  });

  test('412: a recurring expense that someone else changed is not overwritten', async ({
    page,
    hub,
  }) => {
    await hub.signIn(page.request);
    const users = await listUsers(page);
    const me = users.find(({ displayName }) => displayName === three[0])?.id;
    const body = {
      rule: { frequency: 'monthly' },
      expense: {
        title: unique('Rent'),
        amount: 100,
        expenseDate: Temporal.Now.instant().subtract({ hours: 1 }).toString(),
        participants: [me],
        paidBy: me,
      },
    };
    const { recurring } = await send<{ recurring: { id: string; nextDate: string } }>(
      page,
      'POST',
      '/recurring-expenses',
      body,
    );
    const path = `/recurring-expenses/${recurring.id}`;
    await page.goto(`/expenses?dialog=edit-recurring&part=${recurring.id}`);
    const dialog = findDialog(page, 'Edit Recurring Expense');
    await dialog.getByLabel('Description').fill('Mine');
    const expenseDate = recurring.nextDate;
    await send(page, 'PUT', path, {
      ...body,
      expense: { ...body.expense, amount: 120, expenseDate },
    });
    await readAgain(page, path);
    await press(dialog, 'Update All');
    await expect(dialog.getByRole('alert')).toContainText(
      'Someone else changed this recurring expense while you were editing',
    );
    expect(await send(page, 'GET', path)).toMatchObject({ expense: { amount: 120 } });
    await press(dialog, 'Update All');
    await expectToast(page, 'Recurring expense updated');
  });

  test('a form in which nothing was typed takes the latest version, which saving replaces', async ({
    page,
    expense,
  }) => {
    const gate = Promise.withResolvers<void>();
    await page.route(`**/api/**/expenses/${expense.id}`, async (route) => {
      await gate.promise;
      await route.fallback();
    });
    await page.goto(listPath(expense.title));
    await chooseAction(page, expense.title, 'Edit Expense');
    const dialog = findDialog(page, 'Edit Expense');
    await expect(dialog.getByLabel('Title')).toHaveValue(expense.title);
    const { description } = await changeElsewhere(page, expense);
    gate.resolve();
    await expect(dialog.getByLabel('Description')).toHaveValue(description);
    await dialog.getByLabel('Category').fill('Typed');
    await press(dialog, 'Update Expense');
    await expectToast(page, 'Expense updated successfully');
    expect(await readExpense(page, expense.id)).toMatchObject({ description, category: 'Typed' });
  });

  test('422: participants who left and overrides that would be dropped are refused', async ({
    page,
    hub,
    expense,
  }) => {
    const id = await hub.addMember('Linus', unique('Leaver'));
    await page.goto('/expenses?dialog=create');
    const creating = findDialog(page, 'Create New Expense');
    await creating.getByLabel('Title').fill('With Linus');
    await creating.getByLabel('Amount *').fill('10');
    await addParticipants(creating, ['Linus']);
    await hub.sql(`update member set status = 'disabled' where id = $1`, [id]);
    await press(creating, 'Create Expense');
    await expectToast(page, 'Failed to create expense');
    await expect(creating.getByRole('alert')).toContainText(
      'Everyone on an expense must be an active member',
    );
    await expect(creating.getByLabel('Title')).toHaveValue('With Linus');

    await page.goto(dialogPath('edit', expense));
    const editing = findDialog(page, 'Edit Expense');
    await editing.getByRole('button', { name: /^Remove Grace/ }).click();
    await press(editing, 'Update Expense');
    await expectToast(page, 'Failed to update expense');
    await expect(editing.getByRole('alert')).toContainText('"Wine"');
    // What is typed after the refusal is saved, too.
    await editing.getByLabel('Title').fill(`${expense.title} for two`);
    await press(editing, 'Remove Overrides and Update');
    await expectToast(page, 'Expense updated successfully');
    const saved = await expectSharesAddUp(page, expense.id);
    expect(saved).toMatchObject({ title: `${expense.title} for two`, overrides: [] });
  });

  test('404: a deleted override and an unknown expense are reported', async ({ page, expense }) => {
    const wine = expense.overrides[0]?.id ?? '';
    await page.goto(dialogPath('update-override', expense, wine));
    const updating = findDialog(page, 'Update Override');
    await updating.getByLabel('Amount *').fill('11');
    await send(page, 'DELETE', `/expenses/${expense.id}/overrides/${wine}`);
    await press(updating, 'Update Override');
    await expect(updating.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await expect(updating.getByLabel('Amount *')).toHaveValue('11');
    await press(updating, 'Update Override');
    await expect(updating.getByRole('alert')).toContainText('Override not found');
    await expect(updating.getByLabel('Amount *')).toHaveValue('11');

    await page.goto(`/expenses?expense=${crypto.randomUUID()}`);
    await expect(page.getByText('Expense not found')).toBeVisible();
    await page.goto(`/expenses?dialog=history&subject=${crypto.randomUUID()}`);
    await expect(page.getByText("This expense doesn't exist.")).toBeVisible();
    await page.goto(`/expenses?panel=balance&member=${crypto.randomUUID()}`);
    await expect(page.getByText('Member not found')).toBeVisible();
  });

  test('409: an expense restored by someone else is reported', async ({ page, expense }) => {
    await send(page, 'DELETE', `/expenses/${expense.id}`);
    await page.goto(listPath(expense.title, '&status=deleted'));
    await findMenu(page, expense.title).click();
    await send(page, 'POST', `/expenses/${expense.id}/restore`);
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expectToast(page, 'Failed to restore expense');
    await expect(page.getByText('No expenses found')).toBeVisible();
  });

  test('401: a write after signing out elsewhere is refused', async ({ page, hub }) => {
    await hub.signIn(page.request);
    await page.goto('/expenses?dialog=create');
    const creating = findDialog(page, 'Create New Expense');
    await creating.getByLabel('Title').fill('Too late');
    await creating.getByLabel('Amount *').fill('10');
    await expect(creating).toContainText('1 selected');
    // Signed out as the write leaves: a read answered between would sign this page out before it.
    await page.route('/api/expenses', async (route) => {
      const left = await page.request.post('/api/auth/sign-out');
      expect(left.ok()).toBe(true);
      await route.continue();
    });
    await press(creating, 'Create Expense');
    await expectToast(page, 'Failed to create expense');
    await expectToast(page, 'No auth token available');
    await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  });
});
