/** Adding, updating and deleting overrides, fixing one share, and the addresses of the dialogs. */
import type { Page } from '@playwright/test';
import {
  addOverride,
  chooseAction,
  expectSharesAddUp,
  findPanel,
  listPath,
  listUsers,
  type MadeExpense,
  makeExpense,
  readExpense,
} from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findAlertDialog, findDialog, send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const three = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];

const createDinner = (page: Page, amount = 100): Promise<MadeExpense> =>
  makeExpense(page, { title: unique('Dinner'), amount, people: three });

test.describe('with the mouse', () => {
  test('adding, updating and deleting an override changes the shares to the cent', async ({
    page,
  }) => {
    const expense = await createDinner(page);
    await page.goto(listPath(expense.title));
    await chooseAction(page, expense.title, 'Add Overrides');
    const adding = findDialog(page, 'Add Override');
    await expect(adding).toContainText(expense.title);
    await expect(adding).toContainText('Total $100.00');

    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expect(adding.getByRole('alert')).toContainText(
      'Validation ErrorPlease fill in all fields and select at least one participant.',
    );
    await expect(adding.getByLabel('Amount *')).toBeFocused();
    await adding.getByLabel('Label / Reason *').fill('Wine');
    await adding.getByRole('checkbox', { name: /Diego/ }).check();
    await adding.getByRole('checkbox', { name: /Priya/ }).check();
    for (const amount of ['0', '100', '-5']) {
      await adding.getByLabel('Amount *').fill(amount);
      await adding.getByRole('button', { name: 'Add Override' }).click();
      await expect(adding.getByRole('alert')).toContainText(
        'Invalid AmountOverride amount must be greater than 0 and less than the total expense amount.',
      );
    }
    await adding.getByLabel('Amount *').fill('25.01');
    await expect(adding).toContainText('$12.50 or $12.51 each on top of their share of the rest.');
    await expect(adding).toContainText(/Shares add up to \$100\.00; .* pays? 1¢ more/);
    const shown = await adding
      .getByRole('listitem')
      .evaluateAll((lines) => lines.map((line) => /\$[\d.]+/.exec(line.textContent ?? '')?.[0]));
    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expectToast(page, 'Override Added');
    await expectToast(page, 'Added $25.01 override for "Wine".');
    await expect(adding).toBeHidden();
    // The server's split equals the preview.
    const saved = await expectSharesAddUp(page, expense.id);
    expect(shown.toSorted()).toEqual(
      saved.participantBreakdowns.map((share) => `$${share.amountOwed.toFixed(2)}`).toSorted(),
    );

    await page.getByRole('button', { name: expense.title, exact: true }).click();
    const panel = findPanel(page, expense.title);
    await expect(panel).toContainText('Wine $25.01');
    await expect(panel).toContainText('Split among Diego, Priya');
    await chooseAction(page, 'Wine', 'Update');
    const updating = findDialog(page, 'Update Override');
    await expect(updating.getByLabel('Label *')).toHaveValue('Wine');
    await expect(updating.getByLabel('Amount *')).toHaveValue('25.01');
    await expect(updating.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await updating.getByRole('checkbox', { name: /Diego/ }).uncheck();
    await updating.getByRole('checkbox', { name: /Priya/ }).uncheck();
    await updating.getByRole('button', { name: 'Update Override' }).click();
    await expect(updating).toContainText(
      'Please select at least one participant for the override.',
    );
    await updating.getByRole('checkbox', { name: /Priya/ }).check();
    await updating.getByLabel('Label *').fill('');
    await updating.getByRole('button', { name: 'Update Override' }).click();
    await expect(updating.getByRole('alert')).toContainText('Please fill in all required fields');
    await updating.getByLabel('Label *').fill('Wine pairing');
    await updating.getByRole('button', { name: 'Update Override' }).click();
    await expectToast(page, 'Override updated successfully');
    await expect(panel).toContainText('Wine pairing $25.01');
    await expect(panel).toContainText('Split among Priya');
    await expectSharesAddUp(page, expense.id);

    await chooseAction(page, 'Wine pairing', 'Delete');
    const question = findAlertDialog(page, 'Delete Override');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Override deleted successfully');
    await expect(panel).toContainText('No overrides');
    expect((await expectSharesAddUp(page, expense.id)).participantBreakdowns).toEqual(
      expense.participantBreakdowns,
    );
  });

  test('pressing a share fixes its amount, and the label names the member', async ({ page }) => {
    const expense = await createDinner(page);
    await page.goto(listPath(expense.title, `&expense=${expense.id}`));
    const panel = findPanel(page, expense.title);
    await panel.getByRole('button', { name: /^Owes .*override for Diego Alvarez/ }).click();
    const manual = findDialog(page, 'Manual Override');
    await expect(manual).toContainText(/Current Amount\$33\.3[34]/);
    // The form begins with the current amount, which typing replaces.
    const amount = manual.getByLabel('New Amount *');
    await expect(amount).toHaveValue(/^33\.3[34]$/);
    await expect(amount).toBeFocused();
    await amount.fill('');
    await manual.getByRole('button', { name: 'Create Manual Override' }).click();
    await expect(amount).toBeFocused();
    await expect(manual.getByText('Enter an amount')).toBeVisible();
    await amount.fill('12.5');
    await manual.getByLabel('Label').focus();
    await amount.focus();
    await page.keyboard.type('0');
    await expect(amount).toHaveValue('0');
    await expect(manual.getByRole('list', { name: 'New shares' })).toContainText('$50.00');
    await manual.getByRole('button', { name: 'Create Manual Override' }).click();
    await expectToast(page, 'Added $0.00 override for "Manual override for Diego Alvarez".');
    // It says the same as the share above, and is folded away.
    const folded = panel.getByText('Manual override for Diego Alvarez $0.00');
    await expect(folded).toBeHidden();
    await panel.getByText('1 fixed share, as above').click();
    await expect(folded).toBeVisible();
    await expect(
      panel.getByRole('button', { name: /^Owes \$0\.00 *, override for Diego/ }),
    ).toBeVisible();

    // A second one replaces the first, and the dialog says so.
    await panel.getByRole('button', { name: /^Owes .*override for Diego Alvarez/ }).click();
    await expect(manual).toContainText('ReplacesManual override for Diego Alvarez');
    await manual.getByLabel('New Amount *').fill('12.5');
    await manual.getByLabel('Label').fill('Left early');
    await manual.getByRole('button', { name: 'Create Manual Override' }).click();
    await expect(panel.getByText('Left early $12.50')).toBeVisible();
    await panel.getByRole('button', { name: /^Owes .*override for Diego Alvarez/ }).click();
    await expect(amount).toHaveValue('12.50');
    await expect(manual.getByLabel('Label')).toHaveValue('Left early');
    await manual.getByRole('button', { name: 'Cancel' }).click();
    expect((await expectSharesAddUp(page, expense.id)).overrides).toHaveLength(1);
  });

  test('overrides that exceed the total show by how much, and one press corrects the amount', async ({
    page,
  }) => {
    const expense = await createDinner(page);
    await addOverride(page, expense, {
      amount: 90,
      label: 'Room',
      names: ['Diego Alvarez'],
      type: 'manual',
    });
    await page.goto(listPath(expense.title, `&dialog=add-override&subject=${expense.id}`));
    const adding = findDialog(page, 'Add Override');
    await adding.getByLabel('Label / Reason *').fill('Wine');
    await adding.getByRole('checkbox', { name: /Priya/ }).check();
    await adding.getByLabel('Amount *').fill('150');
    await expect(adding).toContainText('Overrides exceed the expense amount by $140.00.');
    await adding.getByLabel('Amount *').fill('20');
    await expect(adding).toContainText('Overrides exceed the expense amount by $10.00.');
    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expect(adding.getByLabel('Amount *')).toBeFocused();
    await adding.getByRole('button', { name: 'Use $10.00 instead' }).click();
    await expect(adding.getByLabel('Amount *')).toHaveValue('10.00');
    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expectToast(page, 'Override Added');
    await expectSharesAddUp(page, expense.id);

    // The same when an expense's amount is lowered below its overrides.
    await page.goto(listPath(expense.title, `&dialog=edit&subject=${expense.id}`));
    const editing = findDialog(page, 'Edit Expense');
    await editing.getByLabel('Amount *').fill('80');
    await expect(editing).toContainText('Shares add up to $20.00 more than the total.');
    await editing.getByRole('button', { name: 'Set the amount to $100.00 instead' }).click();
    await editing.getByRole('button', { name: 'Update Expense' }).click();
    await expectToast(page, 'No changes detected');
  });

  test('a share in percent stays one while its amount is not changed', async ({ page }) => {
    const users = await listUsers(page);
    const participants = three.map(
      (name) => users.find(({ displayName }) => displayName === name)?.id,
    );
    const expense = await send<MadeExpense>(page, 'POST', '/expenses', {
      title: unique('Dinner'),
      amount: 100,
      expenseDate: Temporal.Now.instant().toString(),
      participants,
      paidBy: participants[0],
      overrides: participants.map((id, index) => ({
        type: 'manual',
        amount: 0,
        label: `Third ${index}`,
        participantIds: [id],
        stated: { unit: 'percent', value: '33 1/3' },
      })),
    });
    await page.goto(listPath(expense.title, `&expense=${expense.id}`));
    const updating = findDialog(page, 'Update Override');
    const save = updating.getByRole('button', { name: 'Update Override' });
    await chooseAction(page, 'Third 0', 'Update');
    await save.click();
    await expectToast(page, 'No changes detected');
    await chooseAction(page, 'Third 0', 'Update');
    await updating.getByLabel('Label *').fill('Birthday');
    await save.click();
    await expectToast(page, 'Override updated successfully');
    const [first, ...others] = expense.overrides;
    expect((await readExpense(page, expense.id)).overrides).toEqual([
      { ...first, label: 'Birthday' },
      ...others,
    ]);

    // Another amount is a fixed one.
    await chooseAction(page, 'Birthday', 'Update');
    await updating.getByLabel('Amount *').fill('33');
    await expect(updating).toContainText('must add up to the expense amount');
  });

  test('a double click adds one override', async ({ page }) => {
    const expense = await createDinner(page);
    await page.goto(listPath(expense.title, `&dialog=add-override&subject=${expense.id}`));
    const adding = findDialog(page, 'Add Override');
    await adding.getByLabel('Amount *').fill('10');
    await adding.getByLabel('Label / Reason *').fill('Once');
    await adding.getByRole('checkbox', { name: /Priya/ }).check();
    await adding.getByRole('button', { name: 'Add Override' }).dblclick();
    await expect(adding).toBeHidden();
    expect((await readExpense(page, expense.id)).overrides).toHaveLength(1);
  });
});

test.describe('in the form', () => {
  test.use({ allowFailedRequests: true });

  test('shares of an expense are edited in place, and percentages follow its amount', async ({
    page,
  }) => {
    const expense = await createDinner(page);
    await page.goto(
      listPath(expense.title, `&expense=${expense.id}&dialog=edit&subject=${expense.id}`),
    );
    const editing = findDialog(page, 'Edit Expense');
    const diego = editing.getByLabel('Percent for Diego Alvarez');
    await editing.getByText('Percent', { exact: true }).click();
    await diego.fill('101');
    await expect(editing).toContainText('The percentages add up to 101%, not 100%.');
    await diego.fill('12.5');
    await expect(editing).toContainText('$12.50');
    await editing.getByRole('button', { name: 'Update Expense' }).click();
    await expectToast(page, 'Expense updated successfully');
    const panel = findPanel(page, expense.title);
    await expect(panel.getByRole('listitem').filter({ hasText: 'Owes $12.50' })).toContainText(
      '12.5%',
    );

    // It opens as it was stated, and the share follows the amount.
    await page.goto(listPath(expense.title, `&dialog=edit&subject=${expense.id}`));
    await expect(diego).toHaveValue('12.5');
    await editing.getByLabel('Amount *').fill('200');
    await expect(editing).toContainText('$25.00');

    // What only the server refuses is shown at the shares, and nothing typed is lost.
    const refusal = 'Override amount must be 0 or more.';
    await page.route(`**/api/expenses/${expense.id}`, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 422,
            json: {
              code: 'override_amount_negative',
              message: refusal,
              field: 'overrides.0.amount',
            },
          })
        : route.continue(),
    );
    await editing.getByRole('button', { name: 'Update Expense' }).click();
    await expect(editing.getByRole('group', { name: 'Shares' })).toContainText(refusal);
    await expect(diego).toHaveValue('12.5');
    await page.unroute(`**/api/expenses/${expense.id}`);
    await editing.getByRole('button', { name: 'Update Expense' }).click();
    await expectToast(page, 'Expense updated successfully');
    const shares = (await expectSharesAddUp(page, expense.id)).participantBreakdowns;
    expect(shares.map(({ amountOwed }) => amountOwed).toSorted()).toEqual([25, 87.5, 87.5]);
  });

  test('beside a fixed share, a percentage shows the amount that is saved', async ({ page }) => {
    const expense = await createDinner(page);
    for (const [name = '', amount, stated] of [
      ['Diego Alvarez', 25, { unit: 'percent', value: '25' }],
      ['Priya Raman', 10],
    ] as const) {
      await addOverride(page, expense, {
        amount,
        label: '',
        names: [name],
        type: 'manual',
        stated,
      });
    }
    const open = () => page.goto(listPath(expense.title, `&dialog=edit&subject=${expense.id}`));
    const editing = findDialog(page, 'Edit Expense');
    const share = (name: string) => editing.getByLabel(`Amount for ${name}`);
    const save = async (shares: number[]) => {
      await editing.getByRole('button', { name: 'Update Expense' }).click();
      await expectToast(page, 'Expense updated successfully');
      const { participantBreakdowns } = await expectSharesAddUp(page, expense.id);
      const owed = participantBreakdowns.map(({ amountOwed }) => amountOwed);
      expect(owed.toSorted((one, other) => one - other)).toEqual(shares);
    };

    await open();
    await expect(share('Diego Alvarez')).toHaveValue('25.00');
    await editing.getByLabel('Amount *').fill('200');
    await expect(share('Diego Alvarez')).toHaveValue('50.00');
    await expect(share('Priya Raman')).toHaveValue('10.00');
    await save([10, 50, 140]);

    // Once another share is typed, what was shown stays.
    await open();
    await editing.getByLabel('Amount *').fill('400');
    await share('Priya Raman').fill('20');
    await expect(share('Diego Alvarez')).toHaveValue('100.00');
    await save([20, 100, 280]);
  });
});

test.describe('addresses', () => {
  test('each dialog has an address that opens it, and Back closes it', async ({ page }) => {
    const expense = await createDinner(page);
    await page.goto(listPath(expense.title, `&expense=${expense.id}`));
    const panel = findPanel(page, expense.title);
    await panel.getByRole('button', { name: /^Owes .*override for Diego/ }).click();
    await expect(findDialog(page, 'Manual Override')).toBeVisible();
    await expect(page).toHaveURL(/dialog=manual-override/);
    await page.reload();
    await expect(findDialog(page, 'Manual Override')).toBeVisible();
    await page.goBack();
    await expect(findDialog(page, 'Manual Override')).toBeHidden();
    await expect(panel).toBeVisible();
    // A dialog about something that does not exist does not open.
    await page.goto(
      listPath(expense.title, `&dialog=update-override&subject=${expense.id}&part=${expense.id}`),
    );
    await expect(page).not.toHaveURL(/dialog=/);
  });

  test('what is typed before the names have come stays', async ({ page }) => {
    const expense = await createDinner(page);
    const name = 'Diego Alvarez';
    const { participantBreakdowns, overrides } = await addOverride(page, expense, {
      amount: 10,
      label: `Manual override for ${name}`,
      names: [name],
      type: 'manual',
    });
    expect(overrides).toHaveLength(1);
    const part = participantBreakdowns.find(({ amountOwed }) => amountOwed === 10)?.participantId;
    const { promise: typed, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/api\/(?:users|members|expenses\/balances|expenses\?)/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto(
      listPath(expense.title, `&dialog=manual-override&subject=${expense.id}&part=${part}`),
    );
    const manual = findDialog(page, 'Manual Override');
    await manual.getByLabel('New Amount *').fill('7');
    await expect(manual.getByText(name, { exact: true })).toHaveCount(0);
    release();
    await expect(manual.getByText(name, { exact: true }).first()).toBeVisible();
    await expect(manual.getByLabel('Label')).toHaveValue('');
    await expect(manual.getByLabel('New Amount *')).toHaveValue('7');
  });
});
