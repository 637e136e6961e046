/**
 * Every message about expenses that a failure leads to, each failure provoked at the real server;
 * and whatever fails, nothing that was typed is lost, and nothing is done twice.
 */
import type { Locator, Page } from '@playwright/test';
import {
  addOverride,
  choose,
  expectSound,
  listOf,
  type MadeExpense,
  makeExpense,
  menuOf,
  panelOf,
  readExpense,
} from './expenses.ts';
import { expect, test as journey } from './journey.ts';
import { makeOwnHub, type OwnHub } from './own-hub.ts';
import { dialogNamed, expectToast, questionNamed, rowOf, send, unique } from './wallets.ts';

const three = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'];

const test = journey.extend<{ expense: MadeExpense }, { hub: OwnHub }>({
  hub: [
    async ({ playwright }, provide) => {
      const hub = await makeOwnHub(playwright.request);
      await hub.addMember('Grace', 'Hopper');
      await hub.addMember('Alan', 'Turing');
      await provide(hub);
      await hub.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ hub }, provide) => provide(hub.url),
  /** Of three, open, with an override. */
  expense: async ({ page, hub }, provide) => {
    await hub.signIn(page.request);
    const made = await makeExpense(page, { title: unique('Dinner'), amount: 100, people: three });
    await provide(
      await addOverride(page, made, { amount: 10, label: 'Wine', names: ['Grace Hopper'] }),
    );
  },
});

test.use({ allowFailedRequests: true });
test.describe.configure({ mode: 'default' });
test.setTimeout(150_000);

const unavailable = 'API request failed: 503 Service Unavailable';
const unknownOutcome = 'it is not known whether this was saved';
const late = { timeout: 20_000 };

/** Does something while there is no database; there is one again whatever happens. */
async function withoutDatabase(hub: OwnHub, act: () => Promise<void>): Promise<void> {
  await hub.stopDatabase();
  try {
    await act();
  } finally {
    await hub.startDatabase();
  }
}

const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name }).click();

const settle = (page: Page, { id }: MadeExpense) => send(page, 'POST', `/expenses/${id}/settle`);

/** Somebody else changes the expense. */
const touch = (page: Page, { id }: MadeExpense) =>
  send(
    page,
    'PATCH',
    `/expenses/${id}`,
    [{ op: 'replace', path: '/description', value: unique('Touched') }],
    { 'content-type': 'application/json-patch+json' },
  );

async function fillOverride(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Amount *').fill('20');
  await dialog.getByLabel('Label / Reason *').fill('Typed with care');
  await dialog.getByRole('checkbox', { name: /Alan/ }).check();
}

async function expectOverrideTyped(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('Amount *')).toHaveValue('20');
  await expect(dialog.getByLabel('Label / Reason *')).toHaveValue('Typed with care');
  await expect(dialog.getByRole('checkbox', { name: /Alan/ })).toBeChecked();
}

const about = (dialog: string, { id }: MadeExpense, part = '') =>
  `/expenses?expense=${id}&dialog=${dialog}&subject=${id}${part && `&part=${part}`}`;

test.describe('the database has stopped', () => {
  test('expenses, balances, members and events cannot be read; with Retry they come', async ({
    page,
    hub,
    expense,
  }) => {
    await page.goto('/resources');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await withoutDatabase(hub, async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Expenses' }).first().click();
      const failed = page.getByRole('alert').filter({ hasText: 'Failed to load expenses' });
      await expect(failed).toContainText(unavailable, late);
      await expect(
        page.getByRole('alert').filter({ hasText: 'Failed to load member balances' }),
      ).toContainText(unavailable, late);
      await expectToast(page, 'Failed to load events');
      await page.getByRole('button', { name: 'Add Expense' }).click();
      await expectToast(page, 'Failed to load users');
      const creating = dialogNamed(page, 'Create New Expense');
      await expect(creating).toContainText('The members could not be loaded', late);
      await press(creating, 'Cancel');
      await expect(creating).toBeHidden();
    });
    for (const words of ['Failed to load member balances', 'Failed to load expenses']) {
      await press(page.getByRole('alert').filter({ hasText: words }), 'Retry');
    }
    await expect(rowOf(page, expense.title)).toBeVisible(late);
    await expect(page.getByRole('region', { name: 'Member Balances' })).toContainText('Ada');
  });

  test('an expense is not created, and then once', async ({ page, hub, expense }) => {
    await page.goto('/expenses?dialog=create');
    const creating = dialogNamed(page, 'Create New Expense');
    const title = unique(`After ${expense.title}`);
    await creating.getByLabel('Title').fill(title);
    await creating.getByLabel('Amount *').fill('12.34');
    await expect(creating.getByRole('checkbox', { name: /Grace/ })).toBeVisible();
    await withoutDatabase(hub, async () => {
      await press(creating, 'Create Expense');
      await expectToast(page, 'Failed to create expense');
      await expect(creating.getByRole('alert')).toContainText(unknownOutcome);
      await expect(creating.getByLabel('Title')).toHaveValue(title);
      await expect(creating.getByLabel('Amount *')).toHaveValue('12.34');
    });
    await press(creating, 'Create Expense');
    await expectToast(page, 'Expense created successfully!');
    await page.goto(listOf(title));
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  test('overrides are not added, updated, fixed or deleted, and then once', async ({
    page,
    hub,
    expense,
  }) => {
    const wine = expense.overrides[0]?.id ?? '';
    await page.goto(about('add-override', expense));
    const adding = dialogNamed(page, 'Add Override');
    await fillOverride(adding);
    await withoutDatabase(hub, async () => {
      await press(adding, 'Add Override');
      await expectToast(page, 'Failed to add override. Please try again.');
      await expect(adding.getByRole('alert')).toContainText(unknownOutcome);
      await expectOverrideTyped(adding);
    });
    await press(adding, 'Add Override');
    await expectToast(page, 'Added $20.00 override for "Typed with care".');
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(2);

    await page.goto(about('update-override', expense, wine));
    const updating = dialogNamed(page, 'Update Override');
    await updating.getByLabel('Amount *').fill('11');
    await withoutDatabase(hub, async () => {
      await press(updating, 'Update Override');
      await expectToast(page, 'Failed to update override. Please try again.');
      await expect(updating.getByRole('alert')).toContainText(unknownOutcome);
      await expect(updating.getByLabel('Amount *')).toHaveValue('11');
    });
    await press(updating, 'Update Override');
    await expectToast(page, 'Override updated successfully');

    const [payer] = (await readExpense(page, expense.id)).participantBreakdowns;
    await page.goto(about('manual-override', expense, payer?.participantId));
    const manual = dialogNamed(page, 'Manual Override');
    await manual.getByLabel('New Amount *').fill('7');
    await withoutDatabase(hub, async () => {
      await press(manual, 'Create Manual Override');
      await expectToast(page, 'Failed to add override. Please try again.');
      await expect(manual.getByRole('alert')).toContainText(unknownOutcome);
      await expect(manual.getByLabel('New Amount *')).toHaveValue('7');
    });
    await press(manual, 'Create Manual Override');
    await expect(manual).toBeHidden();
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(3);

    await page.goto(about('delete-override', expense, wine));
    const question = questionNamed(page, 'Delete Override');
    await expect(question).toBeVisible();
    await withoutDatabase(hub, async () => {
      await press(question, 'Delete');
      await expectToast(page, 'Failed to delete override');
      await expect(question.getByRole('alert')).toContainText(unknownOutcome);
    });
    await press(question, 'Delete');
    await expectToast(page, 'Override deleted successfully');
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(2);
  });

  test('an expense is not edited, deleted or settled, and then once', async ({
    page,
    hub,
    expense,
  }) => {
    await page.goto(listOf(expense.title));
    await choose(page, expense.title, 'Edit Expense');
    const editing = dialogNamed(page, 'Edit Expense');
    await editing.getByLabel('Category').fill('Kept');
    await withoutDatabase(hub, async () => {
      await press(editing, 'Update Expense');
      await expectToast(page, 'Failed to update expense');
      await expect(editing.getByRole('alert')).toContainText(unknownOutcome);
      await expect(editing.getByLabel('Category')).toHaveValue('Kept');
    });
    await press(editing, 'Update Expense');
    await expectToast(page, 'Expense updated successfully');

    await choose(page, expense.title, 'Delete');
    const deleting = questionNamed(page, 'Delete Expense');
    await withoutDatabase(hub, async () => {
      await press(deleting, 'Delete');
      await expectToast(page, 'Failed to delete expense');
      await expect(deleting.getByRole('alert')).toContainText(unknownOutcome);
    });
    await press(deleting, 'Cancel');

    await choose(page, expense.title, 'Settle Expense');
    const settling = questionNamed(page, 'Settle Expense');
    await withoutDatabase(hub, async () => {
      await press(settling, 'Settle Expense');
      await expectToast(page, 'Failed to settle expense');
      await expect(settling.getByRole('alert')).toContainText(unknownOutcome);
    });
    await press(settling, 'Settle Expense');
    await expectToast(page, 'Expense settled successfully');
    await expect(rowOf(page, expense.title)).toContainText('settled');
  });
});

test.describe('the server refuses', () => {
  test('409: settled meanwhile; nothing typed is lost, nothing is changed', async ({
    page,
    expense,
  }) => {
    const why = 'This expense is settled and cannot change';
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
        'This expense is settled and cannot change',
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
    await expect(adding.getByRole('alert')).toContainText('This expense was changed meanwhile');
    await expectOverrideTyped(adding);
    await press(adding, 'Add Override');
    await expectToast(page, 'Override Added');
    expect((await expectSound(page, expense.id)).overrides).toHaveLength(2);

    await page.goto(about('delete-override', expense, expense.overrides[0]?.id));
    const question = questionNamed(page, 'Delete Override');
    await expect(question).toBeVisible();
    await touch(page, expense);
    await press(question, 'Delete');
    await expect(question.getByRole('alert')).toContainText('This expense was changed meanwhile');
    await press(question, 'Delete');
    await expectToast(page, 'Override deleted successfully');

    await page.goto(about('edit', expense));
    const editing = dialogNamed(page, 'Edit Expense');
    await editing.getByLabel('Category').fill('Typed');
    await touch(page, expense);
    await press(editing, 'Update Expense');
    await expectToast(page, 'Failed to update expense');
    await expect(editing.getByRole('alert')).toContainText('This expense was changed meanwhile');
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
      'Everybody of an expense must be an active member',
    );
    await expect(creating.getByLabel('Title')).toHaveValue('With Linus');

    await page.goto(about('edit', expense));
    const editing = dialogNamed(page, 'Edit Expense');
    await editing.getByRole('checkbox', { name: /Grace/ }).uncheck();
    await press(editing, 'Update Expense');
    await expectToast(page, 'Failed to update expense');
    await expect(editing.getByRole('alert')).toContainText('"Wine"');
    await press(editing, 'Drop these overrides and update');
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
    await expect(updating.getByRole('alert')).toContainText('This expense was changed meanwhile');
    await expect(updating.getByLabel('Amount *')).toHaveValue('11');
    await press(updating, 'Update Override');
    await expect(updating.getByRole('alert')).toContainText('Override not found');
    await expect(updating.getByLabel('Amount *')).toHaveValue('11');

    await page.goto(`/expenses?expense=${crypto.randomUUID()}`);
    await expect(page.getByText('Expense not found')).toBeVisible();
    await page.goto(`/expenses?dialog=history&subject=${crypto.randomUUID()}`);
    await expect(page.getByText('There never was an expense like that.')).toBeVisible();
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
});

test('the clipboard takes the expense’s id, or refuses it', async ({ page, context, expense }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/expenses?expense=${expense.id}`);
  const copy = panelOf(page, expense.title).getByRole('button', { name: 'Copy Expense ID' });
  await copy.click();
  await expectToast(page, 'Expense ID copied to clipboard');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(expense.id);
  // Whatever is not granted by name is refused from now on.
  await context.clearPermissions();
  await context.grantPermissions(['geolocation']);
  await copy.click();
  await expectToast(page, 'Failed to copy expense ID');
});
