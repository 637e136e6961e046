/** Fixtures for journeys about failing expense operations: an isolated server and an expense. */
import type { Locator, Page } from '@playwright/test';
import { addOverride, type MadeExpense, makeExpense } from './expenses.ts';
import { createIsolatedTest, type IsolatedHub } from './isolated-hub.ts';
import { expect } from './journey.ts';
import { send, unique } from './wallets.ts';

export const three = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing'];

const isolated = createIsolatedTest(async (hub) => {
  await hub.addMember('Grace', 'Hopper');
  await hub.addMember('Alan', 'Turing');
});
export const test = isolated.extend<{ expense: MadeExpense }>({
  /** An open expense of three participants with an override. */
  expense: async ({ page, hub }, provide) => {
    await hub.signIn(page.request);
    const made = await makeExpense(page, { title: unique('Dinner'), amount: 100, people: three });
    await provide(
      await addOverride(page, made, { amount: 10, label: 'Wine', names: ['Grace Hopper'] }),
    );
  },
});

export const unavailable = 'API request failed: 503 Service Unavailable';
export const unknownOutcome = "we don't know whether this was saved";
export const longTimeout = { timeout: 40_000 };

/** Runs `act` while the database is stopped, and always restarts it. */
export async function withoutDatabase(hub: IsolatedHub, act: () => Promise<void>): Promise<void> {
  await hub.stopDatabase();
  try {
    await act();
  } finally {
    await hub.startDatabase();
  }
}

export const press = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name }).click();

export const settle = (page: Page, { id }: MadeExpense) =>
  send(page, 'POST', `/expenses/${id}/settle`);

/** Simulates a change by someone else. */
export const changeElsewhere = (page: Page, { id }: MadeExpense) =>
  send<{ description: string }>(
    page,
    'PATCH',
    `/expenses/${id}`,
    [{ op: 'replace', path: '/description', value: unique('Changed') }],
    { 'content-type': 'application/json-patch+json' },
  );

export async function fillOverride(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Amount *').fill('20');
  await dialog.getByLabel('Label / Reason *').fill('Typed with care');
  await dialog.getByRole('checkbox', { name: /Alan/ }).check();
}

export async function expectOverrideTyped(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('Amount *')).toHaveValue('20');
  await expect(dialog.getByLabel('Label / Reason *')).toHaveValue('Typed with care');
  await expect(dialog.getByRole('checkbox', { name: /Alan/ })).toBeChecked();
}

export const dialogPath = (dialog: string, { id }: MadeExpense, part = '') =>
  `/expenses?expense=${id}&dialog=${dialog}&subject=${id}${part && `&part=${part}`}`;
