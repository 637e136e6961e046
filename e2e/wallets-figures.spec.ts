/** The figures beside a wallet's balance: what it held on a past day, and what its owner awaits. */
import { dayOf, formatDay, toInstant } from '#kit/day.ts';
import { makeExpense } from './expenses.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { makeTransaction, makeWallet, send, unique, usedWallet, userNamed } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'treasurer'));

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('the balance of a past day is asked for by its date, and kept in the address', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Day') });
  await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  await page.goto(wallet.path);
  await page.getByLabel('Balance On', { exact: true }).fill('2024-02-29');
  const details = page.getByRole('region', { name: 'Wallet Details' });
  await expect(details).toContainText('$0.00 at the end of Feb 29, 2024');
  await expect(page).toHaveURL(`${wallet.path}?asOf=2024-02-29`);
  await page.reload();
  await expect(details).toContainText('$0.00 at the end of Feb 29, 2024');
});

test('at the last day that can be chosen a key leads nowhere, and takes the focus nowhere later', async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Last day') });
  // The chapter's today, whatever day it is where the browser is.
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const words = (form: Intl.DateTimeFormatOptions) => today.toLocaleString('en-US', form);
  await page.goto(`${wallet.path}?asOf=${today.toString()}`);
  await page.getByRole('button', { name: 'Balance on: open calendar' }).press('Enter');
  const last = page.getByRole('button', { name: words({ dateStyle: 'full' }) });
  await expect(last).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(last).toBeFocused();
  const shown = page.getByRole('grid', { name: words({ month: 'long', year: 'numeric' }) });
  await expect(shown).toBeVisible();
  const earlier = page.getByRole('button', { name: 'Previous month' });
  await earlier.press('Enter');
  await expect(shown).toBeHidden();
  await expect(earlier).toBeFocused();
});

test('the balance of a past day is what its last transaction left', async ({ page }) => {
  const { path, transactions } = await usedWallet(page);
  const [day, last] = transactions
    .map(
      (one) =>
        [dayOf(toInstant(Temporal.Instant.from(one.date)), 'America/Los_Angeles'), one] as const,
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
});

test('an open expense stands among what its payer is still to be reimbursed', async ({ page }) => {
  const { id: ownerId } = await userNamed(page, 'Aisha Khan');
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
