/** The settle-up plan and the expenses behind it. */
import { findPanel, makeExpense } from './expenses.ts';
import { expect, readApi, signInQuickly, test } from './journey.ts';
import { unique } from './wallets.ts';

test.beforeEach(({ page }) => signInQuickly(page, 'member'));

type Balances = { items: { participantId: string; name: string; balance: number }[] };

const pair = ['Maya Chen', 'Diego Alvarez'];

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
    const payments = plan.getByRole('list', { name: 'Payments' }).getByRole('listitem');
    await expect(payments.first()).toBeVisible();
    type Plan = { items: { from: string | null; to: string | null; amount: number }[] };
    const { items } = await readApi<Plan>(page, '/expenses/settle-up');
    await expect(payments).toHaveCount(items.length);
    const balances = (await readApi<Balances>(page, '/expenses/balances')).items;
    for (const { participantId, balance } of balances) {
      const moved = items.reduce(
        (sum, { from, to, amount }) =>
          sum + (from === participantId ? amount : 0) - (to === participantId ? amount : 0),
        Math.round(balance * 100) / 100,
      );
      expect(Math.abs(Math.round(moved * 100)), 'even after the payments').toBe(0);
    }

    await payments
      .first()
      .getByRole('button', { name: /^Why\?/ })
      .click();
    await expect(page).toHaveURL(/panel=balance/);
    const why = page.getByRole('list', { name: 'Open expenses' });
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
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(page).toHaveURL('/expenses');
  });

  test('opened from a member, the plan lists their payments first', async ({ page }) => {
    await page.goto('/expenses');
    const { items } = await readApi<Balances>(page, '/expenses/balances');
    // A member whose payment would be last by amount.
    const [least] = items
      .filter(({ name, balance }) => balance < 0 && name !== 'Maya Chen')
      .sort((a, b) => b.balance - a.balance);
    if (!least) throw new Error('nobody else owes anything');
    await page.goto(`/expenses?panel=balance&member=${least.participantId}`);
    await findPanel(page, least.name).getByRole('button', { name: 'How to Settle' }).click();
    const plan = findPanel(page, 'Settle Up');
    const first = plan.getByRole('list', { name: 'Payments' }).getByRole('listitem').first();
    await expect(first).toContainText(`${least.name} pays `);
    await expect(plan).toContainText(`of them ${least.name}'s`);
    await page.goBack();
    await expect(findPanel(page, least.name)).toBeVisible();
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(findPanel(page, least.name)).toBeHidden();

    // Opened without a member, it starts with the own payments.
    await page.getByRole('button', { name: 'Settle Up' }).click();
    await expect(plan.getByRole('list', { name: 'Payments' })).toBeVisible();
    await expect(plan).not.toContainText(`of them ${least.name}'s`);
  });

  test('pressing a balance shows the expenses behind it', async ({ page }) => {
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

    // Home shows the balance, too, and links to the expenses.
    await page.goto('/');
    await page
      .getByRole('region', { name: 'Your balance' })
      .getByRole('link', { name: 'View Expenses' })
      .click();
    await expect(panel.getByRole('button', { name: title })).toBeVisible();
  });
});
