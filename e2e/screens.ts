/** Every screen, dialog, menu and panel: its address and how to open it. */
import type { Page } from '@playwright/test';
import { makeExpense } from './expenses.ts';
import { expect } from './journey.ts';
import { makeTransaction, makeWallet, unique } from './wallets.ts';

/** `part` restricts axe to what opened over a screen, because a table of sixty columns takes long. */
type Screen = {
  name: string;
  path: string;
  part?: string;
  /** The minimum width of the window; a phone's by default. */
  viewport?: { width: number; height: number };
  open: (page: Page) => Promise<void>;
};

const expectText = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();
const expectDialog = (page: Page, name: string) =>
  expect(page.getByRole('dialog', { name })).toBeVisible();
const expectAlertDialog = (page: Page, name: string) =>
  expect(page.getByRole('alertdialog', { name })).toBeVisible();

async function openActions(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Empties the list behind a dialog: axe walks the whole table even if only a part is checked. */
const noRows = 'searchTerm=nothing-like-this';

/** Opens the panel of a new expense, and one of its dialogs. */
async function openExpense(
  page: Page,
  dialog?: 'settle' | 'edit' | 'delete' | 'history' | 'add-override',
): Promise<void> {
  const people = ['Priya Raman', 'Diego Alvarez', 'Maya Chen'];
  const { id } = await makeExpense(page, { title: unique('Accessibility'), amount: 100, people });
  const search = `expense=${id}${dialog ? `&dialog=${dialog}&subject=${id}` : ''}`;
  await page.goto(`/expenses?${noRows}&${search}`);
  if (!dialog) await expectText(page, 'Member Breakdown');
}

/** Opens a dialog of a new transaction. */
async function openTransaction(page: Page, dialog: 'edit' | 'delete' | 'history'): Promise<void> {
  const wallet = await makeWallet(page, { name: unique('Accessibility') });
  const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await page.goto(`${wallet.path}?dialog=${dialog}&subject=${id}`);
}

export const screens: readonly Screen[] = [
  { name: 'home', path: '/', open: (page) => expectText(page, 'Quick Actions') },
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
      // Shortcuts work once the screen is loaded.
      await expectText(page, 'Quick Actions');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and Commands' }).fill('priya');
      await expect(page.getByRole('option', { name: /Priya Raman/ })).toBeVisible();
    },
  },
  { name: 'calendar', path: '/calendar', open: (page) => expectText(page, 'Event Calendar') },
  {
    name: 'create event',
    part: '[role=dialog]',
    path: '/calendar?create=2026-11-12',
    open: (page) => expectDialog(page, 'Create New Event'),
  },
  {
    name: 'events',
    path: '/events',
    open: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'expenses',
    path: '/expenses?page=11',
    // Waits for the list and the balances beside it.
    open: async (page) => {
      await expectText(page, /^Page 11 of/);
      await expectText(page, /^Show All/);
    },
  },
  {
    name: 'expense menu',
    part: '[role=menu]',
    path: '/expenses',
    // On a phone the actions are in the panel.
    viewport: { width: 768, height: 1024 },
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
      await expectDialog(page, 'Create New Expense');
      await page.getByRole('button', { name: 'Everyone', exact: true }).click();
      await page.getByRole('button', { name: 'Add a Part Not Everyone Shares' }).click();
      await page.getByRole('button', { name: /^More/ }).click();
    },
  },
  {
    name: 'create expense, invalid',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=create`,
    open: async (page) => {
      await expectDialog(page, 'Create New Expense');
      await page.getByRole('button', { name: 'Create Expense' }).click();
      await expectText(page, 'Please fill in all required fields');
    },
  },
  {
    name: 'settle expense',
    part: '[role=alertdialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'settle');
      await expectAlertDialog(page, 'Settle Expense');
    },
  },
  {
    name: 'edit expense',
    part: '[role=dialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'edit');
      await expectDialog(page, 'Edit Expense');
    },
  },
  {
    name: 'delete expense',
    part: '[role=alertdialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'delete');
      await expectAlertDialog(page, 'Delete Expense');
    },
  },
  {
    name: 'history of an expense',
    part: '[role=dialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'history');
      await expectText(page, 'logged the expense');
    },
  },
  {
    name: 'add override',
    part: '[role=dialog]',
    path: `/expenses?${noRows}`,
    open: async (page) => {
      await openExpense(page, 'add-override');
      await expectDialog(page, 'Add Override');
    },
  },
  {
    name: 'filters',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=filters`,
    open: (page) => expectDialog(page, 'Filters'),
  },
  {
    name: 'settle up',
    part: '[data-sheet]',
    path: `/expenses?${noRows}&panel=settle-up`,
    open: (page) => expect(page.getByRole('list', { name: /payments$/ }).first()).toBeVisible(),
  },
  {
    name: 'recurring expenses',
    part: '[data-sheet]',
    path: `/expenses?${noRows}&panel=recurring`,
    open: (page) => expectText(page, /^No recurring expenses$/),
  },
  {
    name: 'settle expenses',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=settle-all`,
    open: (page) => expectText(page, /^Choose what to settle\.$/),
  },
  { name: 'wallets', path: '/wallets', open: (page) => expectText(page, /Showing \d+ of/) },
  {
    name: 'add wallet',
    part: '[role=dialog]',
    path: '/wallets?dialog=create',
    open: (page) => expectDialog(page, 'Add New Wallet'),
  },
  {
    name: 'no wallets found',
    path: '/wallets?search=nothing-like-this',
    open: (page) => expectText(page, 'No wallets found matching your criteria'),
  },
  {
    name: 'transactions',
    path: '/wallets?search=USD',
    open: async (page) => {
      await page.getByRole('link', { name: /USD/ }).first().click();
      await expectText(page, 'Transaction History');
      await expectText(page, /deposit|Top-up|share|dues|reimburse/i);
    },
  },
  {
    name: 'add transaction, invalid',
    part: '[role=dialog]',
    path: '/wallets?search=USD',
    open: async (page) => {
      await page.getByRole('link', { name: /USD/ }).first().click();
      await page.getByRole('button', { name: 'Add Transaction' }).click();
      await expectDialog(page, 'Add Transaction');
      await page.getByRole('dialog').getByRole('button', { name: 'Add Transaction' }).click();
      await expectText(page, 'Description is required');
    },
  },
  {
    name: 'edit transaction',
    part: '[role=dialog]',
    path: '/wallets',
    open: async (page) => {
      await openTransaction(page, 'edit');
      await expectDialog(page, 'Edit Transaction');
    },
  },
  {
    name: 'delete transaction',
    part: '[role=alertdialog]',
    path: '/wallets',
    open: async (page) => {
      await openTransaction(page, 'delete');
      await expectAlertDialog(page, 'Delete Transaction');
    },
  },
  {
    name: 'history of a transaction',
    part: '[role=dialog]',
    path: '/wallets',
    open: async (page) => {
      await openTransaction(page, 'history');
      await expectText(page, /^Version 1/);
    },
  },
  {
    name: 'invalid wallet id',
    path: '/wallets/nonsense/transactions',
    open: (page) => expectText(page, 'Invalid wallet ID'),
  },
  { name: 'members', path: '/members', open: (page) => expectText(page, 'Aisha Khan') },
  {
    name: 'no members found',
    path: '/members?q=nothing-like-this',
    open: (page) => expect(page.getByRole('searchbox')).toBeVisible(),
  },
  {
    name: 'invite',
    part: '[role=dialog]',
    path: '/members?dialog=invite',
    open: (page) => expectDialog(page, 'Invite Members'),
  },
  { name: 'resources', path: '/resources', open: (page) => expectText(page, 'Chapter Documents') },
  {
    name: 'documents',
    path: '/resources/documents',
    open: (page) => expectText(page, 'All Documents'),
  },
  {
    name: 'upload documents',
    part: '[role=dialog]',
    path: '/resources/documents?dialog=upload',
    open: (page) => expectDialog(page, 'Upload Documents'),
  },
  { name: 'not found', path: '/nowhere', open: (page) => expectText(page, 'Oops! Page not found') },
];
