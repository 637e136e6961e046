/** The settle-up plan and the expenses behind it. */
import type { Page } from '@playwright/test';
import { findPanel, makeExpense } from './expenses.ts';
import { expect, readApi, signInQuickly, test } from './journey.ts';
import { send, unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

type Balances = { items: { participantId: string; name: string; balance: number }[] };

const pair = ['Maya Chen', 'Diego Alvarez'];

type Standing = {
  memberId: string;
  name: string;
  open: number;
  wallet: number;
  standing: number;
  walletId: string | null;
};

const dollars = (amount: number) =>
  Math.abs(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Home, Expenses and the member's page say what the API says, and link to what is behind it. */
async function expectStandingEverywhere(page: Page): Promise<Standing> {
  const { items } = await readApi<{ items: Standing[] }>(page, '/expenses/standings');
  const own = items.find(({ name }) => name === 'Maya Chen');
  if (!own) throw new Error('Maya has no standing');
  for (const [path, name] of [
    ['/', 'Your balance'],
    ['/expenses', 'Your balance'],
    [`/members/${own.memberId}`, 'Balance'],
  ] as const) {
    await page.goto(path);
    const card = page.getByRole('region', { name, exact: true });
    await expect(card).toContainText(
      `${own.standing < 0 ? 'To pay' : 'You are owed'} ${dollars(own.standing)}`,
    );
    await expect(card).toContainText(dollars(own.open));
    const wallet = card.getByRole('link', { name: /^Wallet/ });
    await expect(wallet).toContainText(dollars(own.wallet));
    await expect(wallet).toHaveAttribute(
      'href',
      own.walletId
        ? `/wallets/${own.walletId}/transactions`
        : new RegExp(`ownerId=.*${own.memberId}`),
    );
  }
  return own;
}

test.describe('settling up', () => {
  test('the plan clears the member balances, and every payment links to its expenses', async ({
    page,
  }) => {
    await makeExpense(page, { title: unique('Traced'), amount: 33.33, people: pair });
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'Settle Up' }).click();
    const plan = page
      .getByRole('dialog', { name: 'Settle Up' })
      .or(page.getByRole('complementary', { name: 'Settle Up' }));
    const payments = plan.getByRole('list', { name: /payments$/ }).getByRole('listitem');
    await expect(payments.first()).toBeVisible();
    type Plan = Record<
      'items' | 'left',
      { from: string | null; to: string | null; amount: number }[]
    >;
    const { items, left } = await readApi<Plan>(page, '/expenses/settle-up');
    const balances = (await readApi<Balances>(page, '/expenses/balances')).items;
    const standings = await readApi<{ items: Standing[] }>(page, '/expenses/standings');
    const maya = standings.items.find(({ name }) => name === 'Maya Chen')?.memberId;
    // A member sees what they pay and get, and no one else's payments.
    const own = items.filter(({ from, to }) => from === maya || to === maya);
    await expect(payments).toHaveCount(own.length);
    await expect(plan).not.toContainText('other payment');
    for (const { memberId, standing } of standings.items) {
      const moved = [...items, ...left].reduce(
        (sum, { from, to, amount }) =>
          sum + (from === memberId ? amount : 0) - (to === memberId ? amount : 0),
        standing,
      );
      expect(Math.abs(Math.round(moved * 100)), 'even after the payments').toBe(0);
    }

    await payments
      .first()
      .getByRole('button', { name: /^See Breakdown/ })
      .click();
    await expect(page).toHaveURL(/panel=balance/);
    const why = page.getByRole('list', { name: 'Open expenses' });
    await expect(
      page.getByText(/Settle Up suggests (paying|payments from) .*\(\$[\d,.]+\)/),
    ).toBeVisible();
    await expect(why.getByRole('listitem').first()).toBeVisible();
    const member = new URL(page.url()).searchParams.get('member');
    const { balance = 0, name = '' } =
      balances.find(({ participantId }) => participantId === member) ?? {};
    const panel = findPanel(page, name);
    while (await panel.getByRole('button', { name: 'Show More' }).isVisible()) {
      const count = await why.getByRole('listitem').count();
      await panel.getByRole('button', { name: 'Show More' }).click();
      await expect(why.getByRole('listitem').nth(count)).toBeVisible();
    }
    const amounts = await why
      .getByRole('listitem')
      .evaluateAll((lines) =>
        lines.map((line) =>
          Number((line.lastElementChild?.textContent ?? '').replace(/[$,]/g, '')),
        ),
      );
    const sum = amounts.reduce((total, amount) => total + Math.round(amount * 100), 0);
    expect(sum).toBe(Math.round(balance * 100));

    const first = why.getByRole('button').first();
    const title = (await first.textContent()) ?? '';
    await first.click();
    await expect(findPanel(page, title)).toContainText('Member Breakdown');
    await page.goBack();
    await expect(why.getByRole('listitem').first()).toBeVisible();
    await page.goBack();
    await expect(payments.first()).toBeVisible();
    const close = page.getByRole('button', { name: 'Close panel' });
    // The panel before slides out.
    await expect(close).toHaveCount(1);
    await close.click();
    await expect(page).toHaveURL('/expenses');
  });

  test('opened from a member, the plan lists their payments first', { tag: '@all' }, async ({
    page,
  }) => {
    await page.goto('/expenses');
    const { items } = await readApi<{ items: Standing[] }>(page, '/expenses/standings');
    // A member whose payment would be last by amount.
    const [least] = items
      .filter(({ name, standing }) => standing <= -1 && name !== 'Maya Chen')
      .sort((a, b) => b.standing - a.standing);
    if (!least) throw new Error('no one else has to pay anything');
    await page.goto(`/expenses?panel=balance&member=${least.memberId}`);
    await findPanel(page, least.name).getByRole('button', { name: 'Settle Up' }).click();
    const plan = findPanel(page, 'Settle Up');
    const theirs = plan.getByRole('list', { name: `${least.name}'s payments` });
    await expect(theirs.getByRole('listitem').first()).toContainText(`${least.name} pays `);
    await expect(plan).toContainText(`${least.name} has to pay ${dollars(least.standing)}`);
    await expect(plan).toContainText('settles all balances in a few payments');
    await page.goBack();
    await expect(findPanel(page, least.name)).toBeVisible();
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(findPanel(page, least.name)).toBeHidden();

    // Opened without a member, it starts with the own payments.
    await page.getByRole('button', { name: 'Settle Up' }).click();
    await expect(plan.getByRole('list', { name: 'Your payments' })).toBeVisible();
    await expect(theirs).toHaveCount(0);
  });

  test('what a member has to pay is the same on every screen, also once it has moved to wallets', {
    tag: '@all',
  }, async ({ page }) => {
    const title = unique('Moved');
    const expense = await makeExpense(page, {
      title,
      amount: 90,
      people: ['Diego Alvarez', 'Maya Chen'],
      useWalletTransactions: true,
    });
    await page.goto('/');
    const before = await expectStandingEverywhere(page);
    await send(page, 'POST', `/expenses/${expense.id}/settle`);
    const after = await expectStandingEverywhere(page);
    expect(after.standing).toBe(before.standing);
    expect([after.open - before.open, after.wallet - before.wallet].map(Math.round)).toEqual([
      45, -45,
    ]);
  });

  test('pressing a balance shows the expenses behind it', { tag: '@all' }, async ({ page }) => {
    const title = unique('Explained');
    await makeExpense(page, { title, amount: 20, people: pair });
    await page.goto('/expenses');
    const card = page.getByRole('region', { name: 'Member Balances' });
    await card.getByRole('button', { name: /^Maya Chen/ }).press('Enter');
    const panel = findPanel(page, 'Maya Chen');
    await expect(panel.getByRole('button', { name: title })).toBeVisible();
    await expect(panel).toContainText('gets back $20.00, share $10.00');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();

    // Home says what is to pay, and links to the expenses that are part of it.
    await page.goto('/');
    await page
      .getByRole('region', { name: 'Your balance' })
      .getByRole('link', { name: /^From open expenses/ })
      .click();
    await expect(panel.getByRole('button', { name: title })).toBeVisible();
  });
});
