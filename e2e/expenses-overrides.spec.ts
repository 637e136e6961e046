/** Adding, updating, deleting overrides and fixing one share; by mouse, by keyboard, by forty. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import {
  addOverride,
  choose,
  everybody,
  expectSound,
  listOf,
  type MadeExpense,
  makeExpense,
  menuOf,
  panelOf,
  readExpense,
  tabTo,
} from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { dialogNamed, expectToast, questionNamed, unique } from './wallets.ts';

test.setTimeout(120_000);
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const three = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'];

const dinner = (page: Page, amount = 100): Promise<MadeExpense> =>
  makeExpense(page, { title: unique('Dinner'), amount, people: three });

test.describe('with the mouse', () => {
  test('an override is added, updated and deleted; shares follow, to the cent', async ({
    page,
  }) => {
    const expense = await dinner(page);
    await page.goto(listOf(expense.title));
    await choose(page, expense.title, 'Add Overrides');
    const adding = dialogNamed(page, 'Add Override');
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
    await expect(adding).toContainText('$12.50 or $12.51 each on top of their part of the rest.');
    await expect(adding).toContainText(/Shares add up to \$100\.00; .* carries? (the|an) odd cent/);
    const shown = await adding
      .getByRole('listitem')
      .evaluateAll((lines) => lines.map((line) => /\$[\d.]+/.exec(line.textContent ?? '')?.[0]));
    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expectToast(page, 'Override Added');
    await expectToast(page, 'Added $25.01 override for "Wine".');
    await expect(adding).toBeHidden();
    // What was previewed is what the server split.
    const saved = await expectSound(page, expense.id);
    expect(shown.toSorted()).toEqual(
      saved.participantBreakdowns.map((share) => `$${share.amountOwed.toFixed(2)}`).toSorted(),
    );

    await page.getByRole('button', { name: expense.title, exact: true }).click();
    const panel = panelOf(page, expense.title);
    await expect(panel).toContainText('Wine $25.01');
    await expect(panel).toContainText('Split among Diego, Priya');
    await choose(page, 'Wine', 'Update');
    const updating = dialogNamed(page, 'Update Override');
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
    await expectSound(page, expense.id);

    await choose(page, 'Wine pairing', 'Delete');
    const question = questionNamed(page, 'Delete Override');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Override deleted successfully');
    await expect(panel).toContainText('No overrides');
    expect((await expectSound(page, expense.id)).participantBreakdowns).toEqual(
      expense.participantBreakdowns,
    );
  });

  test('what somebody owes is fixed by a press on it; the name is in the label', async ({
    page,
  }) => {
    const expense = await dinner(page);
    await page.goto(`/expenses?expense=${expense.id}`);
    const panel = panelOf(page, expense.title);
    await panel.getByRole('button', { name: /^Owes .*override for Diego Alvarez/ }).click();
    const manual = dialogNamed(page, 'Manual Override');
    await expect(manual).toContainText(/Current Amount\$33\.3[34]/);
    await manual.getByRole('button', { name: 'Create Manual Override' }).click();
    await expect(manual.getByLabel('New Amount *')).toBeFocused();
    await expect(manual.getByText('Enter an amount')).toBeVisible();
    await manual.getByLabel('New Amount *').fill('0');
    await expect(manual.getByRole('list', { name: 'What everybody will owe' })).toContainText(
      '$50.00',
    );
    await manual.getByRole('button', { name: 'Create Manual Override' }).click();
    await expectToast(page, 'Added $0.00 override for "Manual override for Diego Alvarez".');
    await expect(panel).toContainText('Manual override for Diego Alvarez $0.00');
    await expect(
      panel.getByRole('button', { name: /^Owes \$0\.00 *, override for Diego/ }),
    ).toBeVisible();

    // A second one replaces the first, and says so.
    await panel.getByRole('button', { name: /^Owes .*override for Diego Alvarez/ }).click();
    await expect(manual).toContainText('ReplacesManual override for Diego Alvarez');
    await manual.getByLabel('New Amount *').fill('12.5');
    await manual.getByLabel('Label').fill('Left early');
    await manual.getByRole('button', { name: 'Create Manual Override' }).click();
    await expect(panel).toContainText('Left early $12.50');
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(1);
  });

  test('overrides that exceed the total say by how much, and one tap makes them fit', async ({
    page,
  }) => {
    const expense = await dinner(page);
    await addOverride(page, expense, {
      amount: 90,
      label: 'Room',
      names: ['Diego Alvarez'],
      type: 'manual',
    });
    await page.goto(`/expenses?dialog=add-override&subject=${expense.id}`);
    const adding = dialogNamed(page, 'Add Override');
    await adding.getByLabel('Label / Reason *').fill('Wine');
    await adding.getByRole('checkbox', { name: /Priya/ }).check();
    await adding.getByLabel('Amount *').fill('150');
    await expect(adding).toContainText('Overrides exceed the expense amount by $140.00.');
    await adding.getByLabel('Amount *').fill('20');
    await expect(adding).toContainText('Overrides exceed the expense amount by $10.00.');
    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expect(adding.getByLabel('Amount *')).toBeFocused();
    await adding.getByRole('button', { name: 'Use $10.00, which fits' }).click();
    await expect(adding.getByLabel('Amount *')).toHaveValue('10.00');
    await adding.getByRole('button', { name: 'Add Override' }).click();
    await expectToast(page, 'Override Added');
    await expectSound(page, expense.id);

    // An expense made cheaper than its overrides: the amount that they fit is a tap away, too.
    await page.goto(`/expenses?dialog=edit&subject=${expense.id}`);
    const editing = dialogNamed(page, 'Edit Expense');
    await editing.getByLabel('Amount *').fill('80');
    await expect(editing).toContainText('Overrides exceed the expense amount by $20.00.');
    await editing.getByRole('button', { name: 'Set the amount to $100.00, which fits' }).click();
    await editing.getByRole('button', { name: 'Update Expense' }).click();
    await expectToast(page, 'No changes detected');
  });

  test('pressed twice is added once', async ({ page }) => {
    const expense = await dinner(page);
    await page.goto(`/expenses?dialog=add-override&subject=${expense.id}`);
    const adding = dialogNamed(page, 'Add Override');
    await adding.getByLabel('Amount *').fill('10');
    await adding.getByLabel('Label / Reason *').fill('Once');
    await adding.getByRole('checkbox', { name: /Priya/ }).check();
    await adding.getByRole('button', { name: 'Add Override' }).dblclick();
    await expect(adding).toBeHidden();
    expect((await readExpense(page, expense.id)).overrides).toHaveLength(1);
  });
});

test('an override is added, updated and deleted with the keyboard alone', async ({ page }) => {
  const expense = await dinner(page);
  await page.goto(listOf(expense.title));
  await menuOf(page, expense.title).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByRole('menuitem', { name: 'Add Overrides' })).toBeFocused();
  await page.keyboard.press('Enter');
  const adding = dialogNamed(page, 'Add Override');
  await expect(adding.getByLabel('Amount *')).toBeFocused();
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Guests');
  await tabTo(page, adding.getByRole('checkbox', { name: /Diego/ }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Added $30.00 override for "Guests".');
  await expect(adding).toBeHidden();
  await expect(menuOf(page, expense.title)).toBeFocused();

  await page.goto(`/expenses?expense=${expense.id}`);
  const panel = panelOf(page, expense.title);
  await expect(panel.getByText('Guests')).toBeVisible();
  await menuOf(page, 'Guests').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Update' })).toBeFocused();
  await page.keyboard.press('Enter');
  const updating = dialogNamed(page, 'Update Override');
  await expect(updating.getByLabel('Label *')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('45');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Override updated successfully');
  await expect(updating).toBeHidden();
  await expect(panel).toContainText('Guests $45.00');
  await expect(menuOf(page, 'Guests')).toBeFocused();

  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(questionNamed(page, 'Delete Override')).toBeVisible();
  await tabTo(page, questionNamed(page, 'Delete Override').getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await expectToast(page, 'Override deleted successfully');
  await expect(panel).toContainText('No overrides');
});

test('forty share an expense, and some of them an override', async ({ page }) => {
  const people = (await everybody(page)).slice(0, 40).map(({ displayName }) => displayName);
  const expense = await makeExpense(page, { title: unique('Gala'), amount: 1_000.01, people });
  await page.goto(`/expenses?dialog=add-override&subject=${expense.id}`);
  const adding = dialogNamed(page, 'Add Override');
  await expect(adding.getByRole('checkbox')).toHaveCount(40);
  await adding.getByLabel('Amount *').fill('100');
  await adding.getByLabel('Label / Reason *').fill('Tables');
  await adding.getByLabel('Filter by name').fill(people[6] ?? '');
  await adding.getByRole('button', { name: 'Select all' }).click();
  await adding.getByLabel('Filter by name').fill('');
  await adding.getByRole('button', { name: 'Select all' }).click();
  await expect(adding).toContainText('40 selected');
  await expect(adding).toContainText('$2.50 each on top of their part of the rest.');
  await adding.getByRole('button', { name: 'Add Override' }).click();
  await expectToast(page, 'Override Added');
  await expect(adding).toBeHidden();
  expect((await expectSound(page, expense.id)).overrides).toHaveLength(1);

  await page.goto(`/expenses?expense=${expense.id}`);
  const panel = panelOf(page, expense.title);
  await expect(panel.getByRole('button', { name: /^Owes/ })).toHaveCount(39);
});

test.describe('the address', () => {
  test('names each dialog: it opens by a link, and Back closes it', async ({ page }) => {
    const expense = await dinner(page);
    await page.goto(`/expenses?expense=${expense.id}`);
    const panel = panelOf(page, expense.title);
    await panel.getByRole('button', { name: /^Owes .*override for Diego/ }).click();
    await expect(dialogNamed(page, 'Manual Override')).toBeVisible();
    await expect(page).toHaveURL(/dialog=manual-override/);
    await page.reload();
    await expect(dialogNamed(page, 'Manual Override')).toBeVisible();
    await page.goBack();
    await expect(dialogNamed(page, 'Manual Override')).toBeHidden();
    await expect(panel).toBeVisible();
    // What it cannot be about is not there.
    await page.goto(`/expenses?dialog=update-override&subject=${expense.id}&part=${expense.id}`);
    await expect(page).not.toHaveURL(/dialog=/);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`nothing is wrong for assistive technology, ${colorScheme}`, () => {
    test.use({ colorScheme });
    for (const width of [360, 1280]) {
      test(`at ${width} px`, async ({ page }) => {
        test.setTimeout(120_000);
        await page.setViewportSize({ width, height: 800 });
        const { id } = await dinner(page);
        const expense = await addOverride(page, await readExpense(page, id), {
          amount: 20,
          label: 'Wine',
          names: ['Diego Alvarez'],
        });
        const part = expense.overrides[0]?.id ?? '';
        const diego = (await everybody(page)).find((user) => user.displayName === 'Diego Alvarez');
        const about = `&subject=${expense.id}`;
        await page.goto(`/expenses?dialog=add-override${about}`);
        const adding = dialogNamed(page, 'Add Override');
        await adding.getByRole('button', { name: 'Add Override' }).click();
        await expect(adding.getByRole('alert')).toBeVisible();
        await expectAccessible(page, 'add override, refused', '[role=dialog]');
        await adding.getByLabel('Amount *').fill('95');
        await adding.getByRole('checkbox', { name: /Priya/ }).check();
        await expect(adding.getByRole('button', { name: /which fits/ })).toBeVisible();
        await expectAccessible(page, 'add override, exceeding', '[role=dialog]');
        await page.goto(`/expenses?dialog=update-override${about}&part=${part}`);
        await expect(dialogNamed(page, 'Update Override')).toBeVisible();
        await expectAccessible(page, 'update override', '[role=dialog]');
        await page.goto(`/expenses?dialog=manual-override${about}&part=${diego?.id}`);
        await dialogNamed(page, 'Manual Override').getByLabel('New Amount *').fill('1');
        await expectAccessible(page, 'manual override', '[role=dialog]');
        await page.goto(`/expenses?dialog=delete-override${about}&part=${part}`);
        await expect(questionNamed(page, 'Delete Override')).toBeVisible();
        await expectAccessible(page, 'delete override', '[role=alertdialog]');
      });
    }
  });
}
