/** Fixtures and steps that journeys share. */
import {
  test as base,
  type Cookie,
  expect,
  type Locator,
  type Page,
  request,
} from '@playwright/test';

export { expect } from '@playwright/test';

type Role = 'member' | 'treasurer' | 'admin';
const demoPassword = 'demo-harbor-2026';

/**
 * A test that fails on any error or warning on the console. The browser itself logs failed requests;
 * `allowFailedRequests` permits those and nothing else.
 */
export const test = base.extend<{ allowFailedRequests: boolean; expectSilentConsole: undefined }>({
  allowFailedRequests: [false, { option: true }],
  expectSilentConsole: [
    async ({ page, allowFailedRequests }, use) => {
      const consoleErrors: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        if (allowFailedRequests && message.text().startsWith('Failed to load resource')) return;
        consoleErrors.push(`${message.type()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => consoleErrors.push(`thrown: ${error.message}`));
      await use(undefined);
      expect(consoleErrors).toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, as: Role = 'member', path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(`${as}@demo.test`);
  await dialog.getByLabel('Password', { exact: false }).first().fill(demoPassword);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
}

/** The cookies of a session per role on the demo hub, for all journeys of this worker. */
const sessions = new Map<Role, Promise<Cookie[]>>();

/**
 * Signs in on the demo hub without the dialog, for journeys about something else. They share a session: a
 * journey that ends its session uses `signInAnew`. Leaves the page that was open.
 */
export async function signInQuickly(page: Page, as: Role): Promise<void> {
  // What a page still loads belongs to the session before.
  await page.goto('about:blank');
  if (!sessions.has(as)) sessions.set(as, beginSession(as));
  await page.context().addCookies((await sessions.get(as)) ?? []);
}

async function beginSession(as: Role): Promise<Cookie[]> {
  const baseURL = process.env.HUB_URL;
  const context = await request.newContext(baseURL === undefined ? {} : { baseURL });
  const reply = await context.post('/api/auth/sign-in', { data: credentialsOf(as) });
  expect(reply.status()).toBe(200);
  const { cookies } = await context.storageState();
  await context.dispose();
  return cookies;
}

/** Signs in without the dialog, in a session of its own. Leaves the page that was open. */
export async function signInAnew(page: Page, as: Role): Promise<void> {
  // Signing in ends the session before it, so what a page still loads in that session is refused.
  await page.goto('about:blank');
  const reply = await page.request.post('/api/auth/sign-in', { data: credentialsOf(as) });
  expect(reply.status()).toBe(200);
}

const credentialsOf = (role: Role) => ({ email: `${role}@demo.test`, password: demoPassword });

/** Navigates like a link of the app, because reloading the page compiles the app and axe again. */
export async function moveTo(page: Page, address: string): Promise<void> {
  await page.evaluate((address) => history.pushState({}, '', address), address);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu for/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
}

/** The dialog that opens when a form with unsaved changes is closed. */
export const findDiscardDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard your changes?' });

export async function discard(page: Page): Promise<void> {
  await findDiscardDialog(page).getByRole('button', { name: 'Discard' }).click();
}

export type ExpenseInput = {
  title: string;
  amount: string;
  paidBy: string;
  participants: readonly string[];
};

/** Logs an expense through the dialog, with exactly these participants and wallet transactions on. */
export async function addExpense(page: Page, input: ExpenseInput): Promise<void> {
  await page.getByRole('button', { name: 'Add Expense' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });
  await dialog.getByLabel('Title').fill(input.title);
  await dialog.getByLabel('Amount', { exact: false }).first().fill(input.amount);
  await chooseOption(dialog.getByLabel('Paid By *'), input.paidBy);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await addParticipants(dialog, input.participants);
  await openMore(dialog);
  const wallets = dialog.getByRole('checkbox', { name: /Use Wallet Transactions/ });
  await wallets.check();
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expect(page.getByText('Expense created successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Shows the folded fields of the form of an expense. */
export async function openMore(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: /^More/ }).click();
}

/** Types into a combobox and takes the option that starts with these words. */
export async function chooseOption(field: Locator, words: string): Promise<void> {
  await field.fill(words);
  const option = field.page().getByRole('option', { name: words }).first();
  await expect(option).toBeVisible();
  await option.click();
}

/** Adds participants of the form of an expense by typing their names. */
export async function addParticipants(dialog: Locator, names: readonly string[]): Promise<void> {
  const field = dialog.getByLabel('Participants *');
  for (const name of names) {
    await chooseOption(field, name);
    await expect(findChip(dialog, name)).toBeVisible();
  }
  await field.press('Escape');
}

/** The button of a chosen participant that removes them. */
export const findChip = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('button', { name: `Remove ${name}` });

/** Reads from the API as the signed-in user, for data that no screen shows in one place. */
export async function readApi<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (path) => {
    const tokenReply = await fetch('/api/auth/token', { method: 'POST' });
    const { token } = (await tokenReply.json()) as { token: string };
    const reply = await fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}`);
    return reply.json();
  }, path) as Promise<T>;
}
