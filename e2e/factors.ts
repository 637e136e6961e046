/** Steps that the journeys about second factors and passkeys share. */
import type { Page } from '@playwright/test';
import { generateCode } from '#features/identity/server/factors/totp.ts';
import { decodeBase32 } from '#features/identity/server/testing/base32.ts';
import { createInvitation } from './invitations.ts';
import { expect, signInQuickly } from './journey.ts';
import { send } from './wallets.ts';

export const password = 'a password and no more';

/**
 * Creates a member and signs the page in as them. The name sorts last in every list, because journeys
 * that run concurrently use the first forty members.
 */
export async function signUpNewMember(page: Page): Promise<string> {
  await signInQuickly(page, 'admin');
  const { email, path } = await createInvitation(page);
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

export type Authenticator = {
  /** A valid unused code, of the next 30 seconds if the current one was used. */
  nextCode(): string;
  /** An invalid code: one of several minutes ahead. */
  wrongCode(): string;
};

/** Sets up a second factor through the API. */
export async function setUpSecondFactor(
  page: Page,
): Promise<Authenticator & { recoveryCodes: string[] }> {
  const path = '/auth/second-factor';
  const { secret } = await send<{ secret: string }>(page, 'POST', `${path}/begin`, {
    currentPassword: password,
  });
  const authenticator = createAuthenticator(secret);
  const made = await send<{ recoveryCodes: string[] }>(page, 'POST', `${path}/confirm`, {
    code: authenticator.nextCode(),
  });
  return { ...authenticator, ...made };
}

/** Generates codes like an authenticator app. */
export function createAuthenticator(secret: string): Authenticator {
  let last = 0;
  const now = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 30_000);
  const generateAt = (step: number) => generateCode(decodeBase32(secret), step);
  return {
    nextCode() {
      last = Math.max(now(), last + 1);
      return generateAt(last);
    },
    wrongCode: () => generateAt(now() + 7),
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

export const findSecondStep = (page: Page) =>
  page.getByRole('dialog', { name: 'Two-Step Verification' });
export const expectSignedIn = (page: Page) =>
  expect(page.getByRole('button', { name: 'Account menu for Zoe Factor' })).toBeVisible();
