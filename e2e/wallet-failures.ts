/** What the journeys about failures of wallets share: a hub of their own, and what was typed. */
import type { Locator, Page } from '@playwright/test';
import { test as journey } from './journey.ts';
import { makeOwnHub, type OwnHub } from './own-hub.ts';
import { type MadeWallet, makeWallet, send, unique } from './wallets.ts';

export const test = journey.extend<{ wallet: MadeWallet }, { hub: OwnHub }>({
  hub: [
    async ({ playwright }, provide) => {
      const hub = await makeOwnHub(playwright.request);
      await provide(hub);
      await hub.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ hub }, provide) => provide(hub.url),
  /** Of whoever is signed in. */
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

/** Does something while there is no database; there is one again whatever happens. */
export async function withoutDatabase(hub: OwnHub, act: () => Promise<void>): Promise<void> {
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
