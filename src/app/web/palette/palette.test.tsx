/** The command palette and the list of shortcuts. */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventCalls } from '#features/events/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { makeExpense, serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { directoryCalls } from '#features/members/directory-contract.ts';
import { documentCalls } from '#features/resources/documents/document-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { makeWallet } from '#features/wallets/web/testing/wallet-samples.ts';
import { page as pageOf } from '#kit/page.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { findDialog, press } from '#web/testing/controls.ts';
import { serveNothing } from '#web/testing/empty-replies.ts';
import { answer, hold, refuse, requestsOf } from '#web/testing/network.ts';
import { getAddress, open } from '#web/testing/open.tsx';

const dinner = makeExpense({ title: 'Founding dinner' });
const picnic = makeExpense({ title: 'Picnic' });
const fund = { ...makeWallet('Maya Chen'), name: 'Picnic fund' };
const field = page.getByRole('combobox', { name: 'Search and Commands' });
const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const findOption = (name: string | RegExp) => options.filter({ hasText: name });
const selected = findDialog('Search and Commands').getByRole('option', { selected: true });
const shortcuts = findDialog('Keyboard Shortcuts');
const searches = [
  eventCalls.search,
  expenseCalls.list,
  walletCalls.list,
  walletCalls.findTransactions,
  documentCalls.list,
];

beforeEach(async () => {
  serveNothing();
  serveExpenses();
  answer(expenseCalls.list, ({ query }) => {
    const { searchTerm = '' } = query;
    const found = [dinner, picnic].filter(({ title }) =>
      title.toLowerCase().includes(searchTerm.toLowerCase()),
    );
    return {
      expenses: pageOf(found, found.length, query),
      totalAmount: dinner.amount,
      participants: [],
      events: [],
    };
  });
  answer(expenseCalls.detail, ({ params }) => (params.expenseId === dinner.id ? dinner : picnic));
  await open('/expenses');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
}

test('the first result is selected, and Enter opens it', async () => {
  await openPalette();
  await expectAccessible(findDialog('Search and Commands'));
  await field.fill('founding');
  await expect.element(selected).toMatchTextContent('Founding dinner');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(getAddress).toContain(`expense=${dinner.id}`);
});

test('pages come before what is found in the chapter, and arrow keys go around', async () => {
  await openPalette();
  await field.fill('di');
  await expect.element(findOption('Founding dinner')).toBeVisible();
  await expect.element(findOption('Diego Alvarez')).toBeVisible();
  const names = options.elements().map(({ textContent }) => textContent);
  const places = ['Diego Alvarez', 'Founding dinner'].map((name) =>
    names.findIndex((each) => each.includes(name)),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(selected).toMatchTextContent(names.at(-1) ?? '');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(selected).toMatchTextContent(names[0] ?? '');
  await field.fill('din');
  await expect.element(selected).toMatchTextContent('Founding dinner');
});

describe.for(searches)('while $path is searched', (search) => {
  test('Enter waits for what was typed, and opens nothing of what was found before', async () => {
    await openPalette();
    await field.fill('founding');
    await expect.element(findOption('Founding dinner')).toBeVisible();
    const release = hold(search);
    const before = requestsOf(search).length;
    await field.fill('zzzz');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requestsOf(search).length).toBeGreaterThan(before);
    await expect.element(page.getByText('Searching...')).toBeVisible();
    await expect.element(options).not.toBeInTheDocument();
    release();
    await expect.element(page.getByText('No results for "zzzz".')).toBeVisible();
    // Pressed at once, Enter was for a result, not for a page in its place.
    await expect.element(selected).not.toBeInTheDocument();
    await expect.element(field).toBeVisible();
    expect(getAddress()).toBe('/expenses');
  });
});

test('an Enter pressed at once opens what is found later, but not after more was typed', async () => {
  await openPalette();
  const release = hold(expenseCalls.list);
  await field.fill('picnic');
  await userEvent.keyboard('{Enter}');
  await field.fill('picni');
  await expect.poll(() => requestsOf(expenseCalls.list).at(-1)?.query.searchTerm).toBe('picni');
  release();
  await expect.element(findOption('Picnic')).toBeVisible();
  expect(getAddress()).toBe('/expenses');
  await field.fill('picnic');
  await userEvent.keyboard('{Enter}');
  await expect.poll(getAddress).toContain(`expense=${picnic.id}`);
});

test('Enter waits for what may still come before what was found', async () => {
  await openPalette();
  const release = hold(expenseCalls.list);
  answer(walletCalls.list, ({ query }) => ({ wallets: pageOf([fund], 1, query) }));
  await field.fill('picnic');
  await expect.element(selected).toMatchTextContent('Picnic fund');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toBeVisible();
  release();
  await expect.poll(getAddress).toContain(`expense=${picnic.id}`);
});

test('a question finds what it is about, and what is not found leads to the pages', async () => {
  await openPalette();
  await field.fill('how do i pay');
  for (const name of ['How to Pay', 'Settle Up', 'Record Payment']) {
    await expect.element(page.getByRole('option', { name, exact: true })).toBeVisible();
  }
  await field.fill('zzzzqqqq');
  await expect.element(page.getByText('No results for "zzzzqqqq".')).toBeVisible();
  await expect.element(selected).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(findOption(/^Resources$/)).toBeVisible();
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
});

test('what is refused leaves the rest to be found', async () => {
  for (const search of searches) answer(search, refuse(422, 'invalid', 'No'));
  await openPalette();
  await field.fill('maya');
  await expect.element(selected).toMatchTextContent('Maya Chen');
  for (const search of searches) expect(requestsOf(search)).not.toEqual([]);
});

test('a search keeps to the length that every search of the API accepts', async () => {
  await openPalette();
  await field.fill('x'.repeat(300));
  await expect.element(page.getByText('No results for')).toBeVisible();
  await expect.element(field).toHaveValue('x'.repeat(200));
  // One that the contract refuses would fail the test.
  for (const search of searches) expect(requestsOf(search)).not.toEqual([]);
});

test('one letter asks the server for nothing', async () => {
  await openPalette();
  const before = searches.map((search) => requestsOf(search).length);
  await field.fill('x');
  await expect.element(page.getByText('No results for "x".')).toBeVisible();
  expect(searches.map((search) => requestsOf(search).length)).toEqual(before);
});

test('keys are typed into a field, and the header opens the search', async () => {
  await press(page.getByRole('banner'), 'Search and Commands');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('a/b?gm');
  await expect.element(field).toHaveValue('a/b?gm');
  await expect.element(shortcuts).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  expect(getAddress()).toBe('/expenses');
});

test('single keys list the shortcuts and open the search until they are turned off', async () => {
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toMatchTextContent('Search and Commands');
  await expectAccessible(shortcuts);
  await shortcuts.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts).not.toBeInTheDocument();
  await userEvent.keyboard('?/jgm');
  await openPalette();
  await expect.element(shortcuts).not.toBeInTheDocument();
  expect(getAddress()).toBe('/expenses');
});

test('j and k go through the rows of a list, and g with a letter to a place', async () => {
  await expect.element(page.getByRole('button', { name: 'Picnic' }).first()).toBeVisible();
  // The list's rows, not those of the balances.
  await expect.element(page.getByRole('list').getByText('Tom Becker')).toBeInTheDocument();
  const row = page.getByRole('button', { name: 'Founding dinner', exact: true });
  await userEvent.keyboard('j');
  await expect.element(row).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('button', { name: 'Picnic', exact: true })).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(row).toHaveFocus();
  answer(directoryCalls.search, ({ query }) => pageOf([], 0, query));
  answer(directoryCalls.initials, { items: [] });
  await userEvent.keyboard('gm');
  const heading = page.getByRole('heading', { name: 'Member Directory', level: 1 });
  await expect.element(heading).toHaveFocus();
});
