/** Members: their pages, changes by admins, and the own account. */
import type { Browser } from '@playwright/test';
import { pngOf } from '#app/testing/pictures.ts';
import { expectAccessible } from './axe.ts';
import { createInvitation } from './invitations.ts';
import { expect, readApi, signInQuickly, test } from './journey.ts';

test.use({ allowFailedRequests: true });

const firstPassword = 'joined by a link';

test('an admin disables, enables, removes and erases a member, who loses access at once', async ({
  page,
  browser,
}) => {
  await signInQuickly(page, 'admin');
  // Sorts last in every list, because concurrent journeys use the first forty members.
  const name = `Zora ${crypto.randomUUID().slice(0, 8)}`;
  const invitation = await createInvitation(page);
  const theirs = await joinInNewContext(browser, invitation, name);
  await theirs.goto('/members');
  await expect(theirs.getByRole('heading', { name: 'Member Directory' })).toBeVisible();

  await page.goto(`/members?q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(`${name} is settled up`)).toBeVisible();
  await expect(page.getByText('No wallets yet.')).toBeVisible();
  await expectAccessible(page, 'member');

  const chooseAction = async (entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await chooseAction('Disable');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Balances are kept.');
  await expect(question).toContainText('All wallets are empty');
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await theirs.goto('/expenses');
  await expect(theirs.getByText("You're not a member of a chapter.")).toBeVisible();

  await chooseAction('Enable');
  await question.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeHidden();
  await theirs.goto('/expenses');
  await expect(theirs.getByText('sign out and sign in again')).toBeVisible();
  await theirs.getByRole('button', { name: 'Sign Out' }).click();
  await theirs.getByRole('button', { name: 'Sign In to Continue' }).click();
  await theirs.getByLabel('Email').fill(invitation.email);
  await theirs.getByLabel('Password').first().fill(firstPassword);
  await theirs.getByRole('button', { name: 'Sign In', exact: true }).click();
  await theirs.getByRole('link', { name: 'Expenses', exact: true }).first().click();
  await expect(theirs.getByRole('heading', { name: 'Expense Tracker' })).toBeVisible();

  await chooseAction('Make Treasurer');
  await question.getByRole('button', { name: 'Change Role' }).click();
  await expect(page.getByText('treasurer', { exact: true })).toBeVisible();

  await chooseAction('Remove');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Members' }).click();
  // Back at what was searched for, without them; they are among those who left.
  await expect(page).toHaveURL(/\?q=Zora/);
  const listed = page.getByRole('list', { name: 'Members' });
  await expect(listed.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page.getByRole('link', { name, exact: true }).click();

  await chooseAction('Erase');
  const dialog = page.getByRole('dialog', { name: `Erase ${name}` });
  await expect(dialog).toContainText('This cannot be undone.');
  await expect(dialog).toContainText('All wallets are empty');
  await expectAccessible(page, 'erasing a member');
  const typed = dialog.getByLabel(`Type "${name}" to confirm`);
  await typed.fill('Zora');
  await dialog.getByRole('button', { name: 'Erase for Good' }).click();
  await expect(dialog).toContainText("Type the member's name as it is shown");
  await typed.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Former member \d+$/ })).toBeVisible();
  await expect(page.getByText('Erased', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy ID']);
  await expect(page.getByText(name)).toHaveCount(0);
  await theirs.context().close();
});

test('the last admin cannot be demoted and sees why', async ({ page }) => {
  await signInQuickly(page, 'admin');
  await page.goto('/');
  type Listed = { items: { id: string; email: string }[] };
  const { items } = await readApi<Listed>(page, '/users');
  const me = items.find(({ email }) => email === 'admin@demo.test');
  await page.goto(`/members/${me?.id}`);
  await page.getByRole('button', { name: /^Actions for/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Make Member' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Change Role' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(question).toContainText("This is the chapter's only admin.");
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
});

test('the link of an invitation is shown only to the admin who sent it last', async ({ page }) => {
  await signInQuickly(page, 'admin');
  await page.goto('/');
  const { email } = await createInvitation(page);
  // The server's reply to an admin who did not send the invitation.
  let isTheirs = true;
  await page.route(/\/api\/invitations\?/, async (route) => {
    const reply = await route.fetch();
    const list = (await reply.json()) as { items: { email: string }[] };
    const items = list.items.map((each) =>
      isTheirs && each.email === email ? { ...each, link: null, invitedBy: 'Boris Beside' } : each,
    );
    await route.fulfill({ response: reply, json: { ...list, items } });
  });
  await page.goto('/members?dialog=invite');
  const dialog = page.getByRole('dialog', { name: 'Invite Members' });
  const row = dialog.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Boris Beside has the link.');
  await expect(row.getByRole('button', { name: /Invitation link/ })).toBeHidden();
  await expectAccessible(page, 'invitations of another admin', '[role=dialog]');
  isTheirs = false;
  await row.getByRole('button', { name: /^Resend/ }).click();
  await expect(row.getByRole('button', { name: /Invitation link/ })).toBeVisible();
  await expect(row).not.toContainText('has the link');
});

test('a member can view but not edit other members', async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.goto('/members?q=Priya');
  await page.getByRole('link', { name: 'Priya Raman', exact: true }).click();
  await expect(page.getByRole('link', { name: 'admin@demo.test' })).toBeVisible();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy ID']);
  await page.goto('/members/nobody');
  await expect(page.getByText('Member not found')).toBeVisible();
});

test('members crop and set their own photo, and remove it', async ({ page }) => {
  await signInQuickly(page, 'member');
  await page.goto('/');
  const menu = page.getByRole('button', { name: /^Account menu for/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Your Profile' }).click();
  const file = page.getByLabel('Photo file');
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('none') });
  await expect(page.getByText("This file can't be opened as a photo.")).toBeVisible();

  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pngOf(640, 480) });
  const dialog = page.getByRole('dialog', { name: 'Crop Photo' });
  await dialog.getByLabel('Zoom').press('ArrowRight');
  await dialog.getByLabel('Left to right').press('ArrowRight');
  await expectAccessible(page, 'cropping a photo', '[role=dialog]');
  await page.route('**/api/members/*/photo', (route) => route.abort(), { times: 4 });
  await dialog.getByRole('button', { name: 'Save Photo' }).click();
  await expect(dialog.getByText("Couldn't save the photo.")).toBeVisible();
  await page.unroute('**/api/members/*/photo');
  await dialog.getByRole('button', { name: 'Save Photo' }).click();
  await expect(page.getByText('Photo saved')).toBeVisible();
  const drawn = menu.locator('img');
  await expect(drawn).toHaveAttribute('src', /\/photo\/[\w-]{43}$/);
  await expect(drawn).toHaveJSProperty('naturalWidth', 256);
  await page.reload();
  await expect(drawn).toHaveJSProperty('naturalWidth', 256);
  // It is the picture that was chosen: grey.
  const color = await drawn.evaluate((photo: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(photo, 0, 0);
    return [...(context?.getImageData(9, 9, 1, 1).data ?? [])];
  });
  expect(color).toEqual([128, 128, 128, 255]);
  await expectAccessible(page, 'a member with a photo');

  await page.getByRole('button', { name: 'Remove Photo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Photo removed')).toBeVisible();
  await expect(drawn).toHaveCount(0);
});

test('changing the password ends other sessions', async ({ page, browser }) => {
  await signInQuickly(page, 'admin');
  const name = `Olaf ${crypto.randomUUID().slice(0, 8)}`;
  const invitation = await createInvitation(page);
  const here = await joinInNewContext(browser, invitation, name);
  const there = await (await browser.newContext()).newPage();
  const signIn = (password: string) =>
    there.request.post('/api/auth/sign-in', { data: { email: invitation.email, password } });
  expect((await signIn(firstPassword)).status()).toBe(200);

  await here.getByRole('button', { name: /^Account menu for/ }).click();
  await here.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(here.getByText('This device')).toHaveCount(1);
  await expect(here.getByRole('button', { name: /^Sign out of/ })).toHaveCount(1);
  await expectAccessible(here, 'settings');
  await here.getByRole('button', { name: 'Change Password' }).click();
  const dialog = here.getByRole('dialog', { name: 'Change Password' });
  await dialog.getByLabel('Current Password').fill('not this one');
  await dialog.getByLabel('New Password').fill('short');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(here.getByText('Use at least 10 characters')).toBeVisible();
  await dialog.getByLabel('New Password').fill('a longer and better one');
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(here.getByText('Wrong current password')).toBeVisible();
  await expectAccessible(here, 'change password');
  await dialog.getByLabel('Current Password').fill(firstPassword);
  await here.keyboard.press('Enter');
  await expect(here.getByText('Password changed')).toBeVisible();
  await expect(here.getByRole('button', { name: /^Sign out of/ })).toHaveCount(0);
  await expect(dialog).toBeHidden();
  expect((await signIn(firstPassword)).status()).toBe(401);
  expect((await signIn('a longer and better one')).status()).toBe(200);
  await here.reload();
  await here.getByRole('button', { name: /^Sign out of/ }).click();
  await expect(here.getByText('Session ended')).toBeVisible();
  await expect(here.getByRole('button', { name: /^Sign out of/ })).toHaveCount(0);
  await here.context().close();
  await there.context().close();
});

test('an admin changes the chapter’s links and bank account, and what is invalid is reported at its field', async ({
  page,
}) => {
  await signInQuickly(page, 'admin');
  await page.goto('/settings/chapter');
  const platform = page.getByLabel('Local Platform');
  const before = await platform.inputValue();
  await platform.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(platform).toBeFocused();
  await expect(platform).toHaveAccessibleDescription(/starts with https/);
  await platform.fill('https://moved.example.org/');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();
  await page.goto('/resources');
  await expect(page.locator('a[href="https://moved.example.org/"]').first()).toBeVisible();
  await page.goto('/settings/chapter');
  await platform.fill(before);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();

  await page.getByRole('link', { name: 'Payments', exact: true }).last().click();
  const account = page.getByLabel('Bank Account');
  await account.selectOption('IBAN');
  const iban = page.getByLabel('IBAN');
  await iban.fill('DE88 3704 0044 0532 0130 00');
  await page.keyboard.press('Enter');
  await expect(iban).toBeFocused();
  await expect(iban).toHaveAccessibleDescription(/check digits do not match/);
  await iban.fill('DE89 3704 0044 0532 0130 00');
  const seen = page.getByRole('region', { name: 'What Members See' });
  await expect(seen).not.toContainText('DE89');
  await page.keyboard.press('Enter');
  await expect(page.getByText('How to pay saved')).toBeVisible();
  await expect(seen).toContainText('DE89 3704 0044 0532 0130 00');
  await page.goto('/payments?dialog=record&to=chapter');
  await page.getByText('How to pay the chapter').click();
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of a transfer' })).toBeVisible();
  await page.goto('/settings/payments');
  await account.selectOption('US routing and account number');
  await page.getByLabel('Routing Number').fill('123456780');
  await page.getByLabel('Account Number').fill('000123456789');
  await page.keyboard.press('Enter');
  await expect(page.getByText('How to pay saved')).toBeVisible();
});

test('members read that only admins change the chapter’s settings', async ({ page }) => {
  await signInQuickly(page, 'member');
  for (const path of ['/settings/chapter', '/settings/payments', '/settings/events']) {
    await page.goto(path);
    await expect(page.getByText('Only admins can change chapter settings')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Save|^Set/ })).toHaveCount(0);
  }
});

/** Joins by an invitation in a new browser context. */
async function joinInNewContext(browser: Browser, { path }: { path: string }, name: string) {
  const page = await (await browser.newContext({ baseURL: process.env.HUB_URL ?? '' })).newPage();
  const [firstName = '', lastName = ''] = name.split(' ');
  await page.goto(path);
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Password', { exact: false }).first().fill(firstPassword);
  await page.getByRole('button', { name: /Join/ }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
  return page;
}
