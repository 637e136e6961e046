/**
 * The screens about members and the chapter while loading, when loading fails and when a change fails,
 * each checked by axe in both themes.
 */
import type { Locator, Page, Route } from '@playwright/test';
import { pngOf } from '#app/testing/pictures.ts';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { tabTo } from './input.ts';
import { discard, expect, signInQuickly, test } from './journey.ts';
import { send } from './wallets.ts';

test.use({ allowFailedRequests: true });

const narrow = { width: 360, height: 740 };
const wide = { width: 1280, height: 720 };

type View = {
  path: string;
  /** The request it needs. */
  call: RegExp;
  loading: string;
  failure: string;
  /** Visible once loaded. */
  content: (page: Page) => Locator;
  /** Restricts axe to what opened over the page. */
  part?: string;
};

const views: Record<string, View> = {
  'shares by month': {
    path: '/',
    call: /\/api\/expenses\/spending$/,
    loading: 'Loading your shares by month...',
    failure: "Couldn't load your shares by month.",
    content: (page) => page.getByRole('link', { name: /^\w+ \d{4}: \$/ }).first(),
  },
  'balance over time': {
    path: '/',
    call: /\/api\/expenses\/standing-course$/,
    loading: 'Loading your balance over time...',
    failure: "Couldn't load your balance over time.",
    content: (page) => page.getByText(/^Since .*: lowest .*, highest/),
  },
  'what is new': {
    path: '/',
    call: /\/api\/home\/news$/,
    loading: 'Loading what is new...',
    failure: "Couldn't load what is new.",
    // The card is left out if nothing is new.
    content: (page) => page.getByRole('heading', { name: 'Your Balance over Time' }),
  },
  resources: {
    path: '/resources',
    call: /\/api\/resources$/,
    loading: 'Loading resources...',
    failure: "Couldn't load resources.",
    content: (page) => page.getByRole('heading', { level: 3 }).first(),
  },
  chapters: {
    path: '/chapters',
    call: /\/api\/installation\/chapters\?/,
    loading: 'Loading chapters...',
    failure: "Couldn't load chapters.",
    content: (page) => page.getByRole('rowheader', { name: 'San Diego' }),
  },
  backups: {
    path: '/chapters',
    call: /\/api\/installation\/backups$/,
    loading: 'Loading backups...',
    failure: "Couldn't load the backups.",
    content: (page) => page.getByText('Backups are off.'),
  },
  'settings of the chapter': {
    path: '/settings/chapter',
    call: /\/api\/chapter$/,
    loading: 'Loading settings...',
    failure: "Couldn't load settings.",
    content: (page) => page.getByRole('button', { name: 'Save Settings' }),
  },
  'main calendar': {
    path: '/settings/events',
    call: /\/api\/yearly-calendars$/,
    loading: 'Loading calendars...',
    failure: "Couldn't load calendars.",
    content: (page) => page.getByLabel('Calendar', { exact: true }),
  },
  subscribe: {
    path: '/calendar?dialog=subscribe',
    call: /\/api\/calendar-feed$/,
    loading: 'Loading your calendar address...',
    failure: "Couldn't load your calendar address.",
    content: (page) =>
      page.getByRole('button', { name: /Create Private Address|Create New Address/ }),
    part: '[role=dialog]',
  },
  invitations: {
    path: '/members?dialog=invite',
    call: /\/api\/invitations\?/,
    loading: 'Loading invitations...',
    failure: "Couldn't load invitations.",
    content: (page) => page.getByRole('group', { name: 'Show invitations' }),
    part: '[role=dialog]',
  },
  audit: {
    path: '/audit',
    call: /\/api\/audit(\?|$)/,
    loading: 'Loading the audit log...',
    failure: "Couldn't load the audit log.",
    content: (page) => page.getByRole('list', { name: 'Records, newest first' }),
  },
};

for (const [where, { path, call, loading, failure, content, part }] of Object.entries(views)) {
  test(`${where}: loading, failing and retrying by keyboard are accessible`, async ({ page }) => {
    await signInQuickly(page, 'admin');
    let answer: (() => void) | undefined;
    let isBroken = true;
    await page.route(call, async (route) => {
      if (!isBroken) return route.continue();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.fulfill({ status: 500, json: { code: 'broken', message: 'Something broke' } });
    });
    await page.goto(path);
    const waiting = page.getByRole('status').filter({ hasText: loading });
    await expect(waiting).toBeAttached();
    await expectAccessibleInBothThemes(page, `${where}, on its way`, part);
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    const failed = page.getByRole('alert').filter({ hasText: failure });
    await expect(async () => {
      // A failed read is retried before the error is shown.
      answer?.();
      await expect(failed).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(failed).toContainText('500');
    await expectAccessibleInBothThemes(page, `${where}, not come`, part);
    await page.setViewportSize(narrow);
    await expectAccessible(page, `${where}, not come, 360 px`, part);
    await page.setViewportSize(wide);
    isBroken = false;
    // As by the skip link: a link of the header that is focused for a moment prefetches its screen,
    // which may read again what failed.
    if (part === undefined) await page.getByRole('main').focus();
    await tabTo(page, failed.getByRole('button', { name: 'Retry' }));
    await page.keyboard.press('Enter');
    await expect(content(page)).toBeVisible();
    await expect(failed).toBeHidden();
  });
}

test.describe('failing changes', () => {
  test.beforeEach(({ page }) => signInQuickly(page, 'admin'));

  /**
   * Fails a request until the returned function is called. Must be called before the page is loaded,
   * because a loaded page may still send requests past it.
   */
  async function failRequests(
    page: Page,
    call: RegExp,
    method: string,
  ): Promise<() => Promise<void>> {
    const answer = (route: Route) =>
      route.request().method() === method ? route.fulfill({ status: 500 }) : route.fallback();
    await page.route(call, answer);
    return () => page.unroute(call, answer);
  }

  test('a logo that could not be saved is reported beside the button', async ({ page }) => {
    await failRequests(page, /\/api\/chapter\/logo$/, 'PUT');
    await page.goto('/settings/chapter');
    await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeVisible();
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: pngOf(64, 64) };
    await page.getByLabel('Logo file').setInputFiles(logo);
    const failed = page.getByRole('alert').filter({ hasText: "Couldn't save the logo." });
    await expect(failed).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload Logo' })).toBeEnabled();
    await expectAccessibleInBothThemes(page, 'logo not saved');
    await page.setViewportSize(narrow);
    await expectAccessible(page, 'logo not saved, 360 px');
    // Refused before it is sent; the new message replaces the old one.
    const big = { ...logo, buffer: Buffer.alloc(201 * 1024) };
    await page.getByLabel('Logo file').setInputFiles(big);
    await expect(page.getByText('A logo can be at most 200 KB')).toBeVisible();
    await expect(failed).toBeHidden();
  });

  test('settings that could not be saved keep the input', async ({ page }) => {
    await failRequests(page, /\/api\/chapter$/, 'PUT');
    await page.goto('/settings/chapter');
    const site = page.getByLabel('Chapter Site', { exact: true });
    await site.fill('https://typed.example.org');
    await page.keyboard.press('Enter');
    await expect(page.getByText("Couldn't save the settings.")).toBeVisible();
    await expect(site).toHaveValue('https://typed.example.org');
    await expectAccessibleInBothThemes(page, 'settings not saved');
  });

  test('a chapter that could not be created keeps the input', async ({ page }) => {
    const mend = await failRequests(page, /\/api\/installation\/chapters$/, 'POST');
    await page.goto('/chapters?dialog=create');
    const dialog = page.getByRole('dialog', { name: 'Create Chapter' });
    await dialog.getByLabel('Chapter Name').fill('Trondheim');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText("Couldn't create the chapter.");
    await expect(dialog.getByLabel('Chapter Name')).toHaveValue('Trondheim');
    await expectAccessibleInBothThemes(page, 'chapter not made', '[role=dialog]');
    await page.setViewportSize(narrow);
    await expectAccessible(page, 'chapter not made, 360 px', '[role=dialog]');
    await mend();
    await page.keyboard.press('Escape');
    await discard(page);
    await expect(dialog).toBeHidden();
  });

  test('resources that could not be saved keep the input', async ({ page }) => {
    await failRequests(page, /\/api\/resources$/, 'PUT');
    await page.goto('/resources?dialog=edit');
    const dialog = page.getByRole('dialog', { name: 'Edit Resources' });
    await tabTo(page, dialog.getByRole('button', { name: 'Save Resources' }));
    await page.keyboard.press('Enter');
    await expect(dialog.getByText("Couldn't save the resources.")).toBeVisible();
    await expectAccessibleInBothThemes(page, 'resources not saved', '[role=dialog]');
  });

  test('a private calendar address that could not be created or revoked is reported', async ({
    page,
  }) => {
    // An earlier attempt may have left an address.
    await send(page, 'DELETE', '/calendar-feed').catch(() => undefined);
    const mend = await failRequests(page, /\/api\/calendar-feed$/, 'POST');
    const repair = await failRequests(page, /\/api\/calendar-feed$/, 'DELETE');
    await page.goto('/calendar?dialog=subscribe');
    const dialog = page.getByRole('dialog', { name: 'Subscribe' });
    const create = dialog.getByRole('button', { name: 'Create Private Address' });
    await expect(create).toBeVisible();
    await tabTo(page, create);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText("Couldn't create the address.");
    await expectAccessibleInBothThemes(page, 'address not made', '[role=dialog]');
    await mend();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('You can make a new one any time.')).toBeVisible();
    await expect(dialog.getByRole('alert')).toBeHidden();

    const revoke = async () => {
      await tabTo(page, dialog.getByRole('button', { name: 'Revoke' }));
      await page.keyboard.press('Enter');
      const question = page.getByRole('alertdialog', { name: 'Revoke Private Address' });
      await tabTo(page, question.getByRole('button', { name: 'Revoke' }));
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
    };
    await revoke();
    await expect(page.getByText("Couldn't revoke the address.").first()).toBeVisible();
    await expect(dialog.getByText('You can make a new one any time.')).toBeVisible();
    await repair();
    await revoke();
    await expect(page.getByText('Private address revoked')).toBeVisible();
    await expect(create).toBeVisible();
  });

  test('a chapter without resources shows a message to admins and to members', async ({ page }) => {
    await page.route(/\/api\/resources$/, (route) =>
      route.fulfill({ json: { items: [], version: 1 } }),
    );
    await page.goto('/resources');
    await expect(page.getByText('No resources yet')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'no resources');
    await tabTo(page, page.getByRole('button', { name: 'Add a Resource' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('No resources. Members will see an empty page.')).toBeVisible();
    await signInQuickly(page, 'member');
    await page.goto('/resources');
    await expect(page.getByText('An admin can add the first resources.')).toBeVisible();
    await expectAccessible(page, 'no resources, for a member');
  });
});
