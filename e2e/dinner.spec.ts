/**
 * A dinner for twelve in one form: two had no wine, one pays $40, and the payer gets only a part back.
 * The page counts the clicks and keys; before, there were 29 clicks and 70 keys in four dialogs.
 */
import { countEffort, doJob } from './effort.ts';
import { expectSharesAddUp, listPath } from './expenses.ts';
import { addParticipants, expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

const names = [
  'Aisha Khan',
  'Alexandria Montgomery-Featherstonehaugh',
  'Amara Diallo',
  'Anders Holm',
  'Anya Sokolova',
  'Elena Vasquez',
  'Wei Zhang',
  'Ibrahim Yilmaz',
  'Tom Becker',
  'Priya Raman',
  'Kenji Watanabe',
];

test('a dinner for twelve takes at most 14 clicks and 45 keys', async ({ page }) => {
  await countEffort(page);
  await signInQuickly(page, 'member');
  await page.goto(listPath(unique('Nothing')));
  const { keyboard } = page;
  const dialog = findDialog(page, 'Create New Expense');
  const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true });

  const sent = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/expenses'),
  );
  await doJob(page, 'dinner for twelve', { clicks: 14, keys: 45 }, async () => {
    await page.getByRole('button', { name: 'Add Expense' }).click();
    await expect(dialog.getByLabel('Amount *')).toBeFocused();
    await keyboard.type('1847.35');
    await keyboard.press('Tab');
    await keyboard.type('Dinner');
    await dialog.getByLabel('Participants *').click();
    for (const name of names.slice(0, 5)) {
      await page.getByRole('option', { name }).click();
      await expect(button(`Remove ${name}`)).toBeVisible();
    }
    for (const [typed, name = ''] of ['v', 'z', 'i', 'to', 'pr', 'ke'].map(
      (letters, index) => [letters, names[index + 5]] as const,
    )) {
      await keyboard.type(typed);
      await expect(page.getByRole('option', { name })).toHaveAttribute('data-highlighted');
      await keyboard.press('Enter');
      await expect(button(`Remove ${name}`)).toBeVisible();
    }
    await expect(dialog).toContainText('12 selected');

    await button('Add a Part Not Everyone Shares').click();
    await keyboard.type('Wine');
    await keyboard.press('Tab');
    await keyboard.type('240');
    for (const name of ['Amara', 'Wei']) await button(name).click();
    await dialog.getByLabel('Amount for Aisha Khan').click();
    await keyboard.type('40');
    await expect(dialog).toContainText('Shares add up to $1,847.35');
    await button(/^More/).click();
    await dialog.getByRole('radio', { name: /^Partial/ }).click();
    await expect(dialog.getByLabel('Reimbursement Amount *')).toBeFocused();
    await keyboard.type('1500');
    await button('Create Expense').click();
    await expectToast(page, 'Expense created successfully!');
  });
  const made = (await (await sent).json()) as { id: string };
  const dinner = await expectSharesAddUp(page, made.id);
  expect(dinner.overrides.map(({ label, amount }) => [label, amount])).toEqual([
    ['Wine', 240],
    ['Manual override for Aisha Khan', 40],
  ]);
  // 1,847.35 - 240 - 40 over eleven, and 240 over the nine of them who had wine.
  const shares = dinner.participantBreakdowns.map(({ amountOwed }) => amountOwed);
  expect(shares.filter((share) => share === 40)).toHaveLength(1);
  expect(shares.filter((share) => share === 142.48 || share === 142.49)).toHaveLength(2);
  expect(shares.filter((share) => share === 169.15 || share === 169.16)).toHaveLength(9);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the form for twelve is at most one and a half screens high', async ({ page }) => {
    await signInQuickly(page, 'member');
    await page.goto('/expenses?dialog=create');
    const dialog = findDialog(page, 'Create New Expense');
    await dialog.getByLabel('Amount *').fill('1847.35');
    await addParticipants(dialog, names);
    await expect(dialog).toContainText('12 selected');
    const heights = await dialog.evaluate((popup) =>
      [...popup.querySelectorAll('*')].map(({ scrollHeight }) => scrollHeight),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(1.5 * 844);
  });
});
