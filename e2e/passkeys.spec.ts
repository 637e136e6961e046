/** Passkeys: made, signed in with, removed. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { isIn, password, setUpByApi, somebodyNew } from './factors.ts';
import { tabTo } from './hands.ts';
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
    /** Nobody touches it, nor chooses what the browser offers, until it is let. */
    waits: () => setPresence(false),
    isTouched: () => setPresence(true),
    verifiesNobody: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    verifies: () =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  };
}

/** A browser that offers no passkeys in fields, as some do not: there is the button. */
async function offersNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

test('a passkey is made and signed in with by the keyboard alone, and removed', async ({
  page,
}) => {
  const { keyboard } = page;
  await offersNothing(page);
  await somebodyNew(page);
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
  await isIn(page);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(['hub_session']);

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

test('a passkey is both factors; whom the device does not recognise it does not sign in', async ({
  page,
}) => {
  // This device touches itself: it would choose what the field offers before the button is pressed.
  await offersNothing(page);
  await somebodyNew(page);
  const app = await setUpByApi(page);
  const authenticator = await addAuthenticator(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  const add = page.getByRole('dialog', { name: 'Add a Passkey' });
  await add.getByLabel('Current Password').fill(password);
  await add.getByLabel('Code').fill(app.next());
  await add.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await signOut(page);
  await authenticator.verifiesNobody();
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign In' });
  const byPasskey = dialog.getByRole('button', { name: 'Sign In with a Passkey' });
  await byPasskey.click();
  await expect(dialog.getByText('No passkey was chosen, or it took too long.')).toBeVisible();
  await authenticator.verifies();
  await byPasskey.click();
  await isIn(page);
});

test('the field for the address offers passkeys, and asks and says nothing before one is chosen', async ({
  page,
}) => {
  await somebodyNew(page);
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
  let asked = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/sign-in/passkey/begin')) asked += 1;
  });
  await authenticator.waits();
  await opener.click();
  await expect(dialog.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(() => asked).toBe(1);
  const button = dialog.getByRole('button', { name: 'Sign In with a Passkey' });
  await expect(button).toBeEnabled();
  await expectAccessible(page, 'signing in where passkeys are offered', '[role=dialog]');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  // The button asks in the place of the offer, which nobody has taken.
  await authenticator.isTouched();
  await button.click();
  await isIn(page);
  expect(asked).toBe(2);

  await signOut(page);
  await opener.click();
  await isIn(page);

  await page.goto('/settings');
  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await signOut(page);
  await opener.click();
  await expect(dialog.getByText("This passkey can't be used to sign in here.")).toBeVisible();
});
