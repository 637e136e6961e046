/** Finding expenses, deleting and restoring them, and their history. */
import type { Page } from '@playwright/test';
import { demoPeople } from '#app/server/demo/people.ts';
import {
  addOverride,
  chooseAction,
  findMenu,
  findPanel,
  listPath,
  makeExpense,
} from './expenses.ts';
import { exportCsv } from './export-csv.ts';
import { tabTo } from './input.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findAlertDialog, findDialog, findRow, send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

const pair = ['Maya Chen', 'Diego Alvarez'];

/** Creates three expenses whose titles share a unique word. */
async function createThreeExpenses(page: Page): Promise<string> {
  const word = unique('Shelf');
  await makeExpense(page, { title: `${word} A`, amount: 30, people: pair, category: 'Travel' });
  await makeExpense(page, {
    title: `${word} B`,
    amount: 10,
    people: ['Diego Alvarez', 'Priya Raman', 'Maya Chen'],
    expenseDate: '2024-03-05T18:00:00.000Z',
  });
  await makeExpense(page, { title: `${word} C`, amount: 20, people: ['Priya Raman'] });
  return word;
}

/** The buttons that open the listed expenses. */
const listed = (page: Page) =>
  page
    .getByRole('table', { name: 'Expenses' })
    .or(page.getByRole('list', { name: 'Expenses' }))
    .getByRole('button', { name: /^Shelf/ });

const titles = (page: Page) =>
  listed(page).evaluateAll((buttons) => buttons.map((button) => button.textContent?.at(-1)));

test.describe('with the mouse', () => {
  test('search, filters and sort order are kept in the address', async ({ page }) => {
    const word = await createThreeExpenses(page);
    await page.goto('/expenses?page=2');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search expenses...' }).fill(word);
    await expect(listed(page)).toHaveCount(3);
    await expect(page).toHaveURL(/searchTerm=Shelf/);
    await expect(page).not.toHaveURL(/page=/);

    const bar = page.getByRole('search', { name: 'Expenses' });
    await bar.getByLabel('Paid By').selectOption({ label: 'Diego Alvarez' });
    await expect(listed(page)).toHaveCount(1);
    await expect.poll(() => titles(page)).toEqual(['B']);
    await bar.getByLabel('Paid By').selectOption({ label: 'Paid by anyone' });
    await bar.getByLabel('Participant').selectOption({ label: 'Priya Raman' });
    await expect(listed(page)).toHaveCount(2);
    await bar.getByLabel('Participant').selectOption({ label: 'Any participant' });
    await bar.getByLabel('Category').focus();
    await bar.getByLabel('Category').selectOption('Travel');
    await expect.poll(() => titles(page)).toEqual(['A']);
    await bar.getByLabel('Category').selectOption({ label: 'All categories' });
    await bar.getByLabel('From', { exact: true }).fill('2024-03-05');
    await bar.getByLabel('To', { exact: true }).fill('2024-03-05');
    await expect.poll(() => titles(page)).toEqual(['B']);
    await expect(page.getByText('1 expense, $10.00')).toBeVisible();
    await bar.getByLabel('Period').selectOption({ label: 'All time' });
    await expect(listed(page)).toHaveCount(3);
    await bar.getByLabel('Period').selectOption({ label: 'Last year' });
    await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
    await expect(bar.getByLabel('Period').locator(':checked')).toHaveText('Last year');
    await bar.getByLabel('From', { exact: true }).fill('2024-03-05');
    await bar.getByLabel('To', { exact: true }).fill('2024-03-05');
    await expect(bar.getByLabel('Period').locator(':checked')).toHaveText('Other days');
    await bar.getByLabel('Status').selectOption('settled');
    await expect(page.getByText('No expenses found')).toBeVisible();
    await expect(page).toHaveURL(/from=2024-03-05/);
    await page.reload();
    await expect(page.getByText('No expenses found')).toBeVisible();
    await page.getByRole('button', { name: 'Show All Expenses' }).last().click();
    await expect(page).toHaveURL('/expenses');
    await expect(page.getByRole('searchbox', { name: 'Search expenses...' })).toHaveValue('');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
  });

  test('the list shows each day with its subtotal, and the view by member is kept', async ({
    page,
  }) => {
    const word = await createThreeExpenses(page);
    await page.goto(listPath(word));
    const day = page.getByRole('row').filter({ hasText: 'Subtotal' });
    await expect(day).toHaveText([/Subtotal \$50\.00/, /^Mar 5, 2024Subtotal \$10\.00/]);
    const row = page.getByRole('row').filter({ hasText: `${word} B` });
    await expect(row).toContainText('Diego');
    await expect(row).toContainText('Maya Chen, Diego Alvarez, Priya Raman');
    await expect(row.getByText(/^\$3\.3[34]$/)).toBeVisible();
    await expect(page.getByText('3 expenses, $60.00')).toBeVisible();
    expect(await exportCsv(page)).toHaveLength(3);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(row.getByText('$10.00')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add Expense' })).toBeHidden();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.getByRole('columnheader').first()).toHaveCSS('position', 'static');
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    const own = page.getByRole('row').filter({ hasText: `${word} A` });
    await expect(own).toContainText('You');
    await expect(own.getByText('$15.00')).toBeVisible();
    await page.getByRole('columnheader', { name: 'Your Share' }).getByRole('button').click();
    await expect.poll(() => titles(page)).toEqual(['B', 'A', 'C']);
    await expect(day).toHaveCount(0);

    await page.getByText('By Member', { exact: true }).click();
    await expect(page).toHaveURL(/view=members/);
    await expect(page.getByRole('columnheader', { name: 'Expense Details' })).toBeVisible();
    await page.goto('/expenses');
    await expect(page.getByRole('columnheader', { name: 'Expense Details' })).toBeVisible();
    await page.getByText('List', { exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Your Share' })).toBeVisible();
    await expect(page).toHaveURL('/expenses?view=list');
  });

  test('nothing moves under the pointer when the own balance arrives late', async ({ page }) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/expenses\/standings/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto('/expenses');
    const add = page.getByRole('button', { name: 'Add Expense' });
    const before = await add.boundingBox();
    await expect(page.getByText('Loading your balance...')).toBeAttached();
    answer();
    await expect(page.getByRole('region', { name: 'Your balance' })).toContainText('Wallet');
    expect(await add.boundingBox()).toEqual(before);
  });

  test('a column header sorts ascending, descending and not at all', async ({ page }) => {
    const word = await createThreeExpenses(page);
    const total = page.getByRole('columnheader', { name: 'Total' });
    await page.goto(listPath(word, '&view=members'));
    await expect(total).toHaveAttribute('aria-sort', 'none');
    await total.getByRole('button').click();
    await expect(total).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => titles(page)).toEqual(['A', 'C', 'B']);
    await total.getByRole('button').click();
    await expect(total).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(() => titles(page)).toEqual(['B', 'C', 'A']);
    await total.getByRole('button').click();
    await expect(total).toHaveAttribute('aria-sort', 'none');
    await page.getByRole('columnheader', { name: 'Count' }).getByRole('button').click();
    await expect.poll(() => titles(page)).toEqual(['B', 'A', 'C']);
    // A member's column sorts by what they owe, then what they paid, then the rest.
    const priya = page.getByRole('columnheader', { name: 'Priya' });
    await priya.getByRole('button').click();
    await expect(priya).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => titles(page)).toEqual(['B', 'C', 'A']);
    await expect(page).toHaveURL(/sort=member.*memberId=/);
    await page.getByLabel('Sort by').selectOption({ label: 'Your share, largest first' });
    await expect.poll(() => titles(page)).toEqual(['B', 'A', 'C']);
    await page.getByLabel('Sort by').selectOption({ label: 'Oldest first' });
    await expect.poll(async () => (await titles(page))[0]).toBe('B');
    await expect(page).toHaveURL(/sort=date/);
  });

  test('a deleted expense is found by its status and restored, and its history shows both', async ({
    page,
  }) => {
    const title = unique('Fleeting');
    const expense = await makeExpense(page, { title, amount: 12.5, people: pair });
    await addOverride(page, expense, { amount: 2, label: 'Tip', names: ['Diego Alvarez'] });
    await send(
      page,
      'PATCH',
      `/expenses/${expense.id}`,
      [{ op: 'replace', path: '/amount', value: 13 }],
      { 'content-type': 'application/json-patch+json' },
    );
    await page.goto(listPath(title));
    await chooseAction(page, title, 'Delete');
    await findAlertDialog(page, 'Delete Expense').getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Expense deleted successfully');
    await expect(page.getByText('No expenses found')).toBeVisible();

    await page.getByRole('search').getByLabel('Status').selectOption({ label: 'Deleted' });
    await expect(findRow(page, title)).toContainText('deleted');
    await findMenu(page, title).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Restore', 'History']);
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expectToast(page, 'Expense restored');
    await expect(page.getByText('No expenses found')).toBeVisible();
    await page.getByRole('search').getByLabel('Status').selectOption({ label: 'Open' });
    await expect(findRow(page, title)).toContainText('open');

    await chooseAction(page, title, 'History');
    const history = findDialog(page, 'History');
    await expect(
      history.getByRole('list', { name: 'Changes, newest first' }).locator('> li'),
    ).toHaveText([
      /Maya Chen restored the expense/,
      /Maya Chen deleted the expense/,
      /Maya Chen changed the expense.*Amount\$12\.50.*\$13\.00/,
      /Maya Chen added an override.*OverrideTip \$2\.00, Diego Alvarez/,
      /Maya Chen logged the expense.*Paid ByMaya Chen.*ParticipantsDiego Alvarez, Maya Chen/,
    ]);
    await page.goBack();
    await expect(history).toBeHidden();
  });
});

test('a page beyond the end leads to the last one', async ({ page }) => {
  const word = await createThreeExpenses(page);
  await page.goto(listPath(word, '&page=7'));
  await expect(listed(page)).toHaveCount(3);
  await expect(page).toHaveURL(/searchTerm=Shelf/);
  await expect(page).not.toHaveURL(/page=/);
  await page.goto('/expenses?page=9000');
  await expect(page.getByText(/^Page (\d+) of \1$/)).toBeVisible();
  await page.goto('/events?when=past&page=9000');
  await expect(page.getByText(/^Page (\d+) of \1$/)).toBeVisible();
});

test('the list is searched and sorted with the keyboard alone', async ({ page }) => {
  const word = await createThreeExpenses(page);
  await page.goto('/expenses');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search expenses...' }).focus();
  await page.keyboard.type(word);
  await expect(listed(page)).toHaveCount(3);
  const total = page.getByRole('columnheader', { name: 'Total' });
  await tabTo(page, total.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(total).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => titles(page)).toEqual(['A', 'C', 'B']);
  // The header keeps the focus while the rows change.
  await page.keyboard.press('Space');
  await expect.poll(() => titles(page)).toEqual(['B', 'C', 'A']);
});

test('forty participants have a column each, and the first column stays fixed', async ({
  page,
}) => {
  // Members of the demo, because those that journeys create may leave.
  const people = demoPeople.slice(0, 40).map(({ displayName }) => displayName);
  const title = unique('Forty');
  await makeExpense(page, { title, amount: 400, people });
  await page.goto(listPath(title, '&view=members'));
  const table = page.getByRole('table', { name: 'Expenses' });
  await expect(table.getByRole('columnheader')).toHaveCount(4 + 40 + 1);
  expect((await table.boundingBox())?.width).toBeGreaterThanOrEqual(432 + 80 * 40);
  const row = findRow(page, title);
  const header = row.getByRole('rowheader');
  const before = await header.boundingBox();
  await page
    .getByRole('region', { name: 'Expenses' })
    .last()
    .evaluate((frame) => {
      frame.scrollLeft = 2_000;
    });
  expect((await header.boundingBox())?.x).toBe(before?.x);
  await expect(row.getByText('$10.00').last()).toBeAttached();
  await expect(row.getByText('Paid', { exact: true })).toHaveCount(1);

  // It uses the whole window, and shows the others on demand.
  const card = await page.getByRole('region', { name: 'Expense Breakdown' }).boundingBox();
  expect(card?.width).toBeGreaterThanOrEqual(1280 - 64);
  await page.getByRole('switch', { name: 'All Members' }).check();
  await expect(table.getByRole('columnheader', { name: 'Raj' })).toBeAttached();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'All Members' })).toBeChecked();
  await expect(table.getByRole('columnheader', { name: 'Raj' })).toBeAttached();

  // On a phone, the total and an own share fit beside the first column, or a total of ten digits.
  await page.setViewportSize({ width: 360, height: 740 });
  const area = await page.getByRole('region', { name: 'Expenses' }).last().boundingBox();
  const first = await header.boundingBox();
  expect((area?.width ?? 0) - (first?.width ?? 0)).toBeGreaterThanOrEqual(150);
  await row.getByText('$400.00').click({ trial: true });
  await expect(table.getByRole('columnheader').nth(2)).toHaveText('Maya C.');
  await expect(table.getByRole('columnheader').nth(2)).toBeInViewport({ ratio: 0.8 });
});

test('the shares of each month are on Home and lead to its expenses', async ({ page }) => {
  type Spending = { months: { month: string; amount: number }[] };
  const before = await send<Spending>(page, 'GET', '/expenses/spending');
  const { month, amount } = before.months[4] ?? { month: '', amount: 0 };
  const title = unique('Shelf');
  await makeExpense(page, {
    title,
    amount: 50,
    people: pair,
    expenseDate: `${month}-15T18:00:00.000Z`,
  });
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Your Shares by Month' });
  const expected = `$${(amount + 25).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const bars = card.getByRole('link');
  await expect(bars).toHaveCount(12);
  const bar = bars.nth(4);
  await expect(bar).toHaveAccessibleName(new RegExp(`: ${expected.replace(/[$.]/g, '\\$&')}$`));
  await expect(card.getByRole('paragraph').first()).not.toHaveText(expected);
  await bar.focus();
  await expect(card.getByRole('paragraph').first()).toHaveText(expected);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`from=${month}-01&to=${month}-`));
  await expect(page.getByText(title)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('one button opens the filters, which apply once the list is shown', async ({ page }) => {
    const word = await createThreeExpenses(page);
    await page.goto(listPath(word));
    await expect(listed(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const filters = findDialog(page, 'Filters');
    await filters.getByLabel('Paid By').selectOption({ label: 'Diego Alvarez' });
    await filters.getByLabel('Sort by').selectOption({ label: 'Smallest first' });
    await filters.getByRole('button', { name: 'Show Expenses' }).click();
    await expect(filters).toBeHidden();
    await expect(listed(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await expect(page).toHaveURL(/sort=total/);
    await page.goBack();
    await expect(listed(page)).toHaveCount(3);
    await expect(filters).toBeHidden();
  });
});

test('a click anywhere in a row opens its expense, except on a control or to select text', async ({
  page,
}) => {
  const word = await createThreeExpenses(page);
  const panel = findPanel(page, `${word} A`);
  for (const view of ['', '&view=members']) {
    await page.goto(listPath(word, view));
    const row = findRow(page, `${word} A`);
    const total = row.getByText('$30.00', { exact: true });
    await findMenu(page, `${word} A`).click();
    await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible();
    // The press that closes the menu opens nothing.
    await total.click();
    await expect(page.getByRole('menuitem', { name: 'History' })).toBeHidden();
    await expect(panel).toBeHidden();
    const { x, y, width, height } = (await total.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    };
    await page.mouse.move(x + 1, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 1, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()))).toContain('30');
    await expect(panel).toBeHidden();
    // Text stays selected while it is clicked, so elsewhere.
    await row.getByText('open', { exact: true }).filter({ visible: true }).click();
    await expect(panel).toBeVisible();
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(panel).toBeHidden();
    await expect(row.getByRole('button', { name: `${word} A`, exact: true })).toBeFocused();
  }
});
