/** Passkeys: creating, signing in and removing. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { expectSignedIn, password, setUpSecondFactor, signUpNewMember } from './factors.ts';
import { tabTo } from './input.ts';
import { expect, signOut, test } from './journey.ts';

test.use({ allowFailedRequests: true });

async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setPresence = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return {
    /** Neither touches the authenticator nor picks the browser's suggestion. */
    withholdPresence: () => setPresence(false),
    confirmPresence: () => setPresence(true),
    failVerification: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    passVerification: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  };
}

/** Simulates a browser that does not suggest passkeys in fields, which leaves the button. */
async function disableConditionalMediation(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The blank page between two sign-ins is not a secure context and knows no passkeys.
    if (!window.isSecureContext) return;
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

test('a passkey is created, used to sign in, and removed with the keyboard alone', async ({
  page,
}) => {
  const { keyboard } = page;
  await disableConditionalMediation(page);
  await signUpNewMember(page);
  await addAuthenticator(page);
  await page.goto('/settings');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Add Passkey' }));
  await keyboard.press('Enter');
  const add = page.getByRole('dialog', { name: 'Add a Passkey' });
  await expect(add.getByLabel('Name')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('My laptop');
  await tabTo(page, add.getByLabel('Current Password'));
  await keyboard.type('not the password');
  await keyboard.press('Enter');
  await expect(add.getByText('Wrong current password')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'adding a passkey', '[role=dialog]');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.getByText('not used yet')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'settings with a passkey');

  await signOut(page);
  await tabTo(page, page.getByRole('button', { name: 'Sign In to Continue' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'signing in', '[role=dialog]');
  await tabTo(page, dialog.getByRole('button', { name: 'Sign In with a Passkey' }));
  await keyboard.press('Enter');
  await expectSignedIn(page);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    expect.stringMatching(/^hub_device_/),
    'hub_session',
  ]);

  await page.goto('/settings');
  await expect(page.getByText(/ · used /)).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Remove My laptop' }));
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Remove this passkey?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessibleInBothThemes(page, 'removing a passkey', '[role=alertdialog]');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  await dialog.getByRole('button', { name: 'Sign In with a Passkey' }).click();
  await expect(dialog.getByText("This passkey can't be used to sign in here.")).toBeVisible();
  await expectAccessible(page, 'a passkey that is over', '[role=dialog]');
});

test('a passkey replaces both steps and requires user verification', { tag: '@all' }, async ({
  page,
}) => {
  // The virtual authenticator confirms by itself and would accept the field's suggestion first.
  await disableConditionalMediation(page);
  await signUpNewMember(page);
  const app = await setUpSecondFactor(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add a Passkey' });
  await add.getByLabel('Current Password').fill(password);
  await add.getByLabel('Code').fill(app.nextCode());
  await add.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await signOut(page);
  await authenticator.failVerification();
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  const byPasskey = dialog.getByRole('button', { name: 'Sign In with a Passkey' });
  await byPasskey.click();
  await expect(dialog.getByText('No passkey was chosen, or it took too long.')).toBeVisible();
  await authenticator.passVerification();
  await byPasskey.click();
  await expectSignedIn(page);
});

test('the email field suggests passkeys and sends nothing before one is chosen', {
  tag: '@all',
}, async ({ page }) => {
  await signUpNewMember(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add a Passkey' });
  await add.getByLabel('Current Password').fill(password);
  await add.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await signOut(page);

  const opener = page.getByRole('button', { name: 'Sign In to Continue' });
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  let requestCount = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/sign-in/passkey/begin')) requestCount += 1;
  });
  await authenticator.withholdPresence();
  await opener.click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(() => requestCount).toBe(1);
  const button = dialog.getByRole('button', { name: 'Sign In with a Passkey' });
  await expect(button).toBeEnabled();
  await expectAccessible(page, 'signing in where passkeys are offered', '[role=dialog]');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  // The button's request replaces the pending suggestion.
  await authenticator.confirmPresence();
  await button.click();
  await expectSignedIn(page);
  expect(requestCount).toBe(2);

  await signOut(page);
  await opener.click();
  await expectSignedIn(page);

  await page.goto('/settings');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await signOut(page);
  await opener.click();
  await expect(dialog.getByText("This passkey can't be used to sign in here.")).toBeVisible();
});
