/** Emails of an isolated server to a test mail server: invitations and password resets. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { type MailServer, startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { composeMail } from '#server/mail/mail-content.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { tabTo } from './input.ts';
import { type IsolatedHub, startIsolatedHub } from './isolated-hub.ts';
import { expect, test as journey } from './journey.ts';

const test = journey.extend<object, { smtp: MailServer; hub: IsolatedHub }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, provide) => {
      const smtp = await startMailServer();
      await provide(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  hub: [
    async ({ smtp }, provide) => {
      const hub = await startIsolatedHub({
        SMTP_URL: smtp.url,
        MAIL_FROM: 'Harbor <hub@example.org>',
      });
      await provide(hub);
      await hub.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ hub }, provide) => provide(hub.url),
});
test.use({ allowFailedRequests: true });

const password = 'joined by a mailed link';
const uniqueEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@example.org`;
const findInviteDialog = (page: Page) => page.getByRole('dialog', { name: 'Invite Members' });
const findInvitation = (page: Page, email: string) =>
  findInviteDialog(page)
    .getByRole('region', { name: 'Invitations' })
    .getByRole('listitem')
    .filter({ hasText: email });

async function openInvite(page: Page, hub: IsolatedHub): Promise<void> {
  await hub.signIn(page.request);
  await page.goto('/members?dialog=invite');
  await expect(findInviteDialog(page)).toBeVisible();
}

async function invite(page: Page, ...emails: string[]): Promise<void> {
  await findInviteDialog(page).getByLabel('Email Addresses').fill(emails.join('\n'));
  await findInviteDialog(page)
    .getByRole('button', { name: /^Invite/ })
    .click();
  await expect(findInviteDialog(page).getByText('The emails are on their way.')).toBeVisible();
}

/** Opens an address in a new browser context. */
async function openInNewContext(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: new URL(address).origin })).newPage();
  await page.goto(address);
  return page;
}

async function join(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Emailed');
  await page.getByLabel('Password *').fill(password);
  await page.getByRole('button', { name: 'Join the Chapter' }).click();
  await expect(page.getByRole('navigation').first()).toBeAttached();
}

test('several people are invited at once, with errors before and results after', {
  tag: '@all',
}, async ({ page, browser, hub, smtp }) => {
  await openInvite(page, hub);
  const dialog = findInviteDialog(page);
  const [anna, ben] = [uniqueEmail('anna'), uniqueEmail('ben')];
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByLabel('Email Addresses')).toHaveAccessibleDescription(
    /Enter an email address/,
  );
  await dialog
    .getByLabel('Email Addresses')
    .fill(`"Bell, Anna" <${anna}>; ${ben}\nnobody at all, ${ben.toUpperCase()} ada@example.org`);
  const read = dialog.getByRole('region', { name: 'Addresses found' });
  await expect(read).toContainText("2 addresses can be invited, 3 can't");
  await expect(read.getByRole('listitem')).toHaveText([
    'nobody at allInvalid address',
    `${ben.toUpperCase()}Duplicate`,
    'ada@example.orgAlready a member',
    `Bell, Anna <${anna}>Ready`,
    `${ben}Ready`,
  ]);
  await expectAccessibleInBothThemes(page, 'addresses that were read', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Invite 2' }).click();
  const made = dialog.getByRole('region', { name: 'Invited' });
  await expect(made).toContainText('2 invited, 1 already a member, 1 needs fixing');
  await expect(made.getByRole('listitem')).toHaveText([
    `Bell, Anna${anna}Invited`,
    `${ben}Invited`,
  ]);
  await expect(read).toHaveCount(0);
  // Invalid addresses stay in the field; links are sent only by email.
  await expect(dialog.getByLabel('Email Addresses')).toHaveValue('nobody at all');
  await expect(dialog.getByLabel('Email Addresses')).toHaveAccessibleDescription(
    /“nobody at all” is not a valid email address/,
  );
  await expect(dialog.locator('code')).toHaveCount(0);
  await expect(findInvitation(page, anna)).toContainText('Emailed', { timeout: 60_000 });
  await expectAccessibleInBothThemes(page, 'invitations that were made', '[role=dialog]');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'invitations at 360 px', '[role=dialog]');
  // Pasting the list again shows what becomes of the links before and after.
  await dialog.getByLabel('Email Addresses').fill(`${ben}\nnobody at all\nno one`);
  await expect(read).toContainText("1 address can be invited, 2 can't");
  await expect(read).toContainText(
    'Those invited before get a new link; the earlier one stops working',
  );
  await expect(read.getByRole('listitem').filter({ hasText: ben })).toContainText('Invited before');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(made).toContainText('1 re-invited, 2 need fixing');
  await expect(made).toContainText('Links sent earlier to those re-invited no longer work.');
  await expect(read).toContainText('2 addresses need fixing');

  const mail = await smtp.mailTo(anna);
  expect(mail.subject).toBe("You're invited to the San Diego chapter");
  const theirs = await openInNewContext(browser, mail.link);
  await join(theirs, 'Anna');
  await theirs.context().close();
  await page.reload();
  await dialog.getByText('All', { exact: true }).click();
  await expect(findInvitation(page, anna)).toContainText('Accepted');
});

test('resending an invitation invalidates the old link, and revoking it the new one', {
  tag: '@all',
}, async ({ page, browser, hub, smtp }) => {
  await openInvite(page, hub);
  const email = uniqueEmail('carl');
  await invite(page, email);
  const first = await smtp.mailTo(email);
  await page.getByRole('button', { name: `Resend invitation to ${email}` }).click();
  await expect(page.getByText(`${email} has a new link`)).toBeVisible();
  const second = await smtp.mailTo(email, 1);
  expect(second.link).not.toBe(first.link);
  const guest = await openInNewContext(browser, first.link);
  await expect(guest.getByText('This link no longer works')).toBeVisible();
  await guest.goto('about:blank');
  await guest.goto(second.link);
  await expect(guest.getByText('Join the San Diego chapter')).toBeVisible();

  await page.getByRole('button', { name: `Revoke invitation to ${email}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Invitation revoked')).toBeVisible();
  await expect(findInvitation(page, email)).toHaveCount(0);
  await guest.goto('about:blank');
  await guest.goto(second.link);
  await expect(guest.getByText('This link no longer works')).toBeVisible();
  await guest.context().close();
});

test('an email the mail server refuses shows the reason and the link to the admin', {
  tag: '@all',
}, async ({ page, hub, smtp }) => {
  await openInvite(page, hub);
  const email = uniqueEmail('dora');
  smtp.behavior = { refusesWith: 550 };
  await invite(page, email);
  const row = findInvitation(page, email);
  await expect(row).toContainText('Not delivered', { timeout: 60_000 });
  smtp.behavior = {};
  await expect(row).toContainText('the mail server rejected it');
  await expect(
    row.getByRole('button', { name: `Copy Invitation link for ${email}` }),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page, 'an invitation not delivered', '[role=dialog]');
  await row.getByRole('button', { name: /^Resend/ }).click();
  await smtp.mailTo(email);
  await expect(row).toContainText('Emailed', { timeout: 60_000 });
});

test('a password is reset with the keyboard alone, which ends old sessions and uses up the link', async ({
  page,
  browser,
  hub,
  smtp,
}) => {
  await openInvite(page, hub);
  const email = uniqueEmail('emil');
  await invite(page, email);
  const theirs = await openInNewContext(browser, (await smtp.mailTo(email)).link);
  await join(theirs, 'Emil');

  const lost = await openInNewContext(browser, hub.url);
  await tabTo(lost, lost.getByRole('button', { name: 'Sign In to Continue' }));
  await lost.keyboard.press('Enter');
  await expect(lost.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
  await tabTo(lost, lost.getByRole('link', { name: 'Forgot password?' }));
  await lost.keyboard.press('Enter');
  await expect(lost.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  await expectAccessibleInBothThemes(lost, 'forgot password');
  await tabTo(lost, lost.getByLabel('Email'));
  await lost.keyboard.type('nobody');
  await lost.keyboard.press('Enter');
  await expect(lost.getByText('Enter a valid email address')).toBeVisible();
  await lost.keyboard.press('ControlOrMeta+a');
  await lost.keyboard.type(email);
  await lost.keyboard.press('Enter');
  await expect(lost.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessibleInBothThemes(lost, 'a link was asked for');

  const { link } = await smtp.mailTo(email, 1);
  await lost.goto('about:blank');
  await lost.goto(link);
  await expect(lost.getByLabel('Email')).toHaveValue(email);
  await expectAccessibleInBothThemes(lost, 'choose a new password');
  await lost.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(lost, 'choose a new password at 360 px');
  await tabTo(lost, lost.getByLabel('New Password'));
  await lost.keyboard.type('short');
  await lost.keyboard.press('Enter');
  await expect(lost.getByText('Use at least 10 characters')).toBeVisible();
  await lost.keyboard.press('ControlOrMeta+a');
  await lost.keyboard.type('a new and longer one');
  await lost.keyboard.press('Enter');
  await expect(lost.getByText('Password changed')).toBeVisible();
  await expect(lost.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  expect((await smtp.mailTo(email, 2)).subject).toBe('Your password was reset');

  await theirs.goto('/wallets');
  await expect(theirs.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await lost.goto('about:blank');
  await lost.goto(link);
  await expect(lost.getByText('This link no longer works')).toBeVisible();
  await expectAccessibleInBothThemes(lost, 'a used link');
  await lost.getByRole('link', { name: 'Request a New Link' }).click();
  await expect(lost.getByRole('heading', { name: 'Forgot password?' })).toBeVisible();
  await lost.getByRole('link', { name: 'Back to Sign In' }).click();
  await lost.getByRole('button', { name: 'Sign In to Continue' }).click();
  const dialog = lost.getByRole('dialog', { name: 'Sign In' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password *').fill('a new and longer one');
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(lost.getByRole('button', { name: 'Account menu for Emil Emailed' })).toBeVisible();
  await theirs.context().close();
  await lost.context().close();
});

test('emails about events are on until a member turns them off in the settings, and on again', {
  tag: '@all',
}, async ({ page, hub }) => {
  await hub.signIn(page.request);
  await page.goto('/settings');
  const isOn = page.getByRole('switch', { name: 'Emails about events' });
  const change = async () => {
    const saved = page.waitForResponse(
      (reply) => reply.url().endsWith('/emails') && reply.request().method() === 'PUT',
    );
    await isOn.click();
    expect((await saved).status()).toBe(200);
    await page.reload();
  };
  await expect(isOn).toBeChecked();
  await change();
  await expect(isOn).not.toBeChecked();
  await expectAccessibleInBothThemes(page, 'settings with emails');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'settings with emails at 360 px');
  await change();
  await expect(isOn).toBeChecked();
});

test('a new event invites members by email only if its creator chooses so', {
  tag: '@all',
}, async ({ page, hub }) => {
  await hub.signIn(page.request);
  await page.goto('/calendar');
  await page.getByRole('button', { name: 'New event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Event' });
  const choice = dialog.getByLabel('Email members an invitation');
  await expect(choice).not.toBeChecked();
  await dialog.getByLabel('Title *').fill('Emailed evening');
  await choice.check();
  await expectAccessibleInBothThemes(page, 'a new event that invites', '[role=dialog]');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/events'),
  );
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ emailsMembers: true });
  await expect(dialog).toBeHidden();
});

journey.describe('without a mail server', () => {
  journey(
    'an admin resets passwords, and invitation links are copied and saved',
    { tag: '@all' },
    async ({ page, context }) => {
      await page.goto('/reset');
      await expect(page.getByText("Email isn't set up on this server. Ask an admin")).toBeVisible();
      await expectAccessibleInBothThemes(page, 'a lost password without mail');

      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.request.post('/api/auth/sign-in', {
        data: { email: 'admin@demo.test', password: 'demo-harbor-2026' },
      });
      await page.goto('/members?dialog=invite');
      const emails = [uniqueEmail('fay'), uniqueEmail('gus')];
      const dialog = findInviteDialog(page);
      await dialog.getByLabel('Email Addresses').fill(emails.join(', '));
      await dialog.getByRole('button', { name: 'Invite 2' }).click();
      await expect(dialog.locator('code')).toHaveCount(2);
      await expectAccessibleInBothThemes(page, 'links to pass on', '[role=dialog]');
      await dialog.getByRole('button', { name: 'Copy All links' }).click();
      await expect(page.getByText('All links copied to clipboard')).toBeVisible();
      const links = await dialog.locator('code').allInnerTexts();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(emails.map((email, n) => `${email} ${links[n]}`).join('\n'));
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Download CSV' }).click();
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file).toContain(`${emails[0]},member,`);
      expect(file).toContain(links[1]);
    },
  );
});

test('a long list of invitations shows its count and is searched while typing', {
  tag: '@all',
}, async ({ page, hub }) => {
  await openInvite(page, hub);
  await invite(page, ...Array.from({ length: 6 }, (_, at) => uniqueEmail(`crowd${at}`)));
  const needle = uniqueEmail('needle');
  await page.goto('/members?dialog=invite');
  await invite(page, needle);
  const region = findInviteDialog(page).getByRole('region', { name: 'Invitations' });
  const rows = region.getByRole('listitem');
  await expect(region.getByRole('heading')).toHaveText(/^Invitations\d+$/);
  await tabTo(page, region.getByRole('searchbox', { name: 'Search invitations...' }));
  await page.keyboard.type(needle.slice(0, 15).toUpperCase());
  await expect(rows).toHaveCount(1);
  await expect(findInvitation(page, needle)).toBeVisible();
  await expect(region.getByRole('heading')).toHaveText(/^Invitations1 of \d+$/);
  await expectAccessibleInBothThemes(page, 'invitations searched', '[role=dialog]');
  await page.keyboard.type(' nobody');
  await expect(region.getByText(/^No invitations match/)).toBeVisible();
  await tabTo(page, region.getByRole('button', { name: 'Clear Search' }));
  await page.keyboard.press('Enter');
  await expect(rows.nth(5)).toBeVisible();
});

test('a mail is no wider than a phone, whatever its words and links, and accessible', {
  tag: '@all',
}, async ({ page }) => {
  const long = 'x'.repeat(100);
  const mail = composeMail(
    long,
    { chapter: { name: long, logo: null }, publicUrl: `https://${'host.'.repeat(20)}example.org` },
    [long, { action: long, link: `https://example.org/${long}${long}` }],
    [long, { action: long, link: 'https://example.org' }],
  );
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 740 });
    await page.setContent(mail.html);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, `a mail, ${colorScheme}, at ${width} px`, 'body', {
        // It is a part of the mail reader's page.
        rules: { region: { enabled: false } },
      });
    }
  }
});
