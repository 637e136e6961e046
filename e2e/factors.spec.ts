/** Two-step verification with an authenticator app: setup, sign-in and removal. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import {
  createAuthenticator,
  expectSignedIn,
  findSecondStep,
  password,
  setUpSecondFactor,
  signUpNewMember,
  typePassword,
} from './factors.ts';
import { tabTo } from './input.ts';
import { createInvitation } from './invitations.ts';
import { expect, signInQuickly, signOut, test } from './journey.ts';
import { send } from './wallets.ts';

test.use({ allowFailedRequests: true });

test('an authenticator app is set up with the keyboard alone and required from then on', async ({
  page,
}) => {
  const email = await signUpNewMember(page);
  const { keyboard } = page;
  await page.goto('/settings');
  const setUp = page.getByRole('button', { name: 'Set Up' });
  await expect(setUp).toBeVisible();
  await expectAccessibleInBothThemes(page, 'settings without factors');
  await tabTo(page, setUp);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set Up an Authenticator App' });
  await expect(dialog.getByLabel('Current Password')).toBeFocused();
  await keyboard.type('not the password');
  await keyboard.press('Enter');
  await expect(dialog.getByText('Wrong current password')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the password first', '[role=dialog]');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(password);
  await keyboard.press('Enter');

  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expect(dialog.getByLabel('Code *')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'the app’s secret', '[role=dialog]');
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  const app = createAuthenticator(secret);
  await keyboard.type('12345');
  await keyboard.press('Enter');
  await expect(dialog.getByText('Enter the 6 digits')).toBeVisible();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(app.wrongCode());
  await keyboard.press('Enter');
  await expect(dialog.getByText('Wrong or already used code.')).toBeVisible();
  await expect(dialog.getByLabel('Code *')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(app.nextCode());
  await keyboard.press('Enter');

  const codes = page.getByRole('dialog', { name: 'Recovery Codes', exact: true });
  const shown = codes.getByRole('list', { name: 'Recovery Codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  await expectAccessibleInBothThemes(page, 'recovery codes', '[role=dialog]');
  const download = page.waitForEvent('download');
  await tabTo(page, codes.getByRole('button', { name: 'Download' }));
  await keyboard.press('Enter');
  expect((await download).suggestedFilename()).toBe('chapter-hub-recovery-codes.txt');
  await tabTo(page, codes.getByRole('button', { name: 'Done' }));
  await keyboard.press('Enter');
  await expect(codes).toBeHidden();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await typePassword(page, email);
  const step = findSecondStep(page);
  await expect(step.getByLabel('Code')).toBeFocused();
  await expect(step.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(step.getByLabel('Code')).toHaveAttribute('inputmode', 'numeric');
  await keyboard.type(app.wrongCode());
  await keyboard.press('Enter');
  await expect(step.getByText('Wrong or already used code.')).toBeVisible();
  await expect(step.getByLabel('Code')).toBeFocused();
  await expectAccessibleInBothThemes(page, 'the second step', '[role=dialog]');
  await keyboard.type(app.nextCode());
  await keyboard.press('Enter');
  await expectSignedIn(page);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual([
    expect.stringMatching(/^hub_device_/),
    'hub_session',
  ]);
});

test('recovery codes work once and are replaced, and no code is asked for after turning off', {
  tag: '@all',
}, async ({ page }) => {
  const email = await signUpNewMember(page);
  const { recoveryCodes } = await setUpSecondFactor(page);
  const [first = '', second = '', third = ''] = recoveryCodes;
  await page.context().clearCookies();
  const signInWith = async (code: string) => {
    await typePassword(page, email);
    await findSecondStep(page).getByRole('button', { name: 'Use a Recovery Code' }).click();
    await findSecondStep(page).getByLabel('Recovery Code').fill(code);
    await findSecondStep(page).getByRole('button', { name: 'Sign In' }).click();
  };
  await signInWith(first.toLowerCase().replaceAll('-', ' '));
  await expectSignedIn(page);
  await signOut(page);
  await signInWith(first);
  await expect(findSecondStep(page).getByText('Wrong or already used code.')).toBeVisible();
  await expectAccessible(page, 'a wrong recovery code', '[role=dialog]');
  await findSecondStep(page).getByLabel('Recovery Code').fill(second);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);

  await page.goto('/settings');
  await expect(page.getByText('8 recovery codes left.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'settings with a second factor');
  await page.getByRole('button', { name: 'New Recovery Codes' }).click();
  const renew = page.getByRole('dialog', { name: 'New Recovery Codes' });
  await renew.getByLabel('Current Password').fill(password);
  await renew.getByLabel('Code').fill(third);
  await renew.getByRole('button', { name: 'Create New Codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery Codes', exact: true });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const fresh = await codes.getByRole('listitem').first().innerText();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  await page.getByRole('button', { name: 'Turn Off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
  await off.getByLabel('Current Password').fill(password);
  await off.getByLabel('Code').fill(recoveryCodes[4] ?? '');
  await off.getByRole('button', { name: 'Turn Off' }).click();
  await expect(off.getByText('Wrong or already used code.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'turning it off', '[role=dialog]');
  await off.getByLabel('Code').fill(fresh);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
  await signOut(page);
  await typePassword(page, email);
  await expectSignedIn(page);
});

test('an expired sign-in starts over and repeated guesses are blocked, on a phone', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const email = await signUpNewMember(page);
  const app = await setUpSecondFactor(page);
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Turn Off' })).toBeVisible();
  await expectAccessible(page, 'settings, 360 px');
  await page.context().clearCookies();
  await typePassword(page, email);
  const step = findSecondStep(page);
  await expect(step).toBeVisible();
  await expectAccessible(page, 'the second step, 360 px');
  await page.context().clearCookies();
  await step.getByLabel('Code').fill(app.nextCode());
  await step.getByRole('button', { name: 'Sign In' }).click();
  const again = page.getByRole('dialog', { name: 'Sign In' });
  await expect(again.getByText('That took too long. Enter your password again.')).toBeVisible();
  await expect(again.getByLabel('Email')).toHaveValue(email);
  await again.getByRole('button', { name: 'Sign In', exact: true }).click();
  for (let attempt = 0; attempt < 6; attempt += 1) {
    await step.getByLabel('Code').fill('000000');
    const answered = page.waitForResponse('**/api/auth/sign-in/code');
    await step.getByRole('button', { name: 'Sign In' }).click();
    await answered;
  }
  await expect(step.getByText(/^Too many attempts. Try again in \d+ seconds\.$/)).toBeVisible();
  await step.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Sign In to Continue' }).click();
  await expect(again).toBeVisible();
});

test('rejoining by an invitation requires the password and a code', { tag: '@all' }, async ({
  page,
}) => {
  const email = await signUpNewMember(page);
  const app = await setUpSecondFactor(page);
  await page.context().clearCookies();
  await signInQuickly(page, 'admin');
  const path = await removeAndInvite(page, email);
  await page.context().clearCookies();
  await page.goto(path);
  // A link that was not emailed does not reveal whether the address has an account.
  await page.getByRole('button', { name: 'I Already Have an Account' }).click();
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Join the Chapter' }).click();
  await expect(findSecondStep(page).getByLabel('Code')).toBeFocused();
  await page.keyboard.type(app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expectSignedIn(page);
});

/** Removes and re-invites a member as an admin. */
async function removeAndInvite(page: Page, email: string): Promise<string> {
  type Users = { items: { id: string; email: string }[] };
  const { items } = await send<Users>(page, 'GET', '/users');
  const id = items.find((one) => one.email === email)?.id;
  await send(page, 'PUT', `/users/${id}/status`, { status: 'removed' });
  return (await createInvitation(page, email)).path;
}
