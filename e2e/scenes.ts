/** Every screen, dialog, menu and panel with its content: where it is and how it is reached. */
import type { Page } from '@playwright/test';
import { makeExpense } from './expenses.ts';
import { expect } from './journey.ts';
import { makeTransaction, makeWallet, unique } from './wallets.ts';

/** `part`: what has opened over a screen that is looked at by itself; a table of sixty columns takes axe long. */
type Scene = {
  name: string;
  path: string;
  part?: string;
  fromWidth?: number;
  open: (page: Page) => Promise<void>;
};

const shows = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();
const dialog = (page: Page, name: string) =>
  expect(page.getByRole('dialog', { name })).toBeVisible();
const question = (page: Page, name: string) =>
  expect(page.getByRole('alertdialog', { name })).toBeVisible();

async function openActions(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Behind what has opened: axe walks all of the table, also where only a part is looked at. */
const noRows = 'searchTerm=nothing-like-this';

/** The panel of an open expense that nobody else knows of, with one of its dialogs if asked. */
async function openExpense(
  page: Page,
  dialog?: 'settle' | 'edit' | 'delete' | 'history' | 'add-override',
): Promise<void> {
  const people = ['Priya Raman', 'Diego Alvarez', 'Maya Chen'];
  const { id } = await makeExpense(page, { title: unique('Looked at'), amount: 100, people });
  const about = `expense=${id}${dialog ? `&dialog=${dialog}&subject=${id}` : ''}`;
  await page.goto(`/expenses?${noRows}&${about}`);
  if (!dialog) await shows(page, 'Member Breakdown');
}

/** One of the dialogs about a transaction that can change. */
async function openTransaction(page: Page, dialog: 'edit' | 'delete' | 'history'): Promise<void> {
  const wallet = await makeWallet(page, { name: unique('Looked at') });
  const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await page.goto(`${wallet.path}?dialog=${dialog}&subject=${id}`);
}

export const scenes: readonly Scene[] = [
  { name: 'home', path: '/', open: (page) => shows(page, 'Quick Actions') },
  {
    name: 'account menu',
    path: '/',
    open: async (page) => {
      await page.getByRole('button', { name: /^Account menu for/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    },
  },
  {
    name: 'palette',
    part: '[role=dialog]',
    path: '/',
    open: async (page) => {
      // Who listens for keys is there once the screen is.
      await shows(page, 'Quick Actions');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and Commands' }).fill('priya');
      await expect(page.getByRole('option', { name: /Priya Raman/ })).toBeVisible();
    },
  },
  { name: 'calendar', path: '/calendar', open: (page) => shows(page, 'Event Calendar') },
  {
    name: 'create event',
    part: '[role=dialog]',
    path: '/calendar?create=2026-11-12',
    open: (page) => dialog(page, 'Create New Event'),
  },
  {
    name: 'events',
    path: '/events',
    open: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'expenses',
    path: '/expenses?page=11',
    // The list and the balances beside it; whose are the largest is nobody's in particular.
    open: async (page) => {
      await shows(page, /^Page 11 of/);
      await shows(page, /^Show All/);
    },
  },
  {
    name: 'expense menu',
    part: '[role=menu]',
    path: '/expenses',
    // A phone's list has its actions in the panel.
    fromWidth: 768,
    open: openActions,
  },
  {
    name: 'expense panel',
    path: `/expenses?${noRows}`,
    part: '[role=dialog]',
    open: (page) => openExpense(page),
  },
  {
    name: 'create expense',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=create`,
    open: async (page) => {
      await dialog(page, 'Create New Expense');
      await expect(page.getByRole('checkbox', { name: /Diego Alvarez/ })).toBeVisible();
    },
  },
  {
    name: 'create expense, refused',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=create`,
    open: async (page) => {
      await dialog(page, 'Create New Expense');
      await page.getByRole('button', { name: 'Create Expense' }).click();
      await shows(page, 'Please fill in all required fields');
    },
  },
  {
    name: 'settle expense',
    part: '[role=alertdialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'settle');
      await question(page, 'Settle Expense');
    },
  },
  {
    name: 'edit expense',
    part: '[role=dialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'edit');
      await dialog(page, 'Edit Expense');
    },
  },
  {
    name: 'delete expense',
    part: '[role=alertdialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'delete');
      await question(page, 'Delete Expense');
    },
  },
  {
    name: 'history of an expense',
    part: '[role=dialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'history');
      await shows(page, 'logged the expense');
    },
  },
  {
    name: 'add override',
    part: '[role=dialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'add-override');
      await dialog(page, 'Add Override');
    },
  },
  {
    name: 'filters',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=filters`,
    open: (page) => dialog(page, 'Filters'),
  },
  {
    name: 'settle up',
    part: '[data-sheet]',
    path: `/expenses?${noRows}&panel=settle-up`,
    open: (page) => expect(page.getByRole('list', { name: 'Payments' })).toBeVisible(),
  },
  {
    name: 'settle expenses',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=settle-all`,
    open: (page) => shows(page, /^Settle [1-9]\d* Expenses$/),
  },
  { name: 'wallets', path: '/wallets', open: (page) => shows(page, /Showing \d+ of/) },
  {
    name: 'add wallet',
    part: '[role=dialog]',
    path: '/wallets?dialog=create',
    open: (page) => dialog(page, 'Add New Wallet'),
  },
  {
    name: 'no wallets found',
    path: '/wallets?search=nothing-like-this',
    open: (page) => shows(page, 'No wallets found matching your criteria'),
  },
  {
    name: 'transactions',
    path: '/wallets?search=USD',
    open: async (page) => {
      await page.getByRole('link', { name: /USD/ }).first().click();
      await shows(page, 'Transaction History');
      await shows(page, /deposit|Top-up|share|dues|reimburse/i);
    },
  },
  {
    name: 'add transaction, refused',
    part: '[role=dialog]',
    path: '/wallets?search=USD',
    open: async (page) => {
      await page.getByRole('link', { name: /USD/ }).first().click();
      await page.getByRole('button', { name: 'Add Transaction' }).click();
      await dialog(page, 'Add Transaction');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Transaction' }).click();
      await shows(page, 'Description is required');
    },
  },
  {
    name: 'edit transaction',
    part: '[role=dialog]',
    path: '/wallets',
    open: async (page) => {
      await openTransaction(page, 'edit');
      await dialog(page, 'Edit Transaction');
    },
  },
  {
    name: 'delete transaction',
    part: '[role=alertdialog]',
    path: '/wallets',
    open: async (page) => {
      await openTransaction(page, 'delete');
      await question(page, 'Delete Transaction');
    },
  },
  {
    name: 'history of a transaction',
    part: '[role=dialog]',
    path: '/wallets',
    open: async (page) => {
      await openTransaction(page, 'history');
      await shows(page, /^Version 1/);
    },
  },
  {
    name: 'no wallet',
    path: '/wallets/nonsense/transactions',
    open: (page) => shows(page, 'Invalid wallet ID'),
  },
  { name: 'members', path: '/members', open: (page) => shows(page, 'Aisha Khan') },
  {
    name: 'members found none',
    path: '/members?q=nothing-like-this',
    open: (page) => expect(page.getByRole('searchbox')).toBeVisible(),
  },
  {
    name: 'invite',
    part: '[role=dialog]',
    path: '/members?dialog=invite',
    open: (page) => dialog(page, 'Invite Members'),
  },
  { name: 'resources', path: '/resources', open: (page) => shows(page, 'Chapter Documents') },
  { name: 'not found', path: '/nowhere', open: (page) => shows(page, 'Oops! Page not found') },
];
