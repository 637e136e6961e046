import { expect, signIn, signInAnew, signInQuickly, signOut, test } from './journey.ts';

test.describe('signing in', () => {
  test.use({ allowFailedRequests: true });

  test('only the card is shown when signed out, and a wrong password keeps the input', async ({
    page,
  }) => {
    await page.goto('/wallets');
    await expect(
      page.getByText('Access your member dashboard with secure authentication'),
    ).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Chapter Site/ })).toHaveAttribute(
      'target',
      '_blank',
    );
    await expect(page.getByRole('link', { name: /Network Hub/ })).toBeVisible();
    await page.getByRole('button', { name: 'Sign In to Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign In' });
    await dialog.getByLabel('Email').fill('member@demo.test');
    await dialog.getByLabel('Password *').fill('not the password');
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await expect(dialog.getByLabel('Email')).toHaveValue('member@demo.test');
    await expect(dialog.getByLabel('Password *')).toHaveValue('not the password');
  });

  test('signing out invalidates the session’s token at once', async ({ page, request }) => {
    await signInAnew(page, 'member');
    const requests = await page.request.post('/api/auth/token');
    const { token } = (await requests.json()) as { token: string };
    const read = () =>
      request.get('/api/wallets', { headers: { authorization: `Bearer ${token}` } });
    expect((await read()).status()).toBe(200);
    await page.goto('/wallets');
    await signOut(page);
    await expect(page).toHaveURL('/');
    expect((await read()).status()).toBe(401);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Sign In to Continue' })).toBeVisible();
  });
});

test('the requested screen opens after signing in, and the token is not in storage', async ({
  page,
}) => {
  await signIn(page, 'treasurer', '/members');
  await expect(page.getByRole('heading', { name: 'Member Directory' })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain('eyJ');
  const cookies = await page.context().cookies();
  const [device, session, ...others] = cookies.toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  expect(device?.name).toMatch(/^hub_device_/);
  expect(session?.name).toBe('hub_session');
  expect(others).toEqual([]);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('the three requests of Home and members use the cookie, all others a token', {
  tag: '@all',
}, async ({ page }) => {
  await signInQuickly(page, 'member');
  const sent = new Map<string, boolean>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // Pictures cannot send a token.
    if (request.resourceType() === 'image') return;
    if (pathname.startsWith('/api/')) sent.set(pathname, 'authorization' in request.headers());
  });
  for (const [path, ...calls] of [
    ['/', '/api/events/upcoming', '/api/expenses/total', '/api/users'],
    ['/members', '/api/users'],
    ['/expenses', '/api/expenses'],
    ['/wallets', '/api/wallets'],
  ] as const) {
    await page.goto(path);
    // A slow page may look idle before it has sent its requests.
    await expect.poll(() => calls.filter((call) => !sent.has(call))).toEqual([]);
    await page.waitForLoadState('networkidle');
  }
  const cookieCalls = ['/api/users', '/api/events/upcoming', '/api/expenses/total'];
  for (const path of cookieCalls) expect([path, sent.get(path)]).toEqual([path, false]);
  for (const [path, hasToken] of sent) {
    if (!cookieCalls.includes(path) && !path.startsWith('/api/auth/'))
      expect([path, hasToken]).toEqual([path, true]);
  }
});

test("a screen's code and first reads are fetched once, before the app's code has loaded", {
  tag: '@all',
}, async ({ page }) => {
  await signInQuickly(page, 'member');
  const requests: string[] = [];
  const scripts: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(auth|expenses)/.test(pathname)) requests.push(pathname + search);
    if (pathname.startsWith('/assets/expenses-screen-')) scripts.push(pathname);
  });
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/expenses', { waitUntil: 'commit' });
  const first = [
    '/api/auth/session',
    '/api/expenses?skip=0&take=40&corrections=current&shares=own',
    '/api/expenses/balances',
    '/api/expenses/standings',
  ];
  await expect.poll(() => requests).toEqual(first);
  expect(scripts).toHaveLength(1);
  code.resolve();
  await expect(page.getByRole('table', { name: 'Expenses' })).toBeVisible();
  expect(requests).toEqual(first);
  expect(scripts).toHaveLength(1);
});

test('a tab that loads while another one switches accounts shows the new account', {
  tag: '@all',
}, async ({ context }) => {
  const other = await context.newPage();
  await signInAnew(other, 'member');
  const page = await context.newPage();
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  const requests = page.waitForResponse(/\/api\/expenses\/balances/);
  await page.goto('/expenses', { waitUntil: 'commit' });
  await requests;
  await other.goto('/');
  await signOut(other);
  await signIn(other, 'treasurer');
  const account = other.getByRole('button', { name: /^Account menu for/ });
  const treasurer = await account.getAttribute('aria-label');
  code.resolve();
  await expect(page.getByRole('table', { name: 'Expenses' })).toBeVisible();
  await expect(page.getByRole('button', { name: treasurer ?? '' })).toBeVisible();
});

test('the menu of a small screen opens, marks the current item, and closes on a choice', {
  tag: '@all',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInQuickly(page, 'member');
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'All pages' });
  await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Payments' }).click();
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu.locator('[aria-current=page]')).toHaveText('Payments');
  await menu.getByRole('link', { name: 'Resources' }).click();
  await expect(page.getByRole('heading', { name: 'Resources', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();

  // The bar below has the most used places and does not cover what is pressed.
  const bar = page.getByRole('navigation', { name: 'Quick navigation' });
  await expect(bar.getByRole('link')).toHaveText([
    'Home',
    'Calendar',
    'Expenses',
    'Wallets',
    'Members',
  ]);
  await bar.getByRole('link', { name: 'Expenses' }).click();
  await expect(bar.getByRole('link', { name: 'Expenses' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Add Expense' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Expense' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(bar).toBeHidden();
});
