/** Importing members from a table, and exporting them as a table or as contacts. */
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe.ts';
import { findCards, importFamily, unique } from './directory.ts';
import { expect, signInQuickly, test } from './journey.ts';

test.use({ allowFailedRequests: true });

const readText = async (download: Download) => readFile(await download.path(), 'utf8');

test('an admin previews a file, corrects its columns and imports it', async ({ page }) => {
  await signInQuickly(page, 'admin');
  const name = `Imp${unique()}`;
  const rows = [
    'Who;Contact;Firm',
    `Ina ${name};ina.${name}@example.org;Pier 5`,
    `Udo ${name};udo.${name}@example.org;Pier 6`,
    `Bad ${name};nobody;Pier 7`,
  ].join('\r\n');
  await page.goto('/members');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import Members' });
  const file = dialog.getByLabel('CSV or vCard file');
  await file.setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('PK\u0003\u0004\0'),
  });
  await expect(dialog.getByText(/is not a text file/)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'import', '[role=dialog]');
  await file.setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${rows}`, 'utf16le'),
  });
  await expect(dialog.getByText('3 skipped')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Import 0 Members' })).toBeDisabled();
  await dialog.getByLabel('Who').selectOption('Full Name');
  await dialog.getByLabel('Contact').selectOption('Email');
  await expect(dialog.getByText('2 new')).toBeVisible();
  await dialog.getByLabel('Firm').selectOption('Company');
  await expect(dialog.getByText('1 skipped')).toBeVisible();
  const rowsTold = dialog.getByRole('region', { name: 'Rows' }).getByRole('listitem');
  await expect(rowsTold.first()).toContainText('Email: Must be a valid email address');
  await expectAccessibleInBothThemes(page, 'import report', '[role=dialog]');
  await dialog.getByLabel('Invite new members right away').check();
  await dialog.getByRole('button', { name: 'Import 2 Members' }).click();
  await expect(page.getByText('2 new and invited, 0 updated')).toBeVisible();
  await expect(page.getByText('Members imported')).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('searchbox').fill(name);
  await expect(findCards(page)).toHaveText([`Ina ${name}`, `Udo ${name}`]);

  await page.getByRole('button', { name: 'Import' }).click();
  await dialog
    .getByLabel('Or Paste the Table')
    .fill(`name,email\nIna ${name},ina.${name}@example.org`);
  await dialog.getByRole('button', { name: 'Preview Import' }).click();
  await expect(dialog.getByText('1 unchanged')).toBeVisible();
});

test('search results are exported as a table and as contacts, and one member as a contact', async ({
  page,
}) => {
  await signInQuickly(page, 'member');
  const admin = await page
    .context()
    .browser()
    ?.newPage({ baseURL: process.env.HUB_URL ?? '' });
  if (!admin) throw new Error('there is no browser');
  await signInQuickly(admin, 'admin');
  const name = await importFamily(admin);
  await admin.close();
  await page.goto(`/members?q=${name}&sort=company`);
  await expect(findCards(page)).toHaveCount(3);
  const exportAs = async (entry: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ]);
    return download;
  };
  const table = await exportAs('Spreadsheet (CSV)');
  expect(table.suggestedFilename()).toBe('members.csv');
  const lines = (await readText(table)).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain(`Cleo,${name},cleo.${name.toLowerCase()}@example.org`);
  await expect(page.getByText('3 members exported')).toBeVisible();
  const book = await exportAs('Address book (vCard)');
  expect(book.suggestedFilename()).toBe('members.vcf');
  expect((await readText(book)).match(/^FN:.*/gm)?.map((line) => line.trim())).toEqual([
    `FN:Cleo ${name}`,
    `FN:Bert ${name}`,
    `FN:Anna ${name}`,
  ]);
  await findCards(page).first().getByRole('link').click();
  const [contact] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save Contact' }).click(),
  ]);
  expect(await readText(contact)).toContain(`ORG:x-${name}`);
});
