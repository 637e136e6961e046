/** Addresses of lists that somebody typed, or another program wrote. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { auditCalls } from '#features/audit/contract.ts';
import { eventCalls } from '#features/events/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { serveExpenses } from '#features/expenses/web/testing/expense-samples.ts';
import { documentCalls } from '#features/resources/documents/document-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { serveNothing } from '#web/testing/empty-replies.ts';
import { requestsOf } from '#web/testing/network.ts';
import { getAddress, open } from '#web/testing/open.tsx';

beforeEach(() => {
  serveNothing();
  serveExpenses();
});

test.each([
  ['/expenses?searchTerm=12.50', expenseCalls.list, { searchTerm: '12.50' }],
  ['/wallets?search=true', walletCalls.list, { searchTerm: 'true' }],
  ['/wallets?search=1e3&belowZero=true', walletCalls.list, { searchTerm: '1e3', belowZero: true }],
  ['/events?search=12.50&when=past&year=2024', eventCalls.search, { search: '12.50', year: 2024 }],
  ['/resources/documents?search=%22x%22', documentCalls.list, { search: '"x"' }],
  ['/audit?search=null', auditCalls.list, { search: 'null' }],
])('what %s asks for is in the box and searched as it is written', async (address, call, query) => {
  await open(address, { as: 'admin' });
  const [text] = Object.values(query);
  await expect.element(page.getByRole('searchbox')).toHaveValue(text);
  await expect.poll(() => requestsOf(call).at(-1)?.query).toMatchObject(query);
});

test.each([
  ['/calendar?month=2026-13&week=1899-01-01&create=2026-02-29', 'Calendar', '/calendar'],
  ['/events?when=later&year=abc&page=0', 'Upcoming Events', '/events'],
  ['/members?sort=email&initial=7&dialog=delete', 'Member Directory', '/members'],
])('what %s has that is not valid counts as missing', async (address, heading, shown) => {
  await open(address, { as: 'admin' });
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(heading);
  await expect.poll(getAddress).toBe(shown);
});
