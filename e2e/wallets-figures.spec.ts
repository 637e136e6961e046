/** The amounts beside a wallet's balance: the balance on a past day and pending reimbursements. */
import { formatDay, instantToDay, toInstant } from '#kit/day.ts';
import { makeExpense } from './expenses.ts';
import { exportCsv } from './export-csv.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { findUsedWallet, findUser, makeTransaction, makeWallet, send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('the address keeps the date of the past balance', async ({ page }) => {
  const wallet = await makeWallet(page, { name: unique('Day') });
  await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await page.goto(wallet.path);
  await page.getByText('IDs and Past Balances').click();
  await page.getByLabel('Balance On', { exact: true }).fill('2024-02-29');
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details).toContainText('$0.00 at the end of Feb 29, 2024');
  await expect(page).toHaveURL(`${wallet.path}?asOf=2024-02-29`);
  await page.reload();
  await expect(details).toContainText('$0.00 at the end of Feb 29, 2024');
});

test('keys at the last selectable day change nothing and do not move the focus later', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Last day') });
  // Today in the chapter's time zone, not the browser's.
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const formatToday = (form: Intl.DateTimeFormatOptions) => today.toLocaleString('en-US', form);
  await page.goto(`${wallet.path}?asOf=${today.toString()}`);
  await page.getByRole('button', { name: 'Balance on: open calendar' }).press('Enter');
  const last = page.getByRole('button', { name: formatToday({ dateStyle: 'full' }) });
  await expect(last).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(last).toBeFocused();
  const shown = page.getByRole('grid', { name: formatToday({ month: 'long', year: 'numeric' }) });
  await expect(shown).toBeVisible();
  const earlier = page.getByRole('button', { name: 'Previous month' });
  await earlier.press('Enter');
  await expect(shown).toBeHidden();
  await expect(earlier).toBeFocused();
});

test('the balance of a past day is the one after its last transaction', async ({ page }) => {
  const { path, transactions } = await findUsedWallet(page);
  const [day, last] = transactions
    .map(
      (one) =>
        [
          instantToDay(toInstant(Temporal.Instant.from(one.date)), 'America/Los_Angeles'),
          one,
        ] as const,
    )
    .find(([on, { balanceAfter }], place, all) => {
      const after = all[place - 1]?.[0];
      return after !== undefined && after !== on && balanceAfter !== 0;
    }) ?? [undefined, undefined];
  if (!last) throw new Error('No day of this wallet ended with anything in it');
  await page.goto(`${path}?asOf=${day}`);
  await expect(page.getByRole('region', { name: 'Wallet Details' })).toContainText(
    `${dollars(last.balanceAfter)} at the end of ${formatDay(day)}`,
  );
  const exported = (await exportCsv(page)).flatMap((line) => line.split(','));
  expect(transactions.length).toBeGreaterThan(0);
  expect(exported).toEqual(expect.arrayContaining(transactions.map(({ id }) => id)));
});

test('an open expense counts toward its payer’s pending reimbursements', async ({ page }) => {
  const { id: ownerId } = await findUser(page, 'Aisha Khan');
  const oldest = `/wallets?ownerId=${ownerId}&sort=created&direction=asc`;
  const { wallets } = await send<{ wallets: { items: { id: string; currencyCode: string }[] } }>(
    page,
    'GET',
    oldest,
  );
  const known = wallets.items.find(({ currencyCode }) => currencyCode === 'USD')?.id;
  const id = known ?? (await makeWallet(page, { name: unique('Aisha'), ownerId })).id;
  const before = await send<{ unsettledReimbursementTotal: number }>(page, 'GET', `/wallets/${id}`);
  await makeExpense(page, {
    title: unique('Advanced'),
    amount: 1040,
    people: ['Aisha Khan', 'Diego Alvarez'],
    useWalletTransactions: true,
  });
  await page.goto(`/wallets/${id}/transactions`);
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details).toContainText(
    `Unsettled Reimbursements${dollars(before.unsettledReimbursementTotal + 1040)}`,
  );
});

test('one’s own wallets come first, totals count who owes money, and a press shows only these', async ({
  page,
}) => {
  const { id: ownerId } = await findUser(page, 'Priya Raman');
  const wallet = await makeWallet(page, { name: unique('Overdrawn'), ownerId });
  await makeTransaction(page, wallet, { amount: 40, description: 'Dues' });
  await makeTransaction(page, wallet, {
    amount: 90.5,
    transactionType: 'debit',
    description: 'Boat',
  });
  // What this page received: other journeys change the totals in the meantime.
  const reading = page.waitForResponse(
    (reply) => new URL(reply.url()).pathname === '/api/wallets/totals',
  );
  await page.goto('/wallets');
  await expect(page.locator('tbody tr').first()).toContainText('You');
  const totals: { items: { currencyCode: string; balance: number }[] } = await (
    await reading
  ).json();
  const [usd] = totals.items.filter(({ currencyCode }) => currencyCode === 'USD');
  await expect(page.getByText(dollars(usd?.balance ?? Number.NaN)).first()).toBeVisible();
  await page.getByRole('button', { name: /^\d+ members? owes? money/ }).click();
  await expect(page).toHaveURL('/wallets?belowZero=true');
  const row = page.getByRole('row').filter({ hasText: wallet.name });
  await expect(row).toContainText('-$50.50');
  await expect(page.locator('tbody tr').filter({ hasNotText: '-' })).toHaveCount(0);
  await row.getByRole('link', { name: wallet.name }).click();
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details.getByRole('figure')).toContainText(
    /Since .*: lowest -\$50\.50 on .*, highest/,
  );
});
