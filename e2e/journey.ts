/** What journeys share: a page that fails on any complaint of the console, and the hub's words. */
import { test as base, expect, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

type Sign = 'member' | 'treasurer' | 'admin';
const demoPassword = 'demo-harbor-2026';

/**
 * A journey during which the console stays silent. A failure provoked on purpose makes the browser
 * itself log the refused request; `allowFailedRequests` lets those through, and nothing else.
 */
export const test = base.extend<{ allowFailedRequests: boolean; silentConsole: undefined }>({
  allowFailedRequests: [false, { option: true }],
  silentConsole: [
    async ({ page, allowFailedRequests }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (allowFailedRequests && message.text().startsWith('Failed to load resource')) return;
        complaints.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, as: Sign = 'member', path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(`${as}@demo.test`);
  await dialog.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
}

/** Signed in without the dialog, for journeys about something else. */
export async function signInQuickly(page: Page, as: Sign): Promise<void> {
  const reply = await page.request.post('/api/auth/sign-in', {
    data: { email: `${as}@demo.test`, password: demoPassword },
  });
  expect(reply.status()).toBe(200);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
}

/** What a form asks in which something was entered, when it is left. */
export const discardQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard your changes?' });

export async function discard(page: Page): Promise<void> {
  await discardQuestion(page).getByRole('button', { name: 'Discard' }).click();
}

export type ExpenseSaid = {
  title: string;
  amount: string;
  paidBy: string;
  participants: readonly string[];
};

/** Logs an expense through the dialog, with exactly these participants and wallet transactions on. */
export async function addExpense(page: Page, said: ExpenseSaid): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });
  await dialog.getByLabel('Title').fill(said.title);
  await dialog.getByLabel('Amount', { exact: false }).first().fill(said.amount);
  const payer = dialog.getByLabel('Paid By');
  // One's own name carries '(you)'.
  const option = payer.getByRole('option', { name: said.paidBy });
  await payer.selectOption(await option.first().getAttribute('value'));
  await chooseParticipants(page, said.participants);
  const wallets = dialog.getByRole('checkbox', { name: /Use Wallet Transactions/ });
  await wallets.check();
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expect(page.getByText('Expense created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

async function chooseParticipants(page: Page, names: readonly string[]): Promise<void> {
  const list = page
    .getByRole('dialog', { name: 'Create New Expense' })
    .getByRole('group', { name: /Participants/ });
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  for (const checked of await list.getByRole('checkbox', { checked: true }).all()) {
    // Each press takes one away from the list of the checked: the first is always the next.
    void checked;
    await list.getByRole('checkbox', { checked: true }).first().uncheck();
  }
  for (const name of names)
    await list.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
}

/** The latest bearer token's view of the API, for what no screen shows in one place. */
export async function api<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (path) => {
    const asked = await fetch('/api/auth/token', { method: 'POST' });
    const { token } = (await asked.json()) as { token: string };
    const reply = await fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
    return reply.json();
  }, path) as Promise<T>;
}
