/** Documents: folders, uploads, versions, links, and what only some see. */
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { expectToast, findDialog, unique } from './wallets.ts';

test.use({ allowFailedRequests: true });

const pdf = (name: string, word = 'first') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n% ${word}\n%%EOF\n`),
});

/** Creates a folder at the top and opens it. */
async function openNewFolder(page: Page, seenBy: string): Promise<string> {
  const name = unique('Minutes');
  await page.goto('/resources/documents');
  await page.getByRole('button', { name: 'New Folder' }).click();
  const dialog = findDialog(page, 'New Folder');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Seen By').selectOption(seenBy);
  await dialog.getByRole('button', { name: 'Save Folder' }).click();
  await expectToast(page, `${name} saved`);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('No documents yet')).toBeVisible();
  return name;
}

async function uploadHere(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const dialog = findDialog(page, 'Upload Documents');
  await dialog.getByLabel('Choose Files').setInputFiles(names.map((name) => pdf(name)));
  await expect(dialog.getByText(/^\d+ documents? uploaded$/)).toContainText(`${names.length} `);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

test('documents are uploaded, renamed, replaced, deleted and brought back', async ({ page }) => {
  await signInQuickly(page, 'admin');
  await openNewFolder(page, 'Everyone');
  await uploadHere(page, 'May.pdf', 'June.pdf');
  const rows = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('June.pdf');
  await expectAccessibleInBothThemes(page, 'a folder of documents');

  await page.getByRole('button', { name: 'Actions for May.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Rename or Move' }).click();
  const edit = findDialog(page, 'Rename or Move');
  await edit.getByLabel('Name').fill('April');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(rows.first()).toContainText('April.pdf');

  await page.getByRole('button', { name: 'April.pdf', exact: true }).click();
  const details = page.getByRole('dialog', { name: 'April.pdf', exact: true });
  await expect(details).toContainText(
    /Found ByIts name; (?:its text is being read|its text can't be read|it contains no text)/,
  );
  await details.getByLabel('Upload New Version').setInputFiles([pdf('April 2.pdf', 'second')]);
  const versions = details.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('April 2.pdf');
  await expectAccessibleInBothThemes(page, 'a document with versions');
  const saving = page.waitForEvent('download');
  await details.getByRole('link', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('April.pdf');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await page.getByRole('button', { name: 'Actions for April.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const upload = findDialog(page, 'Upload Documents');
  // Letters alone, so that it is one word.
  const word = unique('Quorum').replaceAll(/[^a-z]/gi, (each) => 'ghijklmnop'[Number(each)] ?? '');
  const text = Buffer.from(`Welcome by the chair.\nThe ${word} was reached at the café.\n`);
  await upload
    .getByLabel('Choose Files')
    .setInputFiles({ name: 'Notes.txt', mimeType: 'text/plain', buffer: text });
  await expect(upload.getByText('1 document uploaded')).toBeVisible();
  await upload.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('searchbox', { name: 'Search documents...' }).fill(word.toLowerCase());
  await expect(page).toHaveURL(/search=quorum/);
  // The text is read in the background.
  await expect(async () => {
    await page.reload();
    await expect(rows).toHaveCount(1, { timeout: 5_000 });
  }).toPass();
  await expect(rows).toContainText('Notes.txt');
  await expect(rows.locator('mark')).toHaveText(word);
  await expectAccessibleInBothThemes(page, 'a document found by its text');

  await page.getByRole('searchbox', { name: 'Search documents...' }).fill('nothing like this');
  await expect(page.getByText('No documents found')).toBeVisible();
  await page.getByRole('button', { name: 'Show All Documents' }).click();
  await expect(rows).toHaveCount(3);
});

test('Upload Resource on Home opens the upload, and what it brings is there', async ({ page }) => {
  await signInQuickly(page, 'treasurer');
  await page.goto('/');
  await page.getByRole('link', { name: 'Upload Resource' }).click();
  const dialog = findDialog(page, 'Upload Documents');
  const name = `${unique('Handbook')}.pdf`;
  await dialog.getByLabel('Choose Files').setInputFiles([pdf(name)]);
  await expect(dialog.getByText('1 document uploaded')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('searchbox', { name: 'Search documents...' }).fill(name);
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(name)).toBeVisible();
});

test('a link asks for signing in, and opens for those who see the folder', async ({
  page,
  browser,
}) => {
  await signInQuickly(page, 'admin');
  const folder = await openNewFolder(page, 'Admins');
  await uploadHere(page, 'Salaries.pdf');
  await page.getByRole('button', { name: 'Salaries.pdf', exact: true }).click();
  await expect(findDialog(page, 'Salaries.pdf')).toContainText(`All Documents / ${folder}`);
  const link = new URL(page.url());
  const context = await browser.newContext({ baseURL: link.origin });
  const other = await context.newPage();
  await other.goto(link.href);
  await expect(other.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await signInQuickly(other, 'member');
  await other.goto(link.href);
  await expect(findDialog(other, 'Document').getByText('Document not found')).toBeVisible();
  await other.goto('/resources/documents');
  await expect(other.getByRole('heading', { name: 'All Documents' })).toBeVisible();
  await expect(other.getByText(folder)).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Upload' })).toHaveCount(0);
  await signInQuickly(other, 'admin');
  await other.goto(`/resources/documents?document=${link.searchParams.get('document')}`);
  await expect(findDialog(other, 'Salaries.pdf')).toContainText('PDF');
  await context.close();
});
