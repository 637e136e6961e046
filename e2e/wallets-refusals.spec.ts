/**
 * Refusals of the server because of changes made elsewhere: each shows its reason and keeps the input.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { discard, expect } from './journey.ts';
import { open, press, test, typed } from './wallet-failures.ts';
import {
  countTransactions,
  expectToast,
  expectTyped,
  fillTransaction,
  findAlertDialog,
  findDialog,
  findRow,
  type MadeWallet,
  makeTransaction,
  makeWallet,
  send,
  unique,
} from './wallets.ts';

test.use({ allowFailedRequests: true });

test.describe('the server refuses', () => {
  test('422: a disabled owner is refused and the form keeps the input', async ({
    page,
    hub,
    wallet,
  }) => {
    const grace = await hub.addMember('Grace', unique('Hopper'));
    const disable = () => hub.sql(`update member set status = 'disabled' where id = $1`, [grace]);
    await page.goto('/wallets?dialog=create');
    const adding = findDialog(page, 'Add New Wallet');
    await adding.getByLabel('Wallet Name *').fill('For Grace');
    await adding.getByLabel('Owner *').selectOption(grace);
    await adding.getByLabel('Currency *').selectOption('USD');
    await disable();
    await press(adding, 'Create Wallet');
    await expectToast(page, 'API request failed: 422 Unprocessable', 'Error');
    await expect(adding.getByRole('alert')).toContainText('This person is not an active member');
    await expect(adding.getByLabel('Wallet Name *')).toHaveValue('For Grace');

    await hub.sql(`update member set status = 'active' where id = $1`, [grace]);
    await open(page, wallet, '?dialog=add');
    const transaction = findDialog(page, 'Add Transaction');
    await fillTransaction(transaction, typed);
    await transaction.getByLabel('User *').selectOption(grace);
    await disable();
    await press(transaction, 'Add Transaction');
    await expectToast(page, 'Failed to add transaction. Please try again.', 'Error');
    await expect(transaction.getByLabel('User *')).toHaveAccessibleDescription(
      'This person is not an active member',
    );
    await expectTyped(transaction, typed);
    await transaction.getByLabel('User *').selectOption(wallet.ownerId);
    await press(transaction, 'Add Transaction');
    await expectToast(page, 'Transaction added successfully');

    await hub.sql(`update member set status = 'active' where id = $1`, [grace]);
    await page.reload();
    await page.getByRole('button', { name: /^Edit/ }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await editing.getByLabel('User *').selectOption(grace);
    await disable();
    await press(editing, 'Update Transaction');
    await expectToast(page, 'Failed to update transaction. Please try again.', 'Error');
    await expect(editing.getByRole('alert')).toContainText('This person is not an active member');
    await expectTyped(editing, typed);
  });

  test('409: a settlement’s transaction is refused on an outdated page', async ({
    page,
    hub,
    wallet,
  }) => {
    for (const description of ['Edited', 'Deleted']) {
      await makeTransaction(page, wallet, { amount: 5, description });
    }
    await open(page, wallet);
    // Changes the row directly, because the app cannot turn a transaction into a settlement's.
    const settle = (origin: string) =>
      hub.sql(
        `update wallet_transaction set origin = $1::text,
           expense_id = case $1::text when 'settlement' then gen_random_uuid() end where wallet_id = $2`,
        [origin, wallet.id],
      );
    await page.getByRole('button', { name: 'Edit Edited' }).click();
    const editing = findDialog(page, 'Edit Transaction');
    await fillTransaction(editing, typed);
    await settle('settlement');
    await press(editing, 'Update Transaction');
    await expectToast(page, 'Failed to update transaction. Please try again.', 'Error');
    const why = "This transaction comes from a settled expense and can't be changed";
    await expect(editing.getByRole('alert')).toContainText(why);
    await expectTyped(editing, typed);
    await press(editing, 'Cancel');
    await discard(page);
    // The reloaded list knows its origin.
    await expect(page.getByRole('button', { name: /^Edit Edited/ })).toHaveCount(0);

    await settle('manual');
    await page.reload();
    await page.getByRole('button', { name: 'Delete Deleted' }).click();
    const question = findAlertDialog(page, 'Delete Transaction');
    await expect(question).toBeVisible();
    await settle('settlement');
    await press(question, 'Delete');
    await expectToast(page, 'Failed to delete transaction. Please try again.', 'Error');
    await expect(question.getByRole('alert')).toContainText(why);
    await settle('manual');
  });

  test('403: actions refused by a stricter policy are no longer offered', async ({
    page,
    hub,
    wallet,
  }) => {
    const owner = await hub.addMember('Tom', unique('Becker'));
    await makeTransaction(page, wallet, {
      amount: 5,
      description: 'Own',
      transactionType: 'debit',
    });
    const theirs = await makeWallet(page, { name: unique('Theirs'), ownerId: owner });
    await makeTransaction(page, theirs, { amount: 5, description: 'Coffee' });
    const policy = (name: string, role: string) =>
      hub.sql(
        `with changed as (update chapter set policy = '${name}')
         update member set role = '${role}' where first_name = 'Ada'`,
      );
    await open(page, theirs, '?dialog=add');
    const adding = findDialog(page, 'Add Transaction');
    await fillTransaction(adding, typed);
    await policy('treasurer', 'member');
    try {
      await press(adding, 'Add Transaction');
      await expectToast(page, 'Failed to add transaction. Please try again.', 'Error');
      await expect(adding.getByRole('alert')).toContainText(
        "Only treasurers and admins can change other members' wallets",
      );
      await expectTyped(adding, typed);

      await open(page, theirs);
      await expect(page.getByRole('button', { name: 'More actions for Coffee' })).toBeVisible();
      await expect(page.getByRole('button', { name: /Add Transaction|^Edit|^Delete/ })).toHaveCount(
        0,
      );
      await open(page, theirs, '?dialog=add');
      await expectToast(
        page,
        "Only treasurers and admins can change other members' wallets",
        'Error',
      );
      await expect(page).toHaveURL(theirs.path);
      await page.goto('/wallets');
      await expect(findRow(page, theirs.name)).toBeVisible();
      await findRow(page, theirs.name).getByRole('button').click();
      await expect(page.getByRole('menuitem')).toHaveText(['Copy ID']);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: `Actions for ${wallet.name}` })).toBeVisible();
      await open(page, wallet);
      await expect(page.getByRole('button', { name: 'Edit Own' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add Wallet' })).toHaveCount(0);
      await page.goto('/wallets?dialog=create');
      await expectToast(page, 'Ask a treasurer or an admin to add a wallet', 'Error');
      await expect(page).toHaveURL('/wallets');
    } finally {
      await policy('open', 'admin');
    }
  });

  test('404: a missing transaction and a missing wallet are reported', async ({ page, wallet }) => {
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    await open(page, wallet);
    await page.getByRole('button', { name: 'Delete Coffee' }).click();
    const question = findAlertDialog(page, 'Delete Transaction');
    await expect(question).toBeVisible();
    await send(page, 'DELETE', `/wallets/${wallet.id}/transactions/${id}`);
    await press(question, 'Delete');
    await expectToast(page, 'Failed to delete transaction. Please try again.', 'Error');
    await expect(question.getByRole('alert')).toContainText(
      'This transaction was already deleted.',
    );
    await expect(question.getByRole('alert')).toContainText('Deleted by you');
    await press(question, 'Cancel');
    await expect(page.getByText('No transactions found')).toBeVisible();
    await open(page, wallet, `?dialog=edit&subject=${id}`);
    await expectToast(page, 'This transaction no longer exists', 'Error');
    await expect(page).toHaveURL(wallet.path);

    const nowhere = '0190a0a0-0000-7000-8000-000000000001';
    await page.goto(`/wallets/${nowhere}/transactions`);
    await expectToast(page, 'Failed to load wallet details', 'Error');
    await expect(page.getByText('Wallet not found')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Wallet 0190a0a0 Transactions',
    );
    await expect(page.getByRole('button', { name: 'Add Transaction' })).toHaveCount(0);
    await page.goto(`/wallets?dialog=transaction&wallet=${nowhere}`);
    await expectToast(page, 'This wallet no longer exists', 'Error');
    await expect(page).toHaveURL('/wallets');
  });

  test('503: figures that do not add up suspend money operations until explained', async ({
    page,
    hub,
    wallet,
  }) => {
    await open(page, wallet, '?dialog=add');
    const adding = findDialog(page, 'Add Transaction');
    await fillTransaction(adding, typed);
    const shift = (cents: number) =>
      hub.sql('update ledger_account set balance_cents = balance_cents + $1 where wallet_id = $2', [
        cents,
        wallet.id,
      ]);
    await shift(1);
    try {
      await hub.reconcile();
      await press(adding, 'Add Transaction');
      await expectToast(page, 'Failed to add transaction. Please try again.', 'Error');
      await expect(adding.getByRole('alert')).toContainText(
        'Balances need review, so money changes are paused. Contact your administrator.',
      );
      await expectTyped(adding, typed);
    } finally {
      await shift(-1);
      expect(await hub.explainDifferences()).toContain('Money operations are resumed.');
    }
    await press(adding, 'Add Transaction');
    await expectToast(page, 'Transaction added successfully');
  });

  test('429: too many writes in a minute are reported on both screens', async ({
    browser,
    hub,
    wallet,
  }) => {
    const context = await browser.newContext({ baseURL: await hub.rateLimitedUrl() });
    const page = await context.newPage();
    try {
      await hub.signIn(page.request);
      await open(page, wallet);
      await page.getByRole('button', { name: 'Add Transaction' }).click();
      const adding = findDialog(page, 'Add Transaction');
      await fillTransaction(adding, typed);
      await exhaustWrites(page, wallet);
      await press(adding, 'Add Transaction');
      await expectToast(page, 'Failed to add transaction. Please try again.', 'Error');
      await expect(adding.getByRole('alert')).toContainText(
        /Too many requests\. Try again in \d+ seconds?\./,
      );
      await expectTyped(adding, typed);
      await page.goto(`/wallets?dialog=transaction&wallet=${wallet.id}`);
      await fillTransaction(adding, typed);
      await exhaustWrites(page, wallet);
      await press(adding, 'Add Transaction');
      await expectToast(page, 'API request failed: 429 Too Many Requests', 'Error');
      await expect(adding.getByRole('alert')).toContainText(/Too many requests/);
      await expectTyped(adding, typed);
      expect(await countTransactions(page, wallet)).toBe(0);
    } finally {
      await context.close();
    }
  });
});

/** Writes until the limit of the current minute is reached; refused writes count, too. */
async function exhaustWrites(page: Page, wallet: MadeWallet): Promise<void> {
  const tokenReply = await page.request.post('/api/auth/token');
  const { token } = (await tokenReply.json()) as { token: string };
  const address = new URL(`/api/wallets/${wallet.id}/transactions`, page.url());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  // Uses fetch: Playwright's requests are too slow to send six hundred within a minute.
  const write = async () => {
    const reply = await fetch(address, { method: 'POST', headers, body: '{}' });
    return { status: reply.status, text: await reply.text() };
  };
  type Refusal = { details: { retryAfterSeconds: number } };
  for (;;) {
    const replies = await Promise.all(Array.from({ length: 50 }, write));
    const refused = replies.find(({ status }) => status === 429);
    if (!refused) continue;
    const { details } = JSON.parse(refused.text) as Refusal;
    if (details.retryAfterSeconds > 10) return;
    await sleep(details.retryAfterSeconds * 1_000);
  }
}
