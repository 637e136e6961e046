/** Steps that the directory journeys share. */
import type { Page } from '@playwright/test';
import { send } from './wallets.ts';

export const unique = () => crypto.randomUUID().slice(0, 8);

/** Imports three members with one last name; sorting by company reverses their order. */
export async function importFamily(page: Page): Promise<string> {
  const name = `Fam${unique()}`;
  const text = [
    'first name,last name,email,company,city',
    ...['Anna', 'Bert', 'Cleo'].map(
      (first, at) => `${first},${name},${first}.${name}@example.org,${'zyx'[at]}-${name},Oslo`,
    ),
  ].join('\n');
  await send(page, 'POST', '/members/import', { text, isDryRun: false });
  return name;
}

export const findCards = (page: Page) =>
  page.getByRole('list', { name: 'Members' }).getByRole('heading');
