/** What the journeys about second factors and passkeys share: somebody new, and what they have. */
import type { Page } from '@playwright/test';
import { generateCode } from '#features/identity/server/factors/totp.ts';
import { decodeBase32 } from '#features/identity/server/testing/base32.ts';
import { expect, signInQuickly } from './journey.ts';
import { inviteByApi } from './people.ts';
import { send } from './wallets.ts';

export const password = 'a password and no more';

/**
 * Somebody new, signed in as whom the page is from then on. Last in every list of people: journeys
 * beside this one take their first forty, and these here may leave.
 */
export async function somebodyNew(page: Page): Promise<string> {
  await signInQuickly(page, 'admin');
  const { email, path } = await inviteByApi(page);
  await page.context().clearCookies();
  await join(page, path);
  return email;
}

async function join(page: Page, path: string): Promise<void> {
  const [, token = ''] = path.split('#');
  const data = { token, password, firstName: 'Zoe', lastName: 'Factor' };
  const reply = await page.request.post('/api/auth/invitation/accept', { data });
  expect(reply.status()).toBe(201);
}

export type App = {
  /** A code that is right now and was not used before; of the next 30 seconds if it must be. */
  next(): string;
  /** A code of minutes ahead. */
  wrong(): string;
};

/** Without the dialogs, for journeys about what follows. */
export async function setUpByApi(page: Page): Promise<App & { recoveryCodes: string[] }> {
  const path = '/auth/second-factor';
  const { secret } = await send<{ secret: string }>(page, 'POST', `${path}/begin`, {
    currentPassword: password,
  });
  const app = appOf(secret);
  const made = await send<{ recoveryCodes: string[] }>(page, 'POST', `${path}/confirm`, {
    code: app.next(),
  });
  return { ...app, ...made };
}

/** As an app, whatever time has passed since it was set up. */
export function appOf(secret: string): App {
  let last = 0;
  const now = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000);
  const codeOf = (step: number) => generateCode(decodeBase32(secret), step);
  return {
    next() {
      last = Math.max(now(), last + 1);
      return codeOf(last);
    },
    wrong: () => codeOf(now() + 7),
  };
}

export async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password *').fill(password);
  await page.keyboard.press('Enter');
}

export const secondStep = (page: Page) =>
  page.getByRole('dialog', { name: 'Two-Step Verification' });
export const isIn = (page: Page) =>
  expect(page.getByRole('button', { name: 'Account menu for Zoe Factor' })).toBeVisible();
