/** Finding and using what many screens have. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

export const findDialog = (name: string): Locator => page.getByRole('dialog', { name });
export const findAlertDialog = (name: string): Locator => page.getByRole('alertdialog', { name });

/** A record's panel, beside the list or over it. */
export const findPanel = (title: string): Locator =>
  page.getByRole('dialog', { name: title }).or(page.getByRole('complementary', { name: title }));

export const press = (within: Pick<Locator, 'getByRole'>, name: string | RegExp): Promise<void> =>
  within.getByRole('button', { name }).click();

/** Chooses an item of a record's menu. */
export async function chooseAction(name: string, item: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Types into a combobox and takes the first option that starts with these words. */
export async function chooseOption(field: Locator, words: string): Promise<void> {
  await field.fill(words);
  await page.getByRole('option', { name: words, exact: false }).first().click();
}

/** Expects a toast that has these words. */
export async function expectToast(words: string): Promise<void> {
  await expect.poll(listToasts).toContainEqual(expect.stringContaining(words));
}

export const listToasts = (): (string | null)[] =>
  [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);
