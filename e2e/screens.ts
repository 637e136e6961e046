/** Every screen, dialog, menu and panel: its address and how to open it. */
import type { Page } from '@playwright/test';
import { listUsers, makeExpense } from './expenses.ts';
import { expect } from './journey.ts';
import { makeTransaction, makeWallet, send, unique } from './wallets.ts';

/** `part` restricts axe to what opened over a screen, because a table of sixty columns takes long. */
type Screen = {
  name: string;
  area: 'expenses' | 'wallets' | 'other screens';
  /** May make what the screen shows. */
  path: string | ((page: Page) => Promise<string>);
  /** Whether what opens has no address or asks before it closes, so that the next screen is reloaded. */
  staysOpen?: true;
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

/** What the dialogs are opened for, made once a worker. */
let expense: Promise<{ id: string }> | undefined;
let transaction: Promise<{ id: string; path: string }> | undefined;

function makeExpenseOnce(page: Page): Promise<{ id: string }> {
  const people = ['Priya Raman', 'Diego Alvarez', 'Maya Chen'];
  expense ??= makeExpense(page, { title: unique('Accessibility'), amount: 100, people });
  return expense;
}

function makeTransactionOnce(page: Page): Promise<{ id: string; path: string }> {
  const make = async () => {
    const wallet = await makeWallet(page, { name: unique('Accessibility') });
    const { id } = await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
    return { id, path: wallet.path };
  };
  transaction ??= make();
  return transaction;
}

/** The address of an expense's panel, or of one of its dialogs. */
const ofExpense =
  (dialog?: 'settle' | 'edit' | 'delete' | 'history' | 'add-override') => async (page: Page) => {
    const { id } = await makeExpenseOnce(page);
    return `/expenses?${noRows}&expense=${id}${dialog ? `&dialog=${dialog}&subject=${id}` : ''}`;
  };

/** The address of a transaction's dialog. */
const ofTransaction = (dialog: 'edit' | 'delete' | 'history') => async (page: Page) => {
  const { id, path } = await makeTransactionOnce(page);
  return `${path}?dialog=${dialog}&subject=${id}`;
};

export const screens: readonly Screen[] = [
  {
    name: 'home',
    area: 'other screens',
    path: '/',
    open: (page) => expectText(page, 'Quick Actions'),
  },
  {
    name: 'account menu',
    area: 'other screens',
    staysOpen: true,
    path: '/',
    open: async (page) => {
      await page.getByRole('button', { name: /^Account menu for/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    },
  },
  {
    name: 'palette',
    area: 'other screens',
    staysOpen: true,
    part: 'dialog',
    path: '/',
    open: async (page) => {
      // Shortcuts work once the screen is loaded.
      await expectText(page, 'Quick Actions');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search and Commands' }).fill('priya');
      await expect(page.getByRole('option', { name: /Priya Raman/ })).toBeVisible();
    },
  },
  {
    name: 'calendar',
    area: 'other screens',
    path: '/calendar',
    open: (page) => expectText(page, 'Event Calendar'),
  },
  {
    name: 'create event',
    area: 'other screens',
    staysOpen: true,
    part: '[role=dialog]',
    path: '/calendar?create=2026-11-12',
    open: (page) => expectDialog(page, 'Create New Event'),
  },
  {
    name: 'events',
    area: 'other screens',
    path: '/events',
    open: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  {
    name: 'expenses',
    area: 'expenses',
    path: '/expenses?page=11',
    // Waits for the list and the balances beside it.
    open: async (page) => {
      await expectText(page, /^Page 11 of/);
      await expectText(page, /^Show All/);
    },
  },
  {
    name: 'expense menu',
    area: 'expenses',
    staysOpen: true,
    part: '[role=menu]',
    // As the screen before, whose rows would close the menu when others replace them.
    path: '/expenses?page=11',
    // On a phone the actions are in the panel.
    viewport: { width: 768, height: 1024 },
    open: openActions,
  },
  {
    name: 'expense panel',
    area: 'expenses',
    path: ofExpense(),
    part: '[role=dialog]',
    open: (page) => expectText(page, 'Member Breakdown'),
  },
  {
    name: 'create expense',
    area: 'expenses',
    staysOpen: true,
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
    area: 'expenses',
    staysOpen: true,
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
    area: 'expenses',
    part: '[role=alertdialog]',
    path: ofExpense('settle'),
    open: async (page) => {
      await expectAlertDialog(page, 'Mark as Paid Outside');
    },
  },
  {
    // More people than fit on a phone.
    name: 'settle expense through wallets',
    area: 'expenses',
    part: '[role=alertdialog]',
    path: async (page) => {
      const people = (await listUsers(page)).slice(0, 12).map(({ displayName }) => displayName);
      const title = unique('Accessibility');
      const { id } = await makeExpense(page, {
        title,
        amount: 120,
        people,
        useWalletTransactions: true,
      });
      return `/expenses?${noRows}&expense=${id}&dialog=settle&subject=${id}`;
    },
    open: (page) => expectText(page, /, unchanged$/),
  },
  {
    name: 'edit expense',
    area: 'expenses',
    part: '[role=dialog]',
    path: ofExpense('edit'),
    open: async (page) => {
      await expectDialog(page, 'Edit Expense');
    },
  },
  {
    name: 'delete expense',
    area: 'expenses',
    part: '[role=alertdialog]',
    path: ofExpense('delete'),
    open: async (page) => {
      await expectAlertDialog(page, 'Delete Expense');
    },
  },
  {
    name: 'history of an expense',
    area: 'expenses',
    part: '[role=dialog]',
    path: ofExpense('history'),
    open: async (page) => {
      await expectText(page, 'logged the expense');
    },
  },
  {
    name: 'add override',
    area: 'expenses',
    part: '[role=dialog]',
    path: ofExpense('add-override'),
    open: async (page) => {
      await expectDialog(page, 'Add Override');
    },
  },
  {
    name: 'filters',
    area: 'expenses',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=filters`,
    open: (page) => expectDialog(page, 'Filters'),
  },
  {
    name: 'settle up',
    area: 'expenses',
    part: '[data-sheet]',
    path: `/expenses?${noRows}&panel=settle-up`,
    open: (page) => expect(page.getByRole('list', { name: /payments$/ }).first()).toBeVisible(),
  },
  {
    name: 'recurring expenses',
    area: 'expenses',
    part: '[data-sheet]',
    path: `/expenses?${noRows}&panel=recurring`,
    open: (page) => expectText(page, /^No recurring expenses$/),
  },
  {
    name: 'settle expenses',
    area: 'expenses',
    part: '[role=dialog]',
    path: `/expenses?${noRows}&dialog=settle-all`,
    open: (page) => expectText(page, /^Choose what to settle\.$/),
  },
  {
    name: 'dues',
    area: 'other screens',
    path: '/dues',
    open: (page) => expect(page.getByRole('table', { name: 'Dues of members' })).toBeVisible(),
  },
  {
    name: 'new charge',
    area: 'other screens',
    part: '[role=dialog]',
    path: '/dues?view=charges&dialog=new-charge',
    open: (page) => expectText(page, /^Charge Members$/),
  },
  {
    name: 'wallets',
    area: 'wallets',
    path: '/wallets',
    open: (page) => expectText(page, /Showing \d+ of/),
  },
  {
    name: 'add wallet',
    area: 'wallets',
    part: '[role=dialog]',
    path: '/wallets?dialog=create',
    open: (page) => expectDialog(page, 'Add New Wallet'),
  },
  {
    name: 'no wallets found',
    area: 'wallets',
    path: '/wallets?search=nothing-like-this',
    open: (page) => expectText(page, 'No wallets found matching your criteria'),
  },
  {
    name: 'transactions',
    area: 'wallets',
    path: '/wallets?search=USD',
    open: async (page) => {
      await page.getByRole('link', { name: /USD/ }).first().click();
      await expectText(page, 'Transaction History');
      await expect(
        page
          .getByRole('main')
          .getByText(/deposit|Top-up|share|dues|reimburse/i)
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'add transaction, invalid',
    area: 'wallets',
    staysOpen: true,
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
    area: 'wallets',
    part: '[role=dialog]',
    path: ofTransaction('edit'),
    open: async (page) => {
      await expectDialog(page, 'Edit Transaction');
    },
  },
  {
    name: 'delete transaction',
    area: 'wallets',
    part: '[role=alertdialog]',
    path: ofTransaction('delete'),
    open: async (page) => {
      await expectAlertDialog(page, 'Delete Transaction');
    },
  },
  {
    name: 'history of a transaction',
    area: 'wallets',
    part: '[role=dialog]',
    path: ofTransaction('history'),
    open: async (page) => {
      await expectText(page, /^Version 1/);
    },
  },
  {
    name: 'invalid wallet id',
    area: 'wallets',
    path: '/wallets/nonsense/transactions',
    open: (page) => expectText(page, 'Invalid wallet ID'),
  },
  {
    name: 'members',
    area: 'other screens',
    path: '/members',
    open: (page) => expectText(page, 'Aisha Khan'),
  },
  {
    name: 'no members found',
    area: 'other screens',
    path: '/members?q=nothing-like-this',
    open: (page) => expectText(page, 'No members found'),
  },
  {
    name: 'member who owes',
    area: 'other screens',
    path: async (page) => {
      type Dues = { members: { items: { member: { id: string } }[] } };
      const { members } = await send<Dues>(page, 'GET', '/dues?show=open');
      // The last is not late yet: links must stand out from quiet words, too.
      return `/members/${members.items.at(-1)?.member.id}`;
    },
    open: (page) => expectText(page, 'Not covered yet'),
  },
  {
    name: 'invite',
    area: 'other screens',
    part: '[role=dialog]',
    path: '/members?dialog=invite',
    open: (page) => expectDialog(page, 'Invite Members'),
  },
  {
    name: 'resources',
    area: 'other screens',
    path: '/resources',
    open: (page) => expectText(page, 'Chapter Documents'),
  },
  {
    name: 'documents',
    area: 'other screens',
    path: '/resources/documents',
    open: (page) => expectText(page, 'All Documents'),
  },
  {
    name: 'upload documents',
    area: 'other screens',
    part: '[role=dialog]',
    path: '/resources/documents?dialog=upload',
    open: (page) => expectDialog(page, 'Upload Documents'),
  },
  {
    name: 'not found',
    area: 'other screens',
    path: '/nowhere',
    open: (page) => expectText(page, 'Oops! Page not found'),
  },
];
