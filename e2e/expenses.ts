/** What the journeys about expenses share: expenses made by the API, and where things stand. */
import { expect, type Locator, type Page } from '@playwright/test';
import { send } from './wallets.ts';

type User = { id: string; displayName: string };
export type Shares = { participantId: string; amountOwed: number }[];
export type MadeExpense = {
  id: string;
  title: string;
  version: number;
  amount: number;
  participantBreakdowns: Shares;
  overrides: { id: string; label: string; amount: number }[];
};

export type NewExpense = {
  title: string;
  amount: number;
  /** Display names; the first paid. */
  people: readonly string[];
  category?: string;
  eventId?: string;
  expenseDate?: string;
  useWalletTransactions?: boolean;
};

export async function everybody(page: Page): Promise<User[]> {
  return (await send<{ items: User[] }>(page, 'GET', '/users')).items;
}

export async function makeExpense(page: Page, said: NewExpense): Promise<MadeExpense> {
  const users = await everybody(page);
  const { people, ...facts } = said;
  const participants = people.map((name) => {
    const user = users.find(({ displayName }) => displayName === name);
    if (!user) throw new Error(`Nobody is called ${name}`);
    return user.id;
  });
  return send(page, 'POST', '/expenses', {
    expenseDate: Temporal.Now.instant().subtract({ hours: 1 }).toString(),
    ...facts,
    participants,
    paidBy: participants[0],
  });
}

export const readExpense = (page: Page, id: string): Promise<MadeExpense> =>
  send(page, 'GET', `/expenses/${id}`);

export async function addOverride(
  page: Page,
  expense: MadeExpense,
  said: { amount: number; label: string; names: readonly string[]; type?: 'equal' | 'manual' },
): Promise<MadeExpense> {
  const users = await everybody(page);
  const { names, type = 'equal', ...facts } = said;
  const participantIds = names.map(
    (name) => users.find(({ displayName }) => displayName === name)?.id,
  );
  return send(page, 'POST', `/expenses/${expense.id}/overrides`, {
    ...facts,
    type,
    participantIds,
  });
}

/** The panel of an expense, beside the table or over it. */
export const panelOf = (page: Page, title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('complementary', { name: title }));

export const menuOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Actions for ${name}`, exact: true }).first();

/** Presses an entry of a row's menu. */
export async function choose(page: Page, name: string, entry: string): Promise<void> {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

export const listOf = (title: string, more = '') =>
  `/expenses?searchTerm=${encodeURIComponent(title)}${more}`;

/** The shares of the expense as the server has them add up to its amount, to the cent. */
export async function expectSound(page: Page, id: string): Promise<MadeExpense> {
  const expense = await readExpense(page, id);
  const cents = (dollars: number) => Math.round(dollars * 100);
  const total = expense.participantBreakdowns.reduce(
    (sum, share) => sum + cents(share.amountOwed),
    0,
  );
  expect(total, 'the shares add up to the amount').toBe(cents(expense.amount));
  return expense;
}
