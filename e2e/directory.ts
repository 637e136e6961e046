/** What the journeys about the directory share: a family to be found, and the cards that are shown. */
import type { Page } from '@playwright/test';
import { send } from './wallets.ts';

export const unique = () => crypto.randomUUID().slice(0, 8);

/** Three people of one family; the companies sort the other way round. */
export async function family(page: Page): Promise<string> {
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

export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Members' }).getByRole('heading');
