import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { addExpense, expect, readApi, signIn, test } from './journey.ts';

type Balances = { items: { name: string; balance: number }[]; company: number };

const cents = (dollars: number) => Math.round(dollars * 100);

async function readBalances(page: Parameters<typeof readApi>[0]): Promise<Map<string, number>> {
  const reply = await readApi<Balances>(page, '/expenses/balances');
  const all = new Map(reply.items.map(({ name, balance }) => [name, cents(balance)]));
  const sum = [...all.values()].reduce((total, balance) => total + balance, cents(reply.company));
  expect(sum, 'the balances of the members and the company add up to zero').toBe(0);
  return all;
}

test('a member logs an expense for three, settles it, and finds the transactions in the wallets', async ({
  page,
}) => {
  await signIn(page, 'member', '/expenses');
  await expect(page.getByRole('heading', { name: 'Expense Tracker', level: 1 })).toBeVisible();
  const before = await readBalances(page);

  const title = `Tacos ${crypto.randomUUID().slice(0, 8)}`;
  await addExpense(page, {
    title,
    amount: '100.00',
    paidBy: 'Maya Chen',
    participants: ['Maya Chen', 'Diego Alvarez', 'Priya Raman'],
  });
  const logged = await readBalances(page);
  const change = (name: string, then: Map<string, number>) =>
    (then.get(name) ?? 0) - (before.get(name) ?? 0);
  const [payer, one, other] = ['Maya Chen', 'Diego Alvarez', 'Priya Raman'].map((name) =>
    change(name, logged),
  );
  expect([payer, one, other].map((value) => Math.abs(value ?? 0) % 100 === 0)).not.toEqual([
    true,
    true,
    true,
  ]);
  expect((payer ?? 0) + (one ?? 0) + (other ?? 0)).toBe(0);
  for (const value of [one, other]) expect([-3_333, -3_334]).toContain(value);

  const row = page.getByRole('row', { name: new RegExp(title) });
  await expect(row).toContainText('$100.00');
  await expect(row).toContainText('You');
  await expect(row).toContainText(/\$33\.3[34]/);
  await page.getByRole('button', { name: title }).first().click();
  const panel = page
    .getByRole('dialog', { name: title })
    .or(page.getByRole('complementary', { name: title }));
  await expect(panel).toContainText('Paid $100.00');
  await expect(panel).toContainText(/Owes \$33\.3[34]/);

  await panel.getByRole('button', { name: 'Settle Expense' }).click();
  const question = page.getByRole('alertdialog', { name: 'Settle Expense' });
  await expect(question).toContainText(
    'Are you sure you want to settle this expense? This will mark the expense as settled and cannot be undone.',
  );
  await question.getByRole('button', { name: 'Settle Expense' }).click();
  await expect(page.getByText('Expense settled successfully')).toBeVisible();
  await expect(panel).toContainText('settled');
  await expect(panel).toContainText(/(Covered|Charged) \$33\.3[34]/);
  await expect(panel).not.toContainText('Owes');
  expect(await readBalances(page)).toEqual(before);

  const movements = await readWalletTransactions(page, title);
  expect(movements.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual(
    [-(one ?? 0), -(other ?? 0), 10_000 - (payer ?? 0)]
      .map((share) => -share)
      .concat(10_000)
      .sort((a, b) => a - b),
  );

  const program = JSON.parse(process.env.HUB_RECONCILE ?? '[]') as string[];
  const { stdout } = await promisify(execFile)(process.execPath, program);
  expect(stdout).toMatch(/^(audit .*\n)*0 differences\n$/);

  const mine = movements.find(({ amount }) => amount === 10_000);
  await panel.getByRole('link', { name: 'Credited to wallet $100.00' }).click();
  await expect(page.getByRole('dialog', { name: 'History' })).toContainText('+$100.00');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(new RegExp(`/wallets/${mine?.walletId}/transactions`));
  await expect(page.getByRole('row', { name: new RegExp(title) }).first()).toBeVisible();
  await expect(page.getByText('+$100.00').first()).toBeVisible();
});

type Wallets = {
  wallets: {
    items: { id: string; user: { firstName: string; lastName: string }; currencyCode: string }[];
  };
};
type Transactions = { transactions: { items: { amount: number; description: string }[] } };

/** The transactions of the settlement in the three members' USD wallets, in cents. */
async function readWalletTransactions(
  page: Parameters<typeof readApi>[0],
  title: string,
): Promise<{ walletId: string; amount: number }[]> {
  const { wallets } = await readApi<Wallets>(page, '/wallets?take=200');
  const theirs = wallets.items.filter(
    ({ user, currencyCode }) =>
      currencyCode === 'USD' && ['Chen', 'Alvarez', 'Raman'].includes(user.lastName),
  );
  const found: { walletId: string; amount: number }[] = [];
  for (const { id } of theirs) {
    const { transactions } = await readApi<Transactions>(
      page,
      `/wallets/${id}/transactions?take=10`,
    );
    for (const { amount, description } of transactions.items) {
      if (description.includes(title)) found.push({ walletId: id, amount: cents(amount) });
    }
  }
  return found;
}
