/** Roles and settings of the chapter shape the screens: what the server would refuse is not offered. */
import { addOverride, findPanel, makeExpense } from './expenses.ts';
import { createIsolatedTest, type IsolatedHub } from './isolated-hub.ts';
import { chooseOption, expect, findChip } from './journey.ts';
import { expectToast, makeTransaction, makeWallet, send } from './wallets.ts';

const test = createIsolatedTest();

/** Makes Ada this in a chapter with these rules. */
const becomeIn = (hub: IsolatedHub, role: string, policy: string, seesWallets: boolean) =>
  hub.sql(
    `with changed as (update chapter set policy = $2, members_see_wallets = $3)
     update member set role = $1 where first_name = 'Ada'`,
    [role, policy, seesWallets],
  );

test('a member is offered only what the server allows, and a treasurer the rest', async ({
  page,
  hub,
}) => {
  await hub.signIn(page.request);
  const grace = await hub.addMember('Grace', 'Hopper');
  const people = ['Ada Lovelace', 'Grace Hopper'];
  const own = await makeExpense(page, { title: 'Own Dinner', amount: 10, people });
  const theirs = await addOverride(
    page,
    await makeExpense(page, { title: 'Their Dinner', amount: 10, people }),
    { amount: 1, label: 'Wine', names: people },
  );
  await hub.sql('update expense set created_by = $1, paid_by = $1 where id = $2', [
    grace,
    theirs.id,
  ]);
  const wallet = await makeWallet(page, { name: 'Their Wallet', ownerId: grace });
  await makeTransaction(page, wallet, { amount: 5, description: 'Coffee' });
  const become = (role: string, policy: string, seesWallets: boolean) =>
    becomeIn(hub, role, policy, seesWallets);
  const refused: string[] = [];
  page.on('response', (reply) => {
    if ([403, 404].includes(reply.status())) refused.push(`${reply.status()} ${reply.url()}`);
  });
  const changes = /^(Settle Expense|Edit Expense|Add Override|Actions for|Owes.*override)/;

  await become('member', 'treasurer', true);
  await page.goto(`/expenses?expense=${theirs.id}`);
  const panel = findPanel(page, 'Their Dinner');
  await expect(
    panel.getByText("Only treasurers and admins can change other members' expenses."),
  ).toBeVisible();
  await expect(panel.getByRole('button', { name: changes })).toHaveCount(0);
  await page.goto(`/expenses?dialog=delete&subject=${theirs.id}`);
  await expectToast(page, "Only treasurers and admins can change other members' expenses");
  await expect(page).toHaveURL('/expenses');
  await page.goto('/expenses?dialog=settle-all');
  const settling = page.getByRole('dialog', { name: 'Settle Expenses' });
  // Settling charges others' wallets, so that it is for treasurers.
  await expect(settling.getByRole('checkbox')).toHaveCount(0);
  await expect(
    settling.getByText('2 open expenses need a treasurer or an admin to settle.'),
  ).toBeVisible();
  await page.goto(`/expenses?expense=${own.id}`);
  await expect(
    page.getByText("Only treasurers and admins can change other members' wallets."),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Settle Expense|Mark as Paid)/ })).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Log Expense' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload Resource' })).toHaveCount(0);

  await become('member', 'open', false);
  await page.goto('/wallets');
  await expect(page.getByRole('heading', { name: 'Your Wallets' })).toBeVisible();
  await expect(page.getByText('No wallets found')).toBeVisible();
  await expect(page.getByLabel('Filter by Owner')).toHaveCount(0);
  await page.goto(`/members/${grace}`);
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^(Balance|Wallets)$/ })).toHaveCount(0);
  expect(refused).toEqual([]);

  await become('treasurer', 'treasurer', false);
  await page.goto(`/expenses?expense=${theirs.id}`);
  await expect(panel.getByRole('button', { name: 'Mark as Paid Outside...' })).toBeVisible();
  await page.goto('/wallets');
  await expect(page.getByRole('link', { name: 'Their Wallet' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Wallet' })).toBeEnabled();

  // What someone else settled in wallets is for treasurers to correct, also if it is the member's own.
  await become('member', 'treasurer', true);
  const dues = await makeExpense(page, {
    title: 'Own Dues',
    amount: 10,
    people: ['Ada Lovelace'],
    useWalletTransactions: true,
  });
  await send(page, 'POST', `/expenses/${dues.id}/settle`, {});
  await page.goto(`/expenses?expense=${dues.id}`);
  const correctDues = findPanel(page, 'Own Dues').getByRole('button', { name: 'Correct...' });
  await expect(correctDues).toBeVisible();
  await hub.sql('update expense set settled_by = $1 where id = $2', [grace, dues.id]);
  await page.reload();
  await expect(findPanel(page, 'Own Dues')).toBeVisible();
  await expect(correctDues).toHaveCount(0);
  await page.goto(`/expenses?dialog=correct&subject=${dues.id}`);
  await expectToast(
    page,
    'Only treasurers and admins can correct what someone else settled in wallets',
  );
});

test('who sees only their own standing reads none beside the company account', async ({
  page,
  hub,
}) => {
  await hub.signIn(page.request);
  await hub.addMember('Alan', 'Turing');
  const lunch = await makeExpense(page, {
    title: 'Company Lunch',
    amount: 10,
    people: ['Ada Lovelace', 'Alan Turing'],
    payerReimbursementType: 'None',
    useWalletTransactions: true,
  });
  const dialog = page.getByRole('dialog', { name: /^(Settle Expenses|Correct Expense)$/ });
  const expectStandings = async (company: string | RegExp) => {
    const line = (name: string | RegExp) => dialog.getByRole('listitem').filter({ hasText: name });
    await expect(line(/^Ada Lovelace-\$5\.00.+/)).toBeVisible();
    await expect(line('The chapter')).toHaveText(company);
  };
  const none = 'The chapter+$10.00';
  const some = /^The chapter\+\$10\.00.+/;
  const chooseLunch = () => dialog.getByRole('checkbox', { name: /Company Lunch/ }).check();

  await becomeIn(hub, 'member', 'open', false);
  await page.goto('/expenses?dialog=settle-all');
  await chooseLunch();
  await expectStandings(none);
  await becomeIn(hub, 'treasurer', 'open', false);
  await page.reload();
  await chooseLunch();
  await expectStandings(some);

  await send(page, 'POST', `/expenses/${lunch.id}/settle`, {});
  await page.goto(`/expenses?dialog=correct&subject=${lunch.id}`);
  await dialog.getByLabel('Amount *').fill('20');
  await expectStandings(some);
  await becomeIn(hub, 'member', 'open', false);
  await page.goto(`/expenses?dialog=correct&subject=${lunch.id}`);
  await dialog.getByLabel('Amount *').fill('20');
  await expectStandings(none);
});

test('where wallets are hidden, expenses are still filtered by everyone', async ({ page, hub }) => {
  await hub.signIn(page.request);
  const mary = await hub.addMember('Mary', 'Shelley');
  await makeExpense(page, { title: 'Printing', amount: 10, people: ['Mary Shelley'] });
  await makeExpense(page, { title: 'Paper', amount: 10, people: ['Ada Lovelace'] });
  await becomeIn(hub, 'member', 'open', false);
  await page.goto('/expenses');
  const list = page.getByRole('table');
  await page.getByLabel('Paid By').selectOption({ label: 'Mary Shelley' });
  await expect(list.getByText('Printing')).toBeVisible();
  await expect(list.getByText('Paper')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/expenses?sort=member&memberId=${mary}`);
  await page.getByRole('button', { name: /Filter/ }).click();
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText(/^Mary's share/);
});

test('a duplicate leaves out who has left, and says who cannot log it before it is sent', async ({
  page,
  hub,
}) => {
  await hub.sql(
    `with opened as (update chapter set policy = 'treasurer')
     update member set role = 'admin' where first_name = 'Ada'`,
  );
  await hub.signIn(page.request);
  const joan = await hub.addMember('Joan', 'Clarke');
  const people = ['Joan Clarke', 'Ada Lovelace'];
  const { id } = await makeExpense(page, { title: 'Lunch', amount: 10, people });
  const copy = page.getByRole('dialog', { name: 'Create New Expense' });
  const submit = copy.getByRole('button', { name: 'Create Expense' });
  const refusal = copy.getByText("Only treasurers and admins can change other members' expenses");

  await hub.sql("update member set role = 'member' where first_name = 'Ada'");
  await page.goto(`/expenses?dialog=duplicate&subject=${id}`);
  await expect(refusal).toBeVisible();
  await expect(submit).toBeDisabled();
  await chooseOption(copy.getByLabel('Paid By *'), 'Ada');
  await expect(refusal).toHaveCount(0);
  await expect(submit).toBeEnabled();

  await hub.sql("update member set status = 'removed' where id = $1", [joan]);
  await page.reload();
  await expect(copy).toContainText('Left out because no longer active: Joan Clarke.');
  await expect(findChip(copy, 'Ada Lovelace (you)')).toBeVisible();
  await expect(copy).toContainText('1 selected');
  await submit.click();
  await expect(copy.getByText('Choose who paid')).toBeVisible();
  await chooseOption(copy.getByLabel('Paid By *'), 'Ada');
  await submit.click();
  await expectToast(page, 'Expense created successfully!');
});
