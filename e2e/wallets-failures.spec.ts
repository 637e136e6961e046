/**
 * Every error message of wallets, each caused by a real failure of the server: no input is lost and
 * nothing is done twice.
 */
import { expect } from './journey.ts';
import {
  open,
  press,
  test,
  typed,
  unavailable,
  unknownOutcome,
  withoutDatabase,
} from './wallet-failures.ts';
import {
  countTransactions,
  expectToast,
  expectTyped,
  fillTransaction,
  findAlertDialog,
  findDialog,
  findRow,
  makeTransaction,
  unique,
} from './wallets.ts';

test.use({ allowFailedRequests: true });

test.describe('the database is stopped', () => {
  test('wallets fail to load and load with Retry', async ({ page, hub, wallet }) => {
    await page.goto('/resources');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch wallets' });
    await withoutDatabase(hub, async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'Wallets' }).first().click();
      await expect(failed).toContainText(unavailable, { timeout: 20_000 });
      await expect(page.getByText("Couldn't load owners.")).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add Wallet' })).toBeDisabled();
    });
    await failed.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('link', { name: wallet.name })).toBeVisible();
    for (const what of ['totals', 'owners']) {
      const alert = page.getByRole('alert').filter({ hasText: `Couldn't load ${what}.` });
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(alert).toBeHidden();
    }
    await expect(page.getByRole('button', { name: 'Add Wallet' })).toBeEnabled();
  });

  test('loaded rows stay with a notice that they may be outdated', async ({
    page,
    hub,
    wallet,
  }) => {
    await page.goto('/wallets');
    await expect(page.getByRole('link', { name: wallet.name })).toBeVisible();
    await withoutDatabase(hub, async () => {
      await page.getByRole('button', { name: `Actions for ${wallet.name}` }).click();
      await page.getByRole('menuitem', { name: 'Add Transaction' }).click();
      const adding = findDialog(page, 'Add Transaction');
      await fillTransaction(adding, typed);
      await press(adding, 'Add Transaction');
      // The wallets screen shows the reason in its toasts.
      await expectToast(page, unavailable, 'Error');
      // Whether its reference is there already could not be read.
      await expect(adding.getByRole('alert')).toContainText('This was not saved');
      await expectTyped(adding, typed);
      await expect(page.getByText(/^Couldn't refresh\. Showing /)).toBeAttached({
        timeout: 20_000,
      });
    });
    const adding = findDialog(page, 'Add Transaction');
    await press(adding, 'Add Transaction');
    await expectToast(page, 'Transaction added successfully');
    await expect(adding).toBeHidden();
    await expect(findRow(page, wallet.name)).toContainText('-$12.34');
    expect(await countTransactions(page, wallet)).toBe(1);
  });

  test('a wallet is created exactly once after a failure', async ({ page, hub, wallet }) => {
    await page.goto('/wallets?dialog=create');
    const adding = findDialog(page, 'Add New Wallet');
    const name = unique('Kept');
    await adding.getByLabel('Wallet Name *').fill(name);
    await adding.getByLabel('Owner *').selectOption(wallet.ownerId);
    await adding.getByLabel('Currency *').selectOption('GBP');
    await withoutDatabase(hub, async () => {
      await press(adding, 'Create Wallet');
      await expectToast(page, unavailable, 'Error');
      await expect(adding.getByRole('alert')).toContainText(unknownOutcome);
      await expect(adding.getByLabel('Wallet Name *')).toHaveValue(name);
      await expect(adding.getByLabel('Owner *')).toHaveValue(wallet.ownerId);
      await expect(adding.getByLabel('Currency *')).toHaveValue('GBP');
    });
    await press(adding, 'Create Wallet');
    await expectToast(page, 'Wallet created successfully');
    await page.goto(`/wallets?search=${encodeURIComponent(name)}`);
    await expect(page.getByText('Showing 1 of 1 wallets')).toBeVisible();
  });

  test('details and transactions fail to load and load with Retry', async ({
    page,
    hub,
    wallet,
  }) => {
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await page.goto('/wallets');
    const link = page.getByRole('link', { name: wallet.name });
    await expect(link).toBeVisible();
    await withoutDatabase(hub, async () => {
      await link.click();
      await expectToast(page, 'Failed to load wallet details', 'Error');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        `Wallet ${wallet.id.slice(0, 8)} Transactions`,
      );
      for (const text of [
        'Failed to load wallet details',
        'Failed to fetch transactions. Please try again.',
      ]) {
        await expect(page.getByRole('alert').filter({ hasText: text }).first()).toContainText(
          unavailable,
          { timeout: 20_000 },
        );
      }
      await expect(page.getByRole('button', { name: 'Add Transaction' })).toBeDisabled();
    });
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${wallet.name} Transactions`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(findRow(page, 'Coffee')).toBeVisible();
  });

  test('a transaction is added, edited and deleted exactly once after a failure', async ({
    page,
    hub,
    wallet,
  }) => {
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await open(page, wallet);
    await page.getByRole('button', { name: 'Add Transaction' }).click();
    const adding = findDialog(page, 'Add Transaction');
    // Nothing is read before it is saved, as it would be with a reference.
    const unreferenced = { ...typed, reference: '' };
    await fillTransaction(adding, unreferenced);
    const old = page.getByText(/^Couldn't refresh\. Showing /);
    await withoutDatabase(hub, async () => {
      await press(adding, 'Add Transaction');
      await expectToast(page, 'Failed to add transaction. Please try again.', 'Error');
      await expect(adding.getByRole('alert')).toContainText(unknownOutcome);
      await expectTyped(adding, unreferenced);
      await expect(old).toBeAttached({ timeout: 20_000 });
    });
    await press(adding, 'Add Transaction');
    await expectToast(page, 'Transaction added successfully');
    await expect(adding).toBeHidden();
    await expect(old).toHaveCount(0);
    expect(await countTransactions(page, wallet)).toBe(2);

    await page.getByRole('button', { name: 'Edit Coffee' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    const changed = { ...typed, description: 'Tea' };
    await fillTransaction(editing, changed);
    await withoutDatabase(hub, async () => {
      await press(editing, 'Update Transaction');
      await expectToast(page, 'Failed to update transaction. Please try again.', 'Error');
      await expect(editing.getByRole('alert')).toContainText(unknownOutcome);
      await expectTyped(editing, changed);
    });
    await press(editing, 'Update Transaction');
    await expectToast(page, 'Transaction updated successfully');
    await expect(findRow(page, 'Tea')).toContainText('-$12.34');

    await page.getByRole('button', { name: 'Delete Tea' }).click();
    const question = findAlertDialog(page, 'Delete Transaction');
    await withoutDatabase(hub, async () => {
      await press(question, 'Delete');
      await expectToast(page, 'Failed to delete transaction. Please try again.', 'Error');
      await expect(question.getByRole('alert')).toContainText(unknownOutcome);
    });
    await press(question, 'Delete');
    await expectToast(page, 'Transaction deleted successfully');
    await expect(findRow(page, 'Tea')).toHaveCount(0);
    expect(await countTransactions(page, wallet)).toBe(1);
  });

  test('the users of the edit dialog, a history and a past balance can be retried', async ({
    page,
    hub,
    wallet,
  }) => {
    await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await open(page, wallet);
    await expect(findRow(page, 'Coffee')).toBeVisible();
    const editing = findDialog(page, 'Edit Transaction');
    const history = findDialog(page, 'History');
    await withoutDatabase(hub, async () => {
      await page.getByRole('button', { name: 'Edit Coffee' }).click();
      await expect(editing.getByText("Couldn't load members.")).toBeVisible({
        timeout: 20_000,
      });
      await expect(editing.getByLabel('User *')).toHaveValue(wallet.ownerId);
      await press(editing, 'Cancel');
      await expect(editing).toBeHidden();
      await page.getByRole('button', { name: 'More actions for Coffee' }).click();
      await page.getByRole('menuitem', { name: 'History' }).click();
      await expect(history.getByRole('alert')).toContainText("Couldn't load the history.", {
        timeout: 20_000,
      });
    });
    await press(history, 'Retry');
    await expect(history.getByRole('listitem')).toHaveCount(1);
    await history.getByRole('button', { name: 'Close' }).first().click();
    await expect(history).toBeHidden();

    await withoutDatabase(hub, async () => {
      await page.getByText('IDs and Past Balances').click();
      await page.getByLabel('Balance On', { exact: true }).fill('2024-01-31');
      await expect(page.getByText(/Couldn't load the balance\. .*503/)).toBeVisible({
        timeout: 20_000,
      });
    });
    // The picture of the balance may have failed, too.
    await page.getByRole('group').getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('at the end of Jan 31, 2024')).toBeVisible();
  });
});

test('without a network, input waits in its form', async ({ page, wallet }) => {
  await open(page, wallet);
  await page.getByRole('button', { name: 'Add Transaction' }).click();
  const adding = findDialog(page, 'Add Transaction');
  await fillTransaction(adding, typed);
  await page.context().setOffline(true);
  // What moves money rests, and nothing that was typed is lost.
  await expect(adding.getByRole('button', { name: 'Add Transaction' })).toBeDisabled();
  await expectTyped(adding, typed);
  await page.context().setOffline(false);
  await press(adding, 'Add Transaction');
  await expectToast(page, 'Transaction added successfully');
  expect(await countTransactions(page, wallet)).toBe(1);
});

test('copying ids reports success or failure', async ({ page, context, wallet }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, wallet);
  await page.getByText('IDs and Past Balances').click();
  for (const [label, value] of [
    ['Wallet ID', wallet.id],
    ['Owner ID', wallet.ownerId],
  ] as const) {
    await page.getByRole('button', { name: `Copy ${label}` }).click();
    await expectToast(page, `${label} copied to clipboard`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value);
  }
  // Permissions that are not listed are denied from now on.
  await context.clearPermissions();
  await context.grantPermissions(['geolocation']);
  for (const label of ['Wallet ID', 'Owner ID']) {
    await page.getByRole('button', { name: `Copy ${label}` }).click();
    await expectToast(page, `Failed to copy ${label}`);
  }
});
