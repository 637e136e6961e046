/** Payments from recording to the wallets they move. */
import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere, expectAccessibleInBothThemes } from './axe.ts';
import { makeExpense } from './expenses.ts';
import { exportCsv } from './export-csv.ts';
import { createKeyboard } from './input.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { send, unique } from './wallets.ts';

const findPanel = (page: Page) =>
  page.getByRole('dialog', { name: /paid/ }).or(page.getByRole('complementary', { name: /paid/ }));

/** Lets the next request to record a payment reach the server, but not its reply the page. */
async function loseOneReply(page: Page): Promise<void> {
  let isLost = false;
  await page.route('**/payments', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

test.describe('payments', () => {
  // A possible duplicate is refused with 409, which the browser logs.
  test.use({ allowFailedRequests: true });

  test('a member is shown how to pay, and records what Settle Up suggests', {
    tag: '@all',
  }, async ({ page }) => {
    await signInQuickly(page, 'member');
    // What others log beside this must not leave the member with nothing to pay.
    const loan = await makeExpense(page, {
      title: unique('Cabin'),
      amount: 200_000,
      people: ['Diego Alvarez', 'Maya Chen'],
    });
    // The panel loads after a dialog was opened, and must leave it the focus and the Escape key.
    const opened = Promise.withResolvers<void>();
    await page.route(/settle-up-panel.*\.js$/, (route) =>
      opened.promise.then(() => route.continue()),
    );
    await page.goto('/expenses?panel=settle-up');
    const own = page.getByRole('region', { name: 'Your balance' });
    await own.getByRole('button', { name: 'How to Pay' }).click();
    const howToPay = page.getByRole('dialog', { name: 'How to Pay the San Diego Chapter' });
    await expect(howToPay).toContainText('hand a check to Diego');
    // One way first, and the other one named. Other journeys decide how many are owed.
    await expect(howToPay).toContainText(
      /Pay the chapter \$[\d,.]+ as shown below\. Or pay .+ \(\$[\d,.]+\)(?: and \d+ others)? directly, as Settle Up suggests/,
    );
    opened.resolve();
    await expect(
      page.getByText('Open expenses and wallets, and the payments that clear them'),
    ).toBeVisible();
    const link = howToPay.getByRole('link', { name: 'Pay at pay.example.org' });
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(howToPay.getByRole('img', { name: /^QR code/ })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'how to pay', '[role=dialog]');
    const iPaid = howToPay.getByRole('link', { name: 'I Paid This...' });
    await expect(iPaid).toHaveAttribute('href', /to=chapter/);
    await page.keyboard.press('Escape');
    await expect(howToPay).toBeHidden();
    await send(page, 'DELETE', `/expenses/${loan.id}`);
    await page
      .getByRole('link', { name: /^I (Paid|Received) This/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Record Payment' });
    await expect(dialog.getByLabel('Amount')).not.toHaveValue('');
  });

  test('by keyboard alone, a member records a payment, and a treasurer confirms it and takes it back', async ({
    page,
    browser,
  }) => {
    const reference = unique('1042').slice(0, 60);
    await signInQuickly(page, 'member');
    const dialog = page.getByRole('dialog', { name: 'Record Payment' });
    await page.goto('/payments?dialog=record&amount=42.5');
    await expect(dialog.getByLabel('Amount')).toHaveValue('42.5');
    const keys = createKeyboard(page);
    const save = dialog.getByRole('button', { name: 'Record Payment' });
    const amount = `${1 + Number.parseInt(crypto.randomUUID().slice(0, 5), 16)}.17`;
    await keys.fill(dialog.getByLabel('Amount'), amount);
    await keys.fill(dialog.getByLabel('Reference'), reference);
    await keys.submit(save);
    await expect(dialog).toBeHidden();
    const mine = page.getByRole('list', { name: 'Payments', exact: true }).getByRole('listitem');
    const row = mine.filter({ hasText: reference });
    await expect(row).toContainText('You paid the chapter');
    await expect(row).toContainText('Waiting for a treasurer');
    await expect(row.getByRole('button', { name: 'Confirm' })).toHaveCount(0);
    await expectAccessibleEverywhere(page, '/payments');
    const exported = (await exportCsv(page)).filter((line) => line.includes(reference));
    expect(exported).toHaveLength(1);
    expect(exported[0]).toContain(`,Maya Chen,The chapter,${amount},`);

    const other = await browser.newContext();
    const desk = await other.newPage();
    await signInQuickly(desk, 'treasurer');
    await desk.goto('/payments');
    const waiting = desk
      .getByRole('list', { name: 'Payments waiting for you' })
      .getByRole('listitem')
      .filter({ hasText: reference });
    await expect(waiting).not.toContainText('Waiting');
    const deskKeys = createKeyboard(desk);
    await deskKeys.press(waiting.getByRole('button', { name: 'Confirm' }));
    await expect(waiting).toHaveCount(0);
    const paid = desk
      .getByRole('list', { name: 'Payments', exact: true })
      .getByRole('listitem')
      .filter({ hasText: reference });
    await expect(paid).toContainText('Confirmed');
    // A click anywhere in the row opens it, too.
    await paid.getByText('Confirmed').click();
    const panel = findPanel(desk);
    await expect(panel).toBeVisible();
    await deskKeys.press(panel.getByRole('button', { name: 'Close panel' }));
    await expect(panel).toBeHidden();
    await deskKeys.press(paid.getByRole('button', { name: /paid/ }));
    await expect(panel.getByRole('heading', { name: 'Wallet Transactions' })).toBeVisible();
    await deskKeys.press(panel.getByRole('button', { name: 'Reverse...' }));
    const why = desk.getByRole('dialog', { name: 'Reverse Payment' });
    await deskKeys.press(why.getByRole('button', { name: 'Reverse Payment' }));
    await expect(why.getByText('Enter a reason')).toBeVisible();
    await deskKeys.fill(why.getByLabel('Reason'), 'The check bounced');
    await deskKeys.press(why.getByRole('button', { name: 'Reverse Payment' }));
    await expect(panel.getByText('The check bounced')).toBeVisible();
    await expect(panel.getByRole('listitem').filter({ hasText: /^Maya Chen[+-]/ })).toHaveCount(2);
    await other.close();
  });

  test('a possible duplicate that was allowed is recorded once when its reply is lost', {
    tag: '@all',
  }, async ({ page }) => {
    await signInQuickly(page, 'member');
    const reference = unique('Twice').slice(0, 60);
    await page.goto('/payments?dialog=record&amount=' + (2 + Math.random() * 900).toFixed(2));
    const dialog = page.getByRole('dialog', { name: 'Record Payment' });
    const paid = page
      .getByRole('list', { name: 'Payments', exact: true })
      .getByRole('listitem')
      .filter({ hasText: reference });
    const amount = await dialog.getByLabel('Amount').inputValue();
    await dialog.getByLabel('Reference').fill(reference);
    await dialog.getByRole('button', { name: 'Record Payment' }).click();
    await expect(paid).toHaveCount(1);
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: 'Record Payment' }).click();
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByLabel('Reference').fill(reference);
    await dialog.getByRole('button', { name: 'Record Payment' }).click();
    const anyway = dialog.getByRole('button', { name: 'Record Anyway' });
    await expect(anyway).toBeVisible();
    await loseOneReply(page);
    await anyway.click();
    await expect(dialog.getByText('Is this the same payment?')).toBeHidden();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(anyway).toBeVisible();
    // The payment is asked about again after a change, also if that was taken back.
    await dialog.getByLabel('Amount').fill('1');
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('button', { name: 'Record Payment' }).click();
    await anyway.click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await expect(paid).toHaveCount(2);
  });
});
