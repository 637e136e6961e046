/**
 * Every message about expenses when the server refuses what somebody else made impossible meanwhile;
 * nothing that was typed is lost, and nothing is changed.
 */
import type { Locator } from '@playwright/test';
import {
  about,
  expectOverrideTyped,
  fillOverride,
  press,
  settle,
  test,
  three,
  touch,
} from './expense-failures.ts';
import {
  addOverride,
  choose,
  expectSound,
  listOf,
  makeExpense,
  menuOf,
  readExpense,
} from './expenses.ts';
import { expect } from './journey.ts';
import { dialogNamed, expectToast, holdable, questionNamed, send, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });
test.describe.configure({ mode: 'default' });
test.setTimeout(150_000);

test.describe('the server refuses', () => {
  test('409: settled meanwhile; nothing typed is lost, nothing is changed', async ({
    page,
    expense,
  }) => {
    const why = "This expense is settled and can't be changed";
    const [wine] = expense.overrides;
    // Each page was opened before; the settlement comes from elsewhere.
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
    for (const [name, title, fill, button, words] of dialogs) {
      const own = await addOverride(
        page,
        await makeExpense(page, { title: unique('Settled'), amount: 100, people: three }),
        { amount: 10, label: 'Wine', names: ['Grace Hopper'] },
      );
      await page.goto(about(name, own, own.overrides[0]?.id));
      const dialog = dialogNamed(page, title);
      await fill(dialog);
      await settle(page, own);
      await press(dialog, button);
      await expectToast(page, words);
      await expect(dialog.getByRole('alert')).toContainText(why);
      if (name === 'add-override') await expectOverrideTyped(dialog);
      else await expect(dialog.getByLabel('Amount *')).toHaveValue('11');
      expect((await expectSound(page, own.id)).overrides).toEqual(own.overrides);
    }
    await page.goto(about('delete-override', expense, wine?.id));
    const question = questionNamed(page, 'Delete Override');
    await expect(question).toBeVisible();
    await settle(page, expense);
    await press(question, 'Delete');
    await expectToast(page, 'Failed to delete override');
    await expect(question.getByRole('alert')).toContainText(why);
    expect((await readExpense(page, expense.id)).overrides).toHaveLength(1);
  });

  test('409: edited, deleted or settled after somebody settled it', async ({ page, hub }) => {
    await hub.signIn(page.request);
    for (const [entry, dialog, button, words] of [
      [
        'Edit Expense',
        dialogNamed(page, 'Edit Expense'),
        'Update Expense',
        'Failed to update expense',
      ],
      ['Delete', questionNamed(page, 'Delete Expense'), 'Delete', 'Failed to delete expense'],
      [
        'Settle Expense',
        questionNamed(page, 'Settle Expense'),
        'Settle Expense',
        'Failed to settle expense',
      ],
    ] as const) {
      const own = await makeExpense(page, { title: unique('Late'), amount: 9, people: three });
      await page.goto(listOf(own.title));
      await choose(page, own.title, entry);
      if (entry === 'Edit Expense') await dialog.getByLabel('Category').fill('Typed');
      await settle(page, own);
      await press(dialog, button);
      await expectToast(page, words);
      await expect(dialog.getByRole('alert')).toContainText(
        "This expense is settled and can't be changed",
      );
      if (entry === 'Edit Expense')
        await expect(dialog.getByLabel('Category')).toHaveValue('Typed');
    }
  });

  test('412: changed meanwhile; saved again it is made on the newest version', async ({
    page,
    expense,
  }) => {
    await page.goto(about('add-override', expense));
    const adding = dialogNamed(page, 'Add Override');
    await fillOverride(adding);
    await touch(page, expense);
    await press(adding, 'Add Override');
    await expectToast(page, 'Failed to add override. Please try again.');
    await expect(adding.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await expectOverrideTyped(adding);
    await press(adding, 'Add Override');
    await expectToast(page, 'Override Added');
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(2);

    const reads = await holdable(page, 'GET');
    await page.goto(about('delete-override', expense, expense.overrides[0]?.id));
    const question = questionNamed(page, 'Delete Override');
    await expect(question).toBeVisible();
    await touch(page, expense);
    reads.hold();
    await press(question, 'Delete');
    // Nothing can be pressed before the version is there that the next press is about.
    await expect.poll(reads.held).toBeGreaterThan(0);
    await expect(question.getByRole('button', { name: 'Deleting...' })).toBeDisabled();
    reads.letGo();
    await expect(question.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await press(question, 'Delete');
    await expectToast(page, 'Override deleted successfully');

    await page.goto(about('edit', expense));
    const editing = dialogNamed(page, 'Edit Expense');
    await editing.getByLabel('Category').fill('Typed');
    await touch(page, expense);
    await press(editing, 'Update Expense');
    await expectToast(page, 'Failed to update expense');
    await expect(editing.getByRole('alert')).toContainText(
      'Someone else changed this expense while you were editing',
    );
    await expect(editing.getByLabel('Category')).toHaveValue('Typed');
    await press(editing, 'Update Expense');
    await expectToast(page, 'Expense updated successfully');
  });

  test('422: a participant who left meanwhile, and overrides that would be dropped', async ({
    page,
    hub,
    expense,
  }) => {
    const id = await hub.addMember('Linus', unique('Leaver'));
    await page.goto('/expenses?dialog=create');
    const creating = dialogNamed(page, 'Create New Expense');
    await creating.getByLabel('Title').fill('With Linus');
    await creating.getByLabel('Amount *').fill('10');
    await creating.getByRole('checkbox', { name: /Linus/ }).check();
    await hub.sql(`update member set status = 'disabled' where id = $1`, [id]);
    await press(creating, 'Create Expense');
    await expectToast(page, 'Failed to create expense');
    await expect(creating.getByRole('alert')).toContainText(
      'Everyone on an expense must be an active member',
    );
    await expect(creating.getByLabel('Title')).toHaveValue('With Linus');

    await page.goto(about('edit', expense));
    const editing = dialogNamed(page, 'Edit Expense');
    await editing.getByRole('checkbox', { name: /Grace/ }).uncheck();
    await press(editing, 'Update Expense');
    await expectToast(page, 'Failed to update expense');
    await expect(editing.getByRole('alert')).toContainText('"Wine"');
    await press(editing, 'Remove Overrides and Update');
    await expectToast(page, 'Expense updated successfully');
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(0);
  });

  test('404: an override deleted meanwhile, an expense that is not there', async ({
    page,
    expense,
  }) => {
    const wine = expense.overrides[0]?.id ?? '';
    await page.goto(about('update-override', expense, wine));
    const updating = dialogNamed(page, 'Update Override');
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

  test('409: restored by somebody else meanwhile', async ({ page, expense }) => {
    await send(page, 'DELETE', `/expenses/${expense.id}`);
    await page.goto(listOf(expense.title, '&status=deleted'));
    await menuOf(page, expense.title).click();
    await send(page, 'POST', `/expenses/${expense.id}/restore`);
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expectToast(page, 'Failed to restore expense');
    await expect(page.getByText('No expenses found')).toBeVisible();
  });

  test('401: signed out elsewhere; what is written then has no token', async ({ page, hub }) => {
    await hub.signIn(page.request);
    await page.goto('/expenses?dialog=create');
    const creating = dialogNamed(page, 'Create New Expense');
    await creating.getByLabel('Title').fill('Too late');
    await creating.getByLabel('Amount *').fill('10');
    await expect(creating.getByRole('checkbox', { checked: true })).toHaveCount(1);
    const left = await page.request.post('/api/auth/sign-out');
    expect(left.ok()).toBe(true);
    await press(creating, 'Create Expense');
    await expectToast(page, 'Failed to create expense');
    await expectToast(page, 'No auth token available');
    await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  });
});
