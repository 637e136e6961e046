/** Fixtures for journeys about failing wallet operations: an isolated server and a wallet. */
import type { Locator, Page } from '@playwright/test';
import { createIsolatedTest, type IsolatedHub } from './isolated-hub.ts';
import { type MadeWallet, makeWallet, send, unique } from './wallets.ts';

export const test = createIsolatedTest().extend<{ wallet: MadeWallet }>({
  /** A wallet of the signed-in user. */
  wallet: async ({ page, hub }, provide) => {
    await hub.signIn(page.request);
    const { items } = await send<{ items: { id: string; firstName: string }[] }>(
      page,
      'GET',
      '/users',
    );
    const ownerId = items.find(({ firstName }) => firstName === 'Ada')?.id ?? '';
    await provide(await makeWallet(page, { name: unique('Wallet'), ownerId }));
  },
});

export const typed = {
  type: 'debit',
  amount: '12.34',
  description: 'Typed with care',
  reference: 'R-1',
};
export const unavailable = 'API request failed: 503 Service Unavailable';
export const unknownOutcome =
  "The database isn't responding, so we don't know whether this was saved. Try again; nothing will be saved twice.";

/** Runs `act` while the database is stopped, and always restarts it. */
export async function withoutDatabase(hub: IsolatedHub, act: () => Promise<void>): Promise<void> {
  await hub.stopDatabase();
  try {
    await act();
  } finally {
    await hub.startDatabase();
  }
}

export const open = (page: Page, wallet: MadeWallet, search = ''): Promise<unknown> =>
  page.goto(`${wallet.path}${search}`);

export const press = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name }).click();
