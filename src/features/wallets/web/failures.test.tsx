/** Every refusal and failure of the server: it says why, no input is lost, nothing is done twice. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Role } from '#kit/role.ts';
import {
  expectToast,
  findAlertDialog,
  findDialog,
  listToasts,
  press,
} from '#web/testing/controls.ts';
import { answer, fail, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { getAddress, leave, open } from '#web/testing/open.tsx';
import { memberId, nextId } from '#web/testing/session.ts';
import { walletCalls } from '../contract.ts';
import { expectTyped, fillTransaction, typed } from './testing/transaction-form.ts';
import { type KeptWallet, serveWallet } from './testing/wallet-samples.ts';

let kept: KeptWallet;
beforeEach(() => {
  kept = serveWallet();
});

const openWallet = (search = '', as: Role = 'admin') => open(`${kept.path}${search}`, { as });
const adding = findDialog('Add Transaction');
const editing = findDialog('Edit Transaction');
const creating = findDialog('Add New Wallet');
const failedTo = (what: string) => `Failed to ${what} transaction. Please try again.`;
const findRow = (text: string) => page.getByRole('row').filter({ hasText: text }).first();

const expectAlert = (dialog: Locator, words: string | RegExp) =>
  expect.element(dialog.getByRole('alert')).toMatchTextContent(words);

/** The database does not answer, so nobody knows what was done. */
const unavailable = refuse(503, 'database_unavailable', 'Try again with the same key.');
const status503 = 'API request failed: 503 Service Unavailable';
const unknownOutcome =
  "The database isn't responding, so we don't know whether this was saved. Try again; nothing will be saved twice.";

describe('the server refuses', () => {
  const inactive = 'This person is not an active member';

  test('422: a disabled owner is refused and the form keeps the input', async () => {
    answer(walletCalls.create, refuse(422, 'not_a_member', inactive, { field: 'ownerId' }));
    await open('/wallets?dialog=create', { as: 'admin' });
    await creating.getByLabelText('Wallet Name *').fill('For Tom');
    await creating.getByLabelText('Owner *').selectOptions(memberId('Tom Becker'));
    await creating.getByLabelText('Currency *').selectOptions('USD');
    await press(creating, 'Create Wallet');
    await expectToast('API request failed: 422 Unprocessable');
    await expectAlert(creating, inactive);
    await expect.element(creating.getByLabelText('Wallet Name *')).toHaveValue('For Tom');
  });

  test('422: a disabled user is refused at the field, and another one is taken', {
    tags: ['all'],
  }, async () => {
    const refusal = refuse(422, 'not_a_member', inactive, { field: 'userId' });
    const { wallet } = kept;
    await openWallet('?dialog=add');
    await fillTransaction(adding, typed);
    const user = adding.getByLabelText('User *');
    await user.selectOptions(memberId('Tom Becker'));
    answer(walletCalls.addTransaction, refusal);
    await press(adding, 'Add Transaction');
    await expectToast(failedTo('add'));
    await expect.element(user).toHaveAccessibleDescription(inactive);
    await expectTyped(adding, typed);
    await user.selectOptions(wallet.ownerId);
    await press(adding, 'Add Transaction');
    await expect.poll(() => requestsOf(walletCalls.addTransaction)).toHaveLength(2);
    leave();

    kept = serveWallet();
    kept.add({});
    answer(walletCalls.updateTransaction, refusal);
    await openWallet();
    await press(page, 'Edit Coffee');
    await fillTransaction(editing, typed);
    await editing.getByLabelText('User *').selectOptions(memberId('Tom Becker'));
    await press(editing, 'Update Transaction');
    await expectToast(failedTo('update'));
    await expect.element(editing).toMatchTextContent(inactive);
    await expectTyped(editing, typed);
  });

  const ofSettlement = "This transaction comes from a settled expense and can't be changed";

  test('409: a settlement’s transaction is refused on an outdated page', async () => {
    const id = kept.add({});
    await openWallet();
    await press(page, 'Edit Coffee');
    await fillTransaction(editing, typed);
    kept.replace(id, { origin: 'settlement', expenseId: nextId('expense') });
    await press(editing, 'Update Transaction');
    await expectToast(failedTo('update'));
    await expectAlert(editing, ofSettlement);
    await expectTyped(editing, typed);
    await press(editing, 'Cancel');
    await press(findAlertDialog('Discard your changes?'), 'Discard');
    // The reloaded list knows its origin.
    await expect
      .element(page.getByRole('button', { name: /^Edit Coffee/ }))
      .not.toBeInTheDocument();
  });

  test('409: deleting a settlement’s transaction says why not', { tags: ['all'] }, async () => {
    kept.add({});
    answer(walletCalls.deleteTransaction, refuse(409, 'of_settlement', ofSettlement));
    await openWallet();
    await press(page, 'Delete Coffee');
    const question = findAlertDialog('Delete Transaction');
    await press(question, 'Delete');
    await expectToast(failedTo('delete'));
    await expectAlert(question, ofSettlement);
  });

  test('403: a stricter policy is reported, and the form keeps the input', async () => {
    const words = "Only treasurers and admins can change other members' wallets";
    answer(walletCalls.addTransaction, refuse(403, 'forbidden', words));
    await openWallet('?dialog=add');
    await fillTransaction(adding, typed);
    await press(adding, 'Add Transaction');
    await expectToast(failedTo('add'));
    await expectAlert(adding, words);
    await expectTyped(adding, typed);
  });

  test('404: a missing transaction and a missing wallet are reported', async () => {
    const id = kept.add({});
    await openWallet();
    await press(page, 'Delete Coffee');
    const question = findAlertDialog('Delete Transaction');
    await expect.element(question).toBeVisible();
    kept.remove(id, 'Maya Chen');
    await press(question, 'Delete');
    await expectToast(failedTo('delete'));
    await expectAlert(question, 'This transaction was already deleted.');
    await expectAlert(question, 'Deleted by you');
    await press(question, 'Cancel');
    await expect.element(page.getByText('No transactions found')).toBeVisible();
    leave();

    await openWallet(`?dialog=edit&subject=${id}`);
    await expectToast('This transaction no longer exists');
    await expect.poll(getAddress).toBe(kept.path);
    leave();

    const nowhere = '0190a0a0-0000-7000-8000-000000000001';
    await open(`/wallets/${nowhere}/transactions`, { as: 'admin' });
    await expectToast('Failed to load wallet details');
    await expect.element(page.getByText('Wallet not found')).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent('Wallet 0190a0a0 Transactions');
    const add = page.getByRole('button', { name: 'Add Transaction' });
    await expect.element(add).not.toBeInTheDocument();
    leave();

    await open(`/wallets?dialog=transaction&wallet=${nowhere}`, { as: 'admin' });
    await expectToast('This wallet no longer exists');
    await expect.poll(getAddress).toBe('/wallets');
  });

  test.each([
    [503, 'figures_differ', 'Balances need review, so money changes are paused.'],
    [429, 'too_many_requests', 'Too many requests. Try again in 12 seconds.'],
  ])('%s: the reason is shown, and the same input is saved later', async (status, code, words) => {
    await openWallet('?dialog=add');
    await fillTransaction(adding, typed);
    answer(walletCalls.addTransaction, refuse(status, code, words));
    await press(adding, 'Add Transaction');
    await expectToast(failedTo('add'));
    await expectAlert(adding, words);
    await expectTyped(adding, typed);
    expect(kept.list()).toEqual([]);
  });
});

describe('the database is stopped', () => {
  test('wallets fail to load and load with Retry', async () => {
    const { wallet } = kept;
    const { list, totals } = walletCalls;
    answer(list, unavailable);
    answer(totals, unavailable);
    await open('/wallets', { as: 'admin' });
    const failed = page.getByRole('alert').filter({ hasText: 'Failed to fetch wallets' });
    await expect.element(failed).toMatchTextContent(status503);
    answer(list, ({ query: { skip, take } }) => ({
      wallets: {
        items: [wallet],
        totalCount: 1,
        totalPages: 1,
        currentPage: skip + 1,
        pageSize: take,
      },
    }));
    answer(totals, { items: [], debtorCount: 0 });
    await press(failed, 'Retry');
    await expect.element(page.getByRole('link', { name: wallet.name })).toBeVisible();
    const alert = page.getByRole('alert').filter({ hasText: "Couldn't load totals." });
    await press(alert, 'Retry');
    await expect.element(alert).not.toBeInTheDocument();
  });

  test.each([
    ['the database is stopped', unavailable, unknownOutcome],
    ['no answer comes', unreachable, "Can't reach the server."],
  ])('a wallet is created exactly once when %s', async (_, failure, words) => {
    const { create } = walletCalls;
    answer(create, failure);
    await open('/wallets?dialog=create', { as: 'admin' });
    const owner = memberId('Tom Becker');
    await creating.getByLabelText('Wallet Name *').fill('Kept');
    await creating.getByLabelText('Owner *').selectOptions(owner);
    await creating.getByLabelText('Currency *').selectOptions('GBP');
    await press(creating, 'Create Wallet');
    await expectAlert(creating, words);
    await expect.element(creating.getByLabelText('Wallet Name *')).toHaveValue('Kept');
    await expect.element(creating.getByLabelText('Owner *')).toHaveValue(owner);
    await expect.element(creating.getByLabelText('Currency *')).toHaveValue('GBP');
    answer(create, { ...kept.wallet, name: 'Kept' });
    await press(creating, 'Create Wallet');
    await expectToast('Wallet created successfully');
    // The same key keeps the server from doing it twice.
    const [first, second, ...others] = requestsOf(create);
    expect(others).toEqual([]);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  test('details and transactions fail to load and load with Retry', { tags: ['all'] }, async () => {
    kept.add({});
    const { wallet } = kept;
    const restored = kept.list();
    answer(walletCalls.detail, unavailable);
    answer(walletCalls.transactions, unavailable);
    await openWallet();
    await expectToast('Failed to load wallet details');
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveTextContent(`Wallet ${wallet.id.slice(0, 8)} Transactions`);
    for (const text of [
      'Failed to load wallet details',
      'Failed to fetch transactions. Please try again.',
    ]) {
      const alert = page.getByRole('alert').filter({ hasText: text }).first();
      await expect.element(alert).toMatchTextContent(status503);
    }
    await expect.element(page.getByRole('button', { name: 'Add Transaction' })).toBeDisabled();
    answer(walletCalls.detail, wallet);
    answer(walletCalls.transactions, {
      transactions: {
        items: restored.map((each) => ({
          ...each,
          balanceAfter: null,
          open: null,
          receiptCount: 0,
        })),
        totalCount: 1,
        totalPages: 1,
        currentPage: 1,
        pageSize: 50,
      },
    });
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect.element(heading).toHaveTextContent(`${wallet.name} Transactions`);
    await press(page, 'Retry');
    await expect.element(findRow('Coffee')).toBeVisible();
  });

  test('a transaction is added, edited and deleted exactly once after a failure', async () => {
    const { addTransaction, updateTransaction, deleteTransaction } = walletCalls;
    const saved = kept.get(kept.add({}));
    if (!saved) throw new Error('it was just added');
    answer(addTransaction, ({ body }) => {
      kept.add(body);
      return unavailable;
    });
    await openWallet('?dialog=add');
    await fillTransaction(adding, typed);
    await press(adding, 'Add Transaction');
    await expectToast(failedTo('add'));
    await expectAlert(adding, unknownOutcome);
    await expectTyped(adding, typed);
    answer(addTransaction, saved);
    // It was saved, and is not asked about: the key keeps it from being saved twice.
    await press(adding, 'Add Transaction');
    await expectToast('Transaction added successfully');
    await expect.element(adding).not.toBeInTheDocument();
    const keys = requestsOf(addTransaction).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);

    answer(updateTransaction, unavailable);
    await press(page, 'Edit Coffee');
    const changed = { ...typed, description: 'Tea' };
    await fillTransaction(editing, changed);
    await press(editing, 'Update Transaction');
    await expectToast(failedTo('update'));
    await expectAlert(editing, unknownOutcome);
    await expectTyped(editing, changed);
    answer(updateTransaction, saved);
    await press(editing, 'Update Transaction');
    await expectToast('Transaction updated successfully');
    const versions = requestsOf(updateTransaction).map(({ headers }) => headers.get('if-match'));
    expect(versions).toEqual(['"1"', '"1"']);

    answer(deleteTransaction, unavailable);
    await press(page, 'Delete Coffee');
    const question = findAlertDialog('Delete Transaction');
    await press(question, 'Delete');
    await expectToast(failedTo('delete'));
    await expectAlert(question, unknownOutcome);
    answer(deleteTransaction, undefined);
    await press(question, 'Delete');
    await expectToast('Transaction deleted successfully');
  });
});

test('while nobody can see whether it is there already, nothing is saved, and old rows say so', async () => {
  kept.add({});
  await openWallet('?dialog=add');
  await fillTransaction(adding, typed);
  answer(walletCalls.transactions, unavailable);
  await press(adding, 'Add Transaction');
  await expectToast(failedTo('add'));
  await expectAlert(adding, /This was not saved.* already here\. .*503/);
  await expectTyped(adding, typed);
  expect(requestsOf(walletCalls.addTransaction)).toEqual([]);
  await expect.element(page.getByText(/^Couldn't refresh\. Showing \d/)).toBeInTheDocument();
});

test('a failure without a reason is named by its status', async () => {
  await openWallet('?dialog=add');
  await fillTransaction(adding, typed);
  answer(walletCalls.addTransaction, fail(502));
  await press(adding, 'Add Transaction');
  await expectAlert(adding, 'API request failed: 502 Bad Gateway');
  expect(listToasts().join()).toContain(failedTo('add'));
});
