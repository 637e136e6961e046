/** Signing in with a real OIDC provider on another origin. */
import type { Page } from '@playwright/test';
import { startProvider, type TestProvider } from '#features/identity/server/testing/provider.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { admin } from './founded-chapter.ts';
import { tabTo } from './input.ts';
import { createInvitation } from './invitations.ts';
import { type IsolatedHub, startIsolatedHub } from './isolated-hub.ts';
import { expect, test as journey } from './journey.ts';

type WorkerFixtures = { provider: TestProvider & { redirectUris: string[] }; hub: IsolatedHub };

const test = journey.extend<{ allowProviderFont: undefined }, WorkerFixtures>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from the pattern
    async ({}, provide) => {
      const redirectUris = ['http://localhost/signed-in'];
      const provider = await startProvider(redirectUris, {});
      await provide(Object.assign(provider, { redirectUris }));
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  hub: [
    async ({ provider }, provide) => {
      const hub = await startIsolatedHub({
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.client.clientId,
        OIDC_CLIENT_SECRET: provider.client.clientSecret,
        OIDC_NAME: 'Harbor ID',
      });
      provider.redirectUris.splice(0, 1, `${hub.url}/signed-in`);
      await provider.restart();
      await provide(hub);
      await hub.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ hub }, provide) => provide(hub.url),
  allowProviderFont: [
    async ({ page }, provide) => {
      // The provider's page loads an external font.
      await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
      await provide(undefined);
    },
    { auto: true },
  ],
});
test.use({ allowFailedRequests: true });

const findProviderButton = (page: Page) =>
  page.getByRole('button', { name: 'Continue with Harbor ID' });

/** Adds a user to the provider and returns the login. */
function addProviderUser(
  provider: TestProvider,
  email: string = `${crypto.randomUUID()}@example.org`,
) {
  const login = `person-${crypto.randomUUID().slice(0, 8)}`;
  const names = { name: 'Hana Harbor', given_name: 'Hana', family_name: 'Harbor' };
  provider.people[login] = { email, email_verified: true, ...names };
  return { login, email };
}

async function signInAtProvider(page: Page, provider: TestProvider, login: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === provider.issuer);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('whatever');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test('signing in with the provider creates an account in no chapter', { tag: '@all' }, async ({
  page,
  provider,
}) => {
  const { login, email } = addProviderUser(provider);
  await page.goto('/wallets');
  await expect(findProviderButton(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the card with a hosted provider');
  await findProviderButton(page).click();
  await signInAtProvider(page, provider, login);
  await expect(page.getByText("You're not a member of a chapter.")).toBeVisible();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page).toHaveURL('/wallets');
  await page.reload();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
});

test('an invited person joins with the provider, with the keyboard alone', async ({
  page,
  hub,
  provider,
}) => {
  await hub.signIn(page.request);
  const invitation = await createInvitation(page);
  await page.context().clearCookies();
  const { login } = addProviderUser(provider, invitation.email);
  await page.goto(invitation.path);
  await expect(findProviderButton(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'joining with a hosted provider');
  await tabTo(page, findProviderButton(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.origin === provider.issuer);
  await tabTo(page, page.getByPlaceholder('Enter any login'));
  await page.keyboard.type(login);
  await page.keyboard.press('Tab');
  await page.keyboard.type('whatever');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account menu for Hana Harbor' })).toBeVisible();
  await expect(page).toHaveURL('/');
  // The callback is used up and not in the browser's history.
  await page.goBack();
  await expect(page).not.toHaveURL(/signed-in/);
});

test('an invitation to someone else is refused with their address', { tag: '@all' }, async ({
  page,
  hub,
  provider,
}) => {
  await hub.signIn(page.request);
  const invitation = await createInvitation(page);
  await page.context().clearCookies();
  await page.goto(invitation.path);
  await findProviderButton(page).click();
  await signInAtProvider(page, provider, addProviderUser(provider).login);
  await expect(page.getByRole('alert')).toContainText(
    `The invitation was sent to ${invitation.email}`,
  );
});

test('denying consent shows a message and can be retried', { tag: '@all' }, async ({
  page,
  provider,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/members?q=hana');
  await expectAccessible(page, 'the card with a hosted provider, 360 px');
  await findProviderButton(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Sign-in with Harbor ID was canceled or denied.',
  );
  await expectAccessibleInBothThemes(page, 'not signed in');
  await findProviderButton(page).click();
  const { login, email } = addProviderUser(provider);
  await signInAtProvider(page, provider, login);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('a callback that this browser did not start signs no one in', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/signed-in?code=stolen&state=made-up');
  await expect(page.getByRole('alert')).toContainText('This sign-in expired.');
  await page.getByRole('link', { name: 'Sign In Another Way' }).click();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('while the provider is down the card says so and the password still works', {
  tag: '@all',
}, async ({ page, hub, provider }) => {
  await page.goto('/');
  const begin = () => page.request.post('/api/auth/hosted/begin', { data: {} });
  await provider.stop();
  // The server caches for some seconds that the provider is up.
  await expect.poll(async () => (await begin()).status(), { timeout: 60_000 }).toBe(503);
  await findProviderButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Harbor ID is not responding. Try again in a moment.',
  );
  await expect(findProviderButton(page)).toBeEnabled();
  await hub.signIn(page.request);
  await page.goto('/wallets');
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await provider.restart();
  // It caches that it is down for as long, so the next visit finds it up.
  await expect.poll(async () => (await begin()).status(), { timeout: 60_000 }).toBe(200);
});

test('an account is connected to the provider in settings and signs in with it', {
  tag: '@all',
}, async ({ page, hub, provider }) => {
  const { login } = addProviderUser(provider);
  await hub.signIn(page.request);
  await page.goto('/settings');
  const password = page.getByLabel('Password to connect Harbor ID');
  await password.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong current password')).toBeVisible();
  await expectAccessible(page, 'settings with a hosted provider');
  await password.fill(admin.password);
  await page.getByRole('button', { name: 'Connect Harbor ID' }).click();
  await signInAtProvider(page, provider, login);
  await expect(page).toHaveURL('/settings');
  await expect(page.getByText('Your account is connected to Harbor ID.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/settings');
  await findProviderButton(page).click();
  await signInAtProvider(page, provider, login);
  await expect(page.getByRole('button', { name: 'Account menu for Ada Lovelace' })).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect Harbor ID' })).toBeVisible();
});

test('an account without a password chooses one right after signing in', { tag: '@all' }, async ({
  page,
  hub,
  provider,
}) => {
  await hub.signIn(page.request);
  const invitation = await createInvitation(page);
  await page.context().clearCookies();
  const { login, email } = addProviderUser(provider, invitation.email);
  await page.goto(invitation.path);
  await findProviderButton(page).click();
  await signInAtProvider(page, provider, login);
  await expect(page.getByRole('button', { name: 'Account menu for Hana Harbor' })).toBeVisible();
  // Simulates an hour passing.
  let isFresh = false;
  await page.route('/api/auth/hosted/connection', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), isFresh } });
  });
  await page.goto('/settings');
  await expect(page.getByText('To set a password, sign in again.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'settings without a password');
  isFresh = true;
  await findProviderButton(page).click();
  await expect(page).toHaveURL('/settings');
  const field = page.getByLabel('New Password');
  await field.fill('short');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('chosen here at last');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set Up' })).toBeVisible();
  await page.context().clearCookies();
  const signIn = { email, password: 'chosen here at last' };
  expect((await page.request.post('/api/auth/sign-in', { data: signIn })).status()).toBe(200);
});
