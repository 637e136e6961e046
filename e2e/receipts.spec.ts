/** Receipts: added while an expense is logged and later, shown, downloaded, removed and brought back. */
import type { Locator, Page } from '@playwright/test';
import { pngOf } from '#app/testing/pictures.ts';
import { expectAccessibleInBothThemes } from './axe.ts';
import { findPanel, listPath, makeExpense } from './expenses.ts';
import { pdfFile, pictureFile } from './files.ts';
import { expect, signInQuickly, test } from './journey.ts';
import {
  expectToast,
  findAlertDialog,
  findDialog,
  findRow,
  makeTransaction,
  makeWallet,
  unique,
} from './wallets.ts';

type Listed = { expenses: { items: { participants: string[] }[] } };

declare global {
  var presses: number;
}

test.use({ allowFailedRequests: true });
test.beforeEach(({ page }) => signInQuickly(page, 'member'));

/** Opens the panel of an expense that was made for it. */
async function openNew(page: Page) {
  const { title, id } = await makeExpense(page, {
    title: unique('Supper'),
    amount: 40,
    people: ['Maya Chen', 'Diego Alvarez'],
  });
  await page.goto(listPath(title, `&expense=${id}`));
  const panel = findPanel(page, title);
  await expect(panel.getByText('No receipts yet')).toBeVisible();
  return panel;
}

test('an expense is logged with its receipts, which are shown, opened, removed and brought back', async ({
  page,
}) => {
  await page.goto('/expenses?dialog=create');
  const dialog = findDialog(page, 'Create New Expense');
  const title = unique('Harbor dinner');
  await dialog.getByLabel('Amount *').fill('84.50');
  await dialog.getByLabel('Title').fill(title);
  // A mouse has no camera.
  await expect(dialog.getByRole('button', { name: 'Take Photo' })).toBeHidden();
  await dialog
    .getByLabel('Add Receipts')
    .setInputFiles([pictureFile('front.png'), pictureFile('back.png', 50), pdfFile('Invoice.pdf')]);
  await expect(dialog.getByText('Uploaded', { exact: true })).toHaveCount(3);
  await expectAccessibleInBothThemes(page, 'a new expense with receipts');
  await dialog.getByRole('button', { name: 'Create Expense' }).click();
  await expectToast(page, 'Expense created successfully!');

  await page.goto(listPath(title));
  await page.getByText(title).first().click();
  const panel = findPanel(page, title);
  const receipts = panel.getByRole('listitem').filter({ hasText: 'Maya Chen, ' });
  await expect(receipts).toHaveCount(3);
  await expect(receipts.first()).toContainText('front.jpg');
  await expectAccessibleInBothThemes(page, 'the receipts of an expense');

  await panel.getByRole('button', { name: 'front.jpg', exact: true }).click();
  const viewer = findDialog(page, 'front.jpg');
  await expect(viewer.getByRole('img', { name: 'front.jpg' })).toBeVisible();
  await expect(viewer).toContainText('1 of 2');
  await expectAccessibleInBothThemes(page, 'a receipt');
  await page.keyboard.press('ArrowRight');
  const next = findDialog(page, 'back.jpg');
  await expect(next.getByRole('button', { name: 'Next Receipt' })).toBeDisabled();
  await next.getByRole('button', { name: 'Zoom In' }).click();
  await expect(next.getByRole('button', { name: 'Zoom Out' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await next.getByRole('link', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('back.jpg');
  await page.keyboard.press('Escape');
  await expect(next).toBeHidden();
  const savingPdf = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Invoice.pdf' }).click();
  expect((await savingPdf).suggestedFilename()).toBe('Invoice.pdf');

  await panel.getByRole('button', { name: 'Remove back.jpg' }).click();
  await expectToast(page, 'Receipt removed');
  await expect(receipts).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(receipts).toHaveCount(3);
  // In its place.
  await expect(receipts.nth(1)).toContainText('back.jpg');
});

test('a list counts receipts and finds what has none', { tag: '@all' }, async ({ page }) => {
  const word = unique('Brunch');
  const [eggs, rolls] = [`${word} eggs`, `${word} rolls`];
  const people = ['Maya Chen', 'Diego Alvarez'];
  const { id } = await makeExpense(page, { title: eggs, amount: 40, people });
  await makeExpense(page, { title: rolls, amount: 12, people });
  await page.goto(listPath(word, `&expense=${id}`));
  const panel = findPanel(page, eggs);
  await panel
    .getByLabel('Add Receipts')
    .setInputFiles([pictureFile('a.png'), pictureFile('b.png', 50)]);
  await expect(panel.getByRole('button', { name: 'Remove b.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('row').filter({ hasText: word });
  await expect(rows).toHaveCount(2);
  await expect(
    rows.filter({ hasText: eggs }).getByRole('img', { name: '2 receipts' }),
  ).toBeVisible();
  await expect(rows.filter({ hasText: rolls }).getByRole('img', { name: 'receipt' })).toHaveCount(
    0,
  );
  await expectAccessibleInBothThemes(page, 'expenses with receipts');
  const filter = page.getByRole('search', { name: 'Expenses' }).getByLabel('Receipts');
  await filter.selectOption({ label: 'No receipt' });
  await expect(rows).toHaveText([new RegExp(rolls)]);
  await expect(page).toHaveURL(/receipts=none/);
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await filter.selectOption({ label: 'With receipts' });
  await expect(rows).toHaveText([new RegExp(eggs)]);
  await page.goto(listPath(word, '&view=members'));
  await expect(
    rows.filter({ hasText: eggs }).getByRole('img', { name: '2 receipts' }),
  ).toBeVisible();
});

test('a file that is no receipt stays in the list with the reason, and the others arrive', {
  tag: '@all',
}, async ({ page }) => {
  const panel = await openNew(page);
  const script = { ...pdfFile('page.pdf'), buffer: Buffer.from('<script>alert(1)</script>') };
  await panel.getByLabel('Add Receipts').setInputFiles([script, pictureFile('bill.png')]);
  await expect(panel.getByRole('alert')).toHaveText('Choose a picture or a PDF.');
  await expect(panel.getByRole('button', { name: 'Remove page.pdf' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Retry page.pdf' })).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'bill.jpg', exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Remove page.pdf' }).click();
  await expect(panel.getByRole('alert')).toBeHidden();
});

test('what is pasted goes to the dialog in front, and the focus stays there', {
  tag: '@all',
}, async ({ page }) => {
  const panel = await openNew(page);
  await page.getByRole('button', { name: 'Add Expense' }).click();
  const dialog = findDialog(page, 'Create New Expense');
  const add = dialog.getByRole('button', { name: 'Add Receipts' });
  await expect(add).toBeVisible();
  await dialog.getByLabel('Title').focus();
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      const bill = new File([new Uint8Array(bytes)], 'bill.png', { type: 'image/png' });
      clipboardData.items.add(bill);
      const paste = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', paste));
    },
    [...pngOf(60, 40)],
  );
  await expect(dialog.getByText('Uploaded', { exact: true })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Remove bill.png' }).press('Enter');
  await expect(add).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(panel.getByText('No receipts yet')).toBeVisible();
});

test('a picture that could not be loaded is reported, and loaded again', { tag: '@all' }, async ({
  page,
}) => {
  const panel = await openNew(page);
  await panel.getByLabel('Add Receipts').setInputFiles(pictureFile('bill.png'));
  const whole = /\/receipts\/[^/]+$/;
  await page.route(whole, (route) => route.abort());
  await panel.getByRole('button', { name: 'bill.jpg', exact: true }).click();
  const viewer = findDialog(page, 'bill.jpg');
  await expect(viewer.getByRole('alert')).toContainText("Couldn't load this receipt.");
  await page.unroute(whole);
  await viewer.getByRole('button', { name: 'Retry' }).click();
  await expect(viewer.getByRole('img', { name: 'bill.jpg' })).toBeVisible();
});

test('a settled expense takes more receipts and loses none', { tag: '@all' }, async ({ page }) => {
  const panel = await openNew(page);
  await panel.getByLabel('Add Receipts').setInputFiles(pictureFile('bill.png'));
  await expect(panel.getByRole('button', { name: 'Remove bill.jpg' })).toBeVisible();
  await panel.getByRole('button', { name: 'Mark as Paid Outside...' }).click();
  const question = findAlertDialog(page, 'Mark as Paid Outside');
  await question.getByLabel('Note').fill('Cash at dinner');
  await question.getByRole('button', { name: 'Mark as Paid Outside' }).click();
  await expect(panel.getByText('Settled').first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Remove bill.jpg' })).toBeHidden();
  await panel.getByLabel('Add Receipts').setInputFiles(pdfFile('Late.pdf'));
  await expect(panel.getByRole('link', { name: 'Late.pdf' })).toBeVisible();
});

/** Drops files on what is there, as a desktop does. */
async function drop(
  target: Locator,
  files: readonly ReturnType<typeof pictureFile>[],
): Promise<void> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: [...buffer] }));
  const dataTransfer = await target.page().evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, bytes } of dropped) {
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
    }
    return transfer;
  }, sent);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

test('what is dropped on an expense becomes its receipts', { tag: '@all' }, async ({ page }) => {
  const panel = await openNew(page);
  await drop(panel.getByText('No receipts yet'), [pictureFile('left.png'), pdfFile('right.pdf')]);
  await expect(panel.getByRole('button', { name: 'left.jpg', exact: true })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'right.pdf' })).toBeVisible();
});

test('a transaction of a wallet takes receipts, which its list counts', { tag: '@all' }, async ({
  page,
}) => {
  const wallet = await makeWallet(page, { name: unique('Purse') });
  const description = unique('Projector');
  await makeTransaction(page, wallet, { amount: 80, description });
  await page.goto(wallet.path);
  const row = findRow(page, description);
  await row.getByRole('button', { name: `More actions for ${description}` }).click();
  await page.getByRole('menuitem', { name: 'Receipts & Documents' }).click();
  const dialog = findDialog(page, 'Receipts & Documents');
  await expect(dialog).toContainText(description);
  await drop(dialog.getByText('No receipts yet'), [
    pictureFile('bill.png'),
    pdfFile('Invoice.pdf'),
  ]);
  await expect(dialog.getByRole('link', { name: 'Invoice.pdf' })).toBeVisible();
  await expect(dialog).toContainText('Maya Chen, ');
  await expectAccessibleInBothThemes(page, 'the receipts of a transaction');
  await dialog.getByRole('button', { name: 'bill.jpg', exact: true }).click();
  const viewer = findDialog(page, 'bill.jpg');
  await expect(viewer.getByRole('img', { name: 'bill.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await dialog.getByRole('button', { name: 'Remove bill.jpg' }).click();
  await expectToast(page, 'Receipt removed');
  await expect(dialog.getByRole('button', { name: 'bill.jpg', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('button', { name: 'bill.jpg', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(row.getByRole('img', { name: '2 receipts' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'transactions with receipts');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a line that breaks loses nothing that was typed or chosen', { tag: '@all' }, async ({
    page,
  }) => {
    await page.goto('/expenses?dialog=create');
    const dialog = findDialog(page, 'Create New Expense');
    const title = unique('Taxi');
    await dialog.getByLabel('Amount *').fill('23');
    await dialog.getByLabel('Title').fill(title);
    await expect(dialog.getByRole('button', { name: 'Take Photo' })).toBeVisible();
    let parts = 0;
    // The second part of the bill, which has three, does not arrive.
    await page.route('**/api/files/*/parts/*', (route) => {
      parts += 1;
      return route.request().url().endsWith('/parts/1') ? route.abort() : route.continue();
    });
    await dialog.getByLabel('Add Receipts').setInputFiles(pdfFile('bill.pdf', 1_200_000));
    await dialog.getByLabel('Take Photo').setInputFiles(pictureFile('photo.png'));
    await expect(dialog.getByRole('alert')).toContainText('Check your connection');
    await expect(dialog.getByText('Uploaded', { exact: true })).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Create Expense' }).click();
    await expect(
      dialog.getByText('bill.pdf could not be uploaded', { exact: false }),
    ).toBeVisible();
    await expect(dialog.getByLabel('Title')).toHaveValue(title);
    await expectAccessibleInBothThemes(page, 'a receipt that could not be uploaded');

    await page.unroute('**/api/files/*/parts/*');
    const before = parts;
    const sent: string[] = [];
    page.on('request', (request) => {
      const part = /parts\/(\d+)$/.exec(request.url())?.[1];
      if (part) sent.push(part);
    });
    await dialog.getByRole('button', { name: 'Retry bill.pdf' }).tap();
    await expect(dialog.getByText('Uploaded', { exact: true })).toHaveCount(2);
    expect([before, sent]).toEqual([3, ['1', '2']]);
    await dialog.getByRole('button', { name: 'Create Expense' }).tap();
    await expectToast(page, 'Expense created successfully!');
    await page.goto(listPath(title));
    await page.getByText(title).first().tap();
    const panel = findPanel(page, title);
    await expect(panel.getByRole('link', { name: 'bill.pdf' })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'photo.jpg', exact: true })).toBeVisible();
  });

  test('the usual dinner takes at most 8 presses: camera, amount, title, people, done', {
    tag: '@all',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      globalThis.presses = 0;
      addEventListener('pointerdown', () => (globalThis.presses += 1), { capture: true });
    });
    const people = ['Maya Chen', 'Diego Alvarez', 'Tom Becker'];
    await makeExpense(page, { title: unique('Before'), amount: 60, people });
    const title = unique('Dinner');
    await page.goto('/expenses');
    await page.getByRole('button', { name: 'Add Expense' }).tap();
    const dialog = findDialog(page, 'Create New Expense');
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Take Photo' }).tap();
    await (await choosing).setFiles(pictureFile('photo.png'));
    await dialog.getByLabel('Amount *').tap();
    // No other journey logs it today: the form would ask whether this is the same expense.
    await page.keyboard.type('84.60');
    await dialog.getByLabel('Title').tap();
    await page.keyboard.type(title);
    const read = page.waitForResponse((reply) => reply.url().includes('participantId='));
    await dialog.getByRole('button', { name: 'As Last Time' }).tap();
    const [last] = ((await (await read).json()) as Listed).expenses.items;
    await expect(dialog).toContainText(`${last?.participants.length} selected`);
    // Without waiting for the photo: it goes on by itself.
    const sent = page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/api/expenses'),
    );
    await dialog.getByRole('button', { name: 'Create Expense' }).tap();
    await expectToast(page, 'Expense created successfully!');
    expect(await page.evaluate(() => globalThis.presses)).toBeLessThanOrEqual(8);
    const made = (await (await sent).json()) as { participants: string[]; receiptIds: string[] };
    expect(made.participants.toSorted()).toEqual(last?.participants.toSorted());
    expect(made.receiptIds).toHaveLength(1);
  });
});
