/** Steps that the wallet journeys share: creating data through the API, dialogs and locators. */
import { expect, type Locator, type Page } from '@playwright/test';

export type NewWallet = { name: string; ownerId?: string; currencyCode?: string };
export type NewTransaction = {
  amount: number;
  description: string;
  transactionType?: 'credit' | 'debit';
  userId?: string;
  referenceId?: string;
  metadataJson?: string;
};
type User = { id: string; firstName: string; lastName: string };
export type MadeWallet = { id: string; name: string; ownerId: string; path: string };

/** Calls the API as the signed-in user, for data that a journey only needs to exist. */
export async function send<T>(
  page: Page,
  method: string,
  path: string,
  data?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const tokenReply = await page.request.post('/api/auth/token');
  const { token } = (await tokenReply.json()) as { token: string };
  const reply = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(data === undefined ? {} : { data }),
  });
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
  const text = await reply.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function findUser(page: Page, name: string): Promise<User> {
  const { items } = await send<{ items: User[] }>(page, 'GET', '/users');
  const found = items.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name);
  if (!found) throw new Error(`No user is named ${name}`);
  return found;
}

/** Creates a wallet, by default owned by Maya Chen. */
export async function makeWallet(page: Page, input: NewWallet): Promise<MadeWallet> {
  const ownerId = input.ownerId ?? (await findUser(page, 'Maya Chen')).id;
  const { name, currencyCode = 'USD' } = input;
  const body = { name, ownerId, currencyCode };
  const { id } = await send<{ id: string }>(page, 'POST', '/wallets', body);
  return { id, name, ownerId, path: `/wallets/${id}/transactions` };
}

export async function makeTransaction(
  page: Page,
  wallet: MadeWallet,
  input: NewTransaction,
): Promise<{ id: string; version: number }> {
  return send(page, 'POST', `/wallets/${wallet.id}/transactions`, {
    userId: wallet.ownerId,
    transactionType: 'credit',
    referenceId: '',
    metadataJson: '',
    ...input,
  });
}

export async function changeTransaction(
  page: Page,
  wallet: MadeWallet,
  id: string,
  input: NewTransaction,
): Promise<void> {
  await send(page, 'PUT', `/wallets/${wallet.id}/transactions/${id}`, {
    userId: wallet.ownerId,
    transactionType: 'credit',
    referenceId: '',
    metadataJson: '',
    ...input,
  });
}

type Entry = { id: string; origin: string; date: string; balanceAfter: number };

/** A wallet with settlements of many days, and its newest transactions. Its owner may have another one of the same name. */
export async function findUsedWallet(page: Page): Promise<{ path: string; transactions: Entry[] }> {
  const { wallets } = await send<{ wallets: { items: { id: string }[] } }>(
    page,
    'GET',
    `/wallets?searchTerm=${encodeURIComponent('Priya – USD')}`,
  );
  for (const { id } of wallets.items) {
    const path = `/wallets/${id}/transactions`;
    const { transactions } = await send<{ transactions: { items: Entry[] } }>(
      page,
      'GET',
      `${path}?take=100`,
    );
    const { items } = transactions;
    if (items.some(({ origin }) => origin === 'settlement')) return { path, transactions: items };
  }
  throw new Error('The demo has no settlement in a wallet of Priya');
}

export async function countTransactions(page: Page, wallet: MadeWallet): Promise<number> {
  const path = `/wallets/${wallet.id}/transactions`;
  const { transactions } = await send<{ transactions: { totalCount: number } }>(page, 'GET', path);
  return transactions.totalCount;
}

export const unique = (word: string) => `${word} ${crypto.randomUUID().slice(0, 8)}`;

export const findDialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
export const findAlertDialog = (page: Page, name: string): Locator =>
  page.getByRole('alertdialog', { name });

/** Expects a toast; those about errors have the title 'Error'. */
export async function expectToast(page: Page, text: string, title?: 'Error'): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: text }).first();
  await expect(toast).toBeVisible();
  if (title) await expect(toast).toContainText(title);
}

/** The table row with this description. */
export const findRow = (page: Page, description: string): Locator =>
  page.getByRole('row').filter({ hasText: description });

export type Typed = { amount?: string; description?: string; reference?: string; type?: string };

export async function fillTransaction(dialog: Locator, typed: Typed): Promise<void> {
  if (typed.type) await dialog.getByLabel('Transaction Type *').selectOption(typed.type);
  if (typed.amount) await dialog.getByLabel('Amount *').fill(typed.amount);
  if (typed.description) await dialog.getByLabel('Description *').fill(typed.description);
  if (typed.reference) await dialog.getByLabel('Reference ID').fill(typed.reference);
}

export async function expectTyped(dialog: Locator, typed: Typed): Promise<void> {
  if (typed.type) await expect(dialog.getByLabel('Transaction Type *')).toHaveValue(typed.type);
  if (typed.amount) await expect(dialog.getByLabel('Amount *')).toHaveValue(typed.amount);
  if (typed.description)
    await expect(dialog.getByLabel('Description *')).toHaveValue(typed.description);
  if (typed.reference) await expect(dialog.getByLabel('Reference ID')).toHaveValue(typed.reference);
}

export type RequestGate = { hold(): void; heldCount(): number; release(): void };

/**
 * Lets a journey hold API requests, to check loading states without a race. Must be called before the
 * page is loaded, because a loaded page may still send requests past it.
 */
export async function interceptRequests(page: Page, method?: 'GET'): Promise<RequestGate> {
  let gate: PromiseWithResolvers<void> | undefined;
  let held = 0;
  await page.route(/\/api\//, async (route) => {
    if (gate && (method ?? route.request().method()) === route.request().method()) {
      held += 1;
      await gate.promise;
    }
    await route.fallback();
  });
  return {
    hold() {
      gate = Promise.withResolvers();
      held = 0;
    },
    heldCount: () => held,
    release() {
      gate?.resolve();
      gate = undefined;
    },
  };
}
