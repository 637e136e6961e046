/** Steps that the expense journeys share: creating expenses through the API, and locators. */
import { expect, type Locator, type Page } from '@playwright/test';
import { send } from './wallets.ts';

type User = { id: string; displayName: string };
export type Shares = { participantId: string; amountOwed: number }[];
export type MadeExpense = {
  id: string;
  title: string;
  version: number;
  amount: number;
  paidBy: string;
  participantBreakdowns: Shares;
  overrides: { id: string; label: string; amount: number }[];
};

export type NewExpense = {
  title: string;
  amount: number;
  /** Display names; the first is the payer. */
  people: readonly string[];
  category?: string;
  description?: string;
  eventId?: string;
  expenseDate?: string;
  payerReimbursementType?: string;
  useWalletTransactions?: boolean;
};

export async function listUsers(page: Page): Promise<User[]> {
  return (await send<{ items: User[] }>(page, 'GET', '/users')).items;
}

export async function makeExpense(page: Page, input: NewExpense): Promise<MadeExpense> {
  const users = await listUsers(page);
  const { people, ...details } = input;
  const participants = people.map((name) => {
    const user = users.find(({ displayName }) => displayName === name);
    if (!user) throw new Error(`No user is named ${name}`);
    return user.id;
  });
  return send(page, 'POST', '/expenses', {
    expenseDate: Temporal.Now.instant().subtract({ hours: 1 }).toString(),
    ...details,
    participants,
    paidBy: participants[0],
  });
}

export const readExpense = (page: Page, id: string): Promise<MadeExpense> =>
  send(page, 'GET', `/expenses/${id}`);

export async function addOverride(
  page: Page,
  expense: MadeExpense,
  input: {
    amount: number;
    label: string;
    names: readonly string[];
    type?: 'equal' | 'manual';
    stated?: { unit: 'percent' | 'weight'; value: string } | undefined;
  },
): Promise<MadeExpense> {
  const users = await listUsers(page);
  const { names, type = 'equal', ...details } = input;
  const participantIds = names.map(
    (name) => users.find(({ displayName }) => displayName === name)?.id,
  );
  return send(page, 'POST', `/expenses/${expense.id}/overrides`, {
    ...details,
    type,
    participantIds,
  });
}

/** An expense's panel, beside the table or over it. */
export const findPanel = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('complementary', { name: title }));

export const findMenu = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true }).first();

/** Chooses an item of a row's menu. */
export async function chooseAction(page: Page, name: string, entry: string): Promise<void> {
  await findMenu(page, name).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export const listPath = (title: string, more = '') =>
  `/expenses?searchTerm=${encodeURIComponent(title)}${more}`;

/** Expects the saved shares of the expense to add up to its amount, to the cent. */
export async function expectSharesAddUp(page: Page, id: string): Promise<MadeExpense> {
  const expense = await readExpense(page, id);
  const cents = (dollars: number) => Math.round(dollars * 100);
  const total = expense.participantBreakdowns.reduce(
    (sum, share) => sum + cents(share.amountOwed),
    0,
  );
  expect(total, 'the shares add up to the amount').toBe(cents(expense.amount));
  return expense;
}
