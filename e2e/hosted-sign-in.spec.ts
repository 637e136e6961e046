/** Signing in with a hosted provider: a real one, on another site, as hosted providers are. */
import type { Page } from '@playwright/test';
import { startProvider, type TestProvider } from '#features/identity/server/testing/provider.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { tabTo } from './hands.ts';
import { expect, test as journey } from './journey.ts';
import { admin, makeOwnHub, type OwnHub } from './own-hub.ts';
import { inviteByApi } from './people.ts';

type Own = { provider: TestProvider & { redirectUris: string[] }; own: OwnHub };

const test = journey.extend<{ ofTheProvider: undefined }, Own>({
  provider: [
    // Playwright wants to read off what a fixture needs: nothing.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const redirectUris = ['http://localhost/signed-in'];
      const provider = await startProvider(redirectUris, {});
      await provide(Object.assign(provider, { redirectUris }));
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  own: [
    async ({ playwright, provider }, provide) => {
      const hub = await makeOwnHub(playwright.request, {
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
  baseURL: async ({ own }, provide) => provide(own.url),
  ofTheProvider: [
    async ({ page }, provide) => {
      // Its page asks for a font from elsewhere.
      await page.route('https://fonts.googleapis.com/**', (route) => route.abort());
      await provide(undefined);
    },
    { auto: true },
  ],
});
test.use({ allowFailedRequests: true });

const toProvider = (page: Page) => page.getByRole('button', { name: 'Continue with Harbor ID' });

/** Somebody new at the provider; what they sign in there as. */
function somebody(provider: TestProvider, email: string = `${crypto.randomUUID()}@example.org`) {
  const login = `person-${crypto.randomUUID().slice(0, 8)}`;
  const names = { name: 'Hana Hosted', given_name: 'Hana', family_name: 'Hosted' };
  provider.people[login] = { email, email_verified: true, ...names };
  return { login, email };
}

/** On the provider's own page. */
async function signInThere(page: Page, provider: TestProvider, login: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === provider.issuer);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('whatever');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test('signed in there one is signed in here, and in no chapter', async ({ page, provider }) => {
  const { login, email } = somebody(provider);
  await page.goto('/wallets');
  await expect(toProvider(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the card with a hosted provider');
  await toProvider(page).click();
  await signInThere(page, provider, login);
  await expect(page.getByText("You're not a member of a chapter.")).toBeVisible();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await expect(page).toHaveURL('/wallets');
  await page.reload();
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
});

test('who is invited joins by it, with the keyboard alone', async ({ page, own, provider }) => {
  await own.signIn(page.request);
  const invitation = await inviteByApi(page);
  await page.context().clearCookies();
  const { login } = somebody(provider, invitation.email);
  await page.goto(invitation.path);
  await expect(toProvider(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'joining with a hosted provider');
  await tabTo(page, toProvider(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.origin === provider.issuer);
  await tabTo(page, page.getByPlaceholder('Enter any login'));
  await page.keyboard.type(login);
  await page.keyboard.press('Tab');
  await page.keyboard.type('whatever');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account menu for Hana Hosted' })).toBeVisible();
  await expect(page).toHaveURL('/');
  // The answer is used up, and not in the history.
  await page.goBack();
  await expect(page).not.toHaveURL(/signed-in/);
});

test('an invitation to somebody else is refused by name', async ({ page, own, provider }) => {
  await own.signIn(page.request);
  const invitation = await inviteByApi(page);
  await page.context().clearCookies();
  await page.goto(invitation.path);
  await toProvider(page).click();
  await signInThere(page, provider, somebody(provider).login);
  await expect(page.getByRole('alert')).toContainText(
    `The invitation was sent to ${invitation.email}`,
  );
});

test('saying no there leads back to a sentence, and to another try', async ({ page, provider }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/members?q=hana');
  await expectAccessible(page, 'the card with a hosted provider, 360 px');
  await toProvider(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Sign-in with Harbor ID was canceled or denied.',
  );
  await expectAccessibleInBothThemes(page, 'not signed in');
  await toProvider(page).click();
  const { login, email } = somebody(provider);
  await signInThere(page, provider, login);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('an answer that nobody here asked for signs nobody in', async ({ page }) => {
  await page.goto('/signed-in?code=stolen&state=made-up');
  await expect(page.getByRole('alert')).toContainText('This sign-in expired.');
  await page.getByRole('link', { name: 'Sign In Another Way' }).click();
  await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('while the provider is down the card says so, and the password still works', async ({
  page,
  own,
  provider,
}) => {
  await page.goto('/');
  const begin = () => page.request.post('/api/auth/hosted/begin', { data: {} });
  await provider.stop();
  // The hub believes for some seconds that it is up.
  await expect.poll(async () => (await begin()).status(), { timeout: 60_000 }).toBe(503);
  await toProvider(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Harbor ID is not responding. Try again in a moment.',
  );
  await expect(toProvider(page)).toBeEnabled();
  await own.signIn(page.request);
  await page.goto('/wallets');
  await expect(page.getByRole('heading', { level: 1, name: 'Wallets' })).toBeVisible();
  await provider.restart();
  // And for as long that it is down: whoever comes next finds it up.
  await expect.poll(async () => (await begin()).status(), { timeout: 60_000 }).toBe(200);
});

test('an account is connected in settings by its password, and signs in with it', async ({
  page,
  own,
  provider,
}) => {
  const { login } = somebody(provider);
  await own.signIn(page.request);
  await page.goto('/settings');
  const password = page.getByLabel('Password to connect Harbor ID');
  await password.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong current password')).toBeVisible();
  await expectAccessible(page, 'settings with a hosted provider');
  await password.fill(admin.password);
  await page.getByRole('button', { name: 'Connect Harbor ID' }).click();
  await signInThere(page, provider, login);
  await expect(page).toHaveURL('/settings');
  await expect(page.getByText('Your account is connected to Harbor ID.')).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/settings');
  await toProvider(page).click();
  await signInThere(page, provider, login);
  await expect(page.getByRole('button', { name: 'Account menu for Ada Lovelace' })).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Connect Harbor ID' })).toBeVisible();
});

test('who only signs in there chooses a password here, right after signing in', async ({
  page,
  own,
  provider,
}) => {
  await own.signIn(page.request);
  const invitation = await inviteByApi(page);
  await page.context().clearCookies();
  const { login, email } = somebody(provider, invitation.email);
  await page.goto(invitation.path);
  await toProvider(page).click();
  await signInThere(page, provider, login);
  await expect(page.getByRole('button', { name: 'Account menu for Hana Hosted' })).toBeVisible();
  // As an hour later.
  let isFresh = false;
  await page.route('/api/auth/hosted/connection', async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), isFresh } });
  });
  await page.goto('/settings');
  await expect(page.getByText('To set a password, sign in again.')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'settings without a password');
  isFresh = true;
  await toProvider(page).click();
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
