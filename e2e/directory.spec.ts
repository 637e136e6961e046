/** The directory: search, sorting, profiles and privacy. */
import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { findCards, importFamily, unique } from './directory.ts';
import { createInvitation } from './invitations.ts';
import { chooseOption, expect, signInQuickly, test } from './journey.ts';

test.use({ allowFailedRequests: true });

const password = 'joined by a link';

/** Invites a member who joins in a browser context of their own. */
async function joinAsNewMember(browser: Browser, admin: Page, firstName: string) {
  const lastName = `Q${unique()}`;
  const { email, path } = await createInvitation(admin);
  const context = await browser.newContext({ baseURL: process.env.HUB_URL ?? '' });
  const joined = await context.request.post('/api/auth/invitation/accept', {
    data: { token: path.split('#')[1], password, firstName, lastName },
  });
  expect(joined.ok()).toBe(true);
  const page = await context.newPage();
  await page.goto(`/members?q=${lastName}`);
  await page.getByRole('link', { name: `${firstName} ${lastName}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  return {
    page,
    email,
    lastName,
    name: `${firstName} ${lastName}`,
    path: new URL(page.url()).pathname,
  };
}

const expectSaved = (page: Page) => expect(page.getByText('Profile saved')).toBeVisible();

test('members are searched and sorted with the keyboard alone, and the address keeps both', async ({
  page,
}) => {
  await signInQuickly(page, 'admin');
  const name = await importFamily(page);
  await page.goto('/members?focus=search');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(name.toLowerCase());
  await expect(findCards(page)).toHaveText([`Anna ${name}`, `Bert ${name}`, `Cleo ${name}`]);
  await expect(page.getByText('3 members found')).toBeAttached();
  await expect(page).toHaveURL(new RegExp(`q=${name}`, 'i'));
  const sort = page.getByLabel('Sort by');
  await page.keyboard.press('Tab');
  if (!(await sort.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
  }
  await expect(sort).toBeFocused();
  await sort.selectOption('Company');
  await expect(findCards(page)).toHaveText([`Cleo ${name}`, `Bert ${name}`, `Anna ${name}`]);
  await expect(page).toHaveURL(/sort=company/);
  await page.reload();
  await expect(findCards(page)).toHaveText([`Cleo ${name}`, `Bert ${name}`, `Anna ${name}`]);
  await page.getByRole('searchbox').fill(`${name} oslo bert`);
  await expect(findCards(page)).toHaveText([`Bert ${name}`]);
  await page.getByRole('searchbox').fill(`${name} paris`);
  await expect(page.getByText('No members found')).toBeVisible();
  await page.getByRole('main').getByText('Clear Search').click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(findCards(page).first()).toBeVisible();
});

test('the index, the chosen view and the search are kept on the way to a member and back', async ({
  page,
}) => {
  await signInQuickly(page, 'member');
  await page.goto('/members');
  await expect(page.getByText('Since').first()).toBeVisible();
  await page.getByText('Rows', { exact: true }).click();
  await expect(page.getByText('Since')).toHaveCount(0);
  await page.getByRole('button', { name: 'P', exact: true }).click();
  await expect(page).toHaveURL('/members?initial=P');
  await expect(findCards(page).filter({ hasNotText: /^P/ })).toHaveCount(0);
  await page.getByRole('searchbox').fill('raman');
  await expect(findCards(page)).toHaveText(['Priya Raman']);
  await expectAccessibleInBothThemes(page, 'rows of members');
  await page.getByRole('link', { name: 'Priya Raman', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for Priya Raman' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Copy ID']);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('link', { name: 'Back to Members' }).click();
  await expect(findCards(page)).toHaveText(['Priya Raman']);
  await expect(page.getByRole('searchbox')).toHaveValue('raman');
  await page.getByRole('button', { name: 'P', exact: true }).click();
  await expect(page).toHaveURL('/members?q=raman');
});

test('members choose who sees each field, and search respects it', async ({ page, browser }) => {
  await signInQuickly(page, 'admin');
  const nora = await joinAsNewMember(browser, page, 'Nora');
  const mark = unique();
  await nora.page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = nora.page.getByRole('dialog', { name: 'Edit Your Profile' });
  await dialog.getByLabel('Phone', { exact: true }).fill('+1 619 555 0142');
  await dialog.getByLabel('Who sees Phone').selectOption('Only me');
  await dialog.getByLabel('Company', { exact: true }).fill(`Pier ${mark}`);
  await dialog.getByLabel('Who sees Company').selectOption('Admins');
  await dialog.getByLabel('City', { exact: true }).fill(`Oslo ${mark}`);
  await dialog.getByLabel('Website', { exact: true }).fill('nora.example.org');
  await dialog.getByLabel('About', { exact: true }).fill('Sails.\nBakes.');
  await dialog.getByLabel('Headline', { exact: true }).fill('Builds small boats');
  await dialog.getByLabel('Asks', { exact: true }).fill(`A carpenter ${mark}`);
  await dialog.getByLabel('Offers', { exact: true }).fill('x'.repeat(201));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Must be at most 200 characters')).toBeVisible();
  await dialog.getByLabel('Offers', { exact: true }).fill('Sailing lessons');
  await expectAccessibleInBothThemes(nora.page, 'edit profile', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectSaved(nora.page);
  await expect(nora.page.getByText('Only you')).toBeVisible();
  await expect(nora.page.getByText('Admins only')).toBeVisible();
  await expect(nora.page.getByRole('link', { name: 'nora.example.org' })).toBeVisible();
  await expectAccessibleInBothThemes(nora.page, 'own profile');

  await nora.page.getByRole('button', { name: 'Preview as Others' }).click();
  const preview = nora.page.getByRole('dialog', { name: 'Preview as Others' });
  await expect(preview.getByText(`Oslo ${mark}`)).toBeVisible();
  await expect(preview.getByText(`Pier ${mark}`)).toBeHidden();
  await expect(preview.getByText('+1 619 555 0142')).toBeHidden();
  await expectAccessible(nora.page, 'preview', '[role=dialog]');
  await preview.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ baseURL: process.env.HUB_URL ?? '' });
  const other = await context.newPage();
  await signInQuickly(other, 'member');
  await other.goto(nora.path);
  await expect(other.getByText(`Oslo ${mark}`)).toBeVisible();
  await expect(other.getByText(`Pier ${mark}`)).toBeHidden();
  await expect(other.getByText('+1 619 555 0142')).toBeHidden();
  await expect(other.getByRole('button', { name: 'Edit Profile' })).toBeHidden();
  await other.goto(`/members?q=carpenter%20${mark}`);
  await expect(findCards(other)).toHaveText([nora.name]);
  await expect(other.getByText('Builds small boats')).toBeVisible();
  await expect(other.getByText('Sailing lessons')).toBeVisible();
  await other.goto(`/members?q=Pier%20${mark}`);
  await expect(other.getByText('No members found')).toBeVisible();
  await page.goto(`/members?q=Pier%20${mark}`);
  await expect(findCards(page)).toHaveText([nora.name]);
  await page.goto(nora.path);
  await expect(page.getByText('Visible only to them')).toBeVisible();
  await context.close();
  await nora.page.context().close();
});

test('an admin keeps a group, which is chosen at once where an expense is logged', async ({
  page,
}) => {
  await signInQuickly(page, 'admin');
  await page.goto('/members');
  await page.getByRole('button', { name: 'Groups' }).click();
  const list = page.getByRole('dialog', { name: 'Groups' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Board' })).toContainText(
    '7 members: ',
  );
  await expectAccessibleInBothThemes(page, 'groups', '[role=dialog]');
  await list.getByRole('button', { name: 'New Group' }).click();
  const form = page.getByRole('dialog', { name: 'New Group' });
  await form.getByLabel('Group Name').fill('board');
  const members = form.getByRole('combobox', { name: 'Members' });
  for (const name of ['Aisha Khan', 'Tom Becker']) await chooseOption(members, name);
  await members.press('Escape');
  await form.getByRole('button', { name: 'Save Group' }).click();
  await expect(form.getByLabel('Group Name')).toBeFocused();
  await expect(form.getByLabel('Group Name')).toHaveAccessibleDescription(/already a group/);
  await expectAccessibleInBothThemes(page, 'new group', '[role=dialog]');
  const name = `Sailors ${unique()}`;
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  // Saving leads back to the list.
  const row = list.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('2 members: Aisha Khan, Tom Becker');

  await page.goto('/expenses?dialog=create');
  const expense = page.getByRole('dialog', { name: 'Create New Expense' });
  const group = expense.getByRole('button', { name: `${name} 2 members` });
  await group.click();
  await expect(group).toHaveAttribute('aria-pressed', 'true');
  await expect(expense).toContainText('3 selected');
  await group.click();
  await expect(expense).toContainText('1 selected');

  await page.goto('/members?dialog=groups');
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  await page.goto('/members?q=Tom%20Becker');
  await page.getByRole('link', { name: 'Tom Becker', exact: true }).click();
  await expect(page.getByText('Forum', { exact: true })).toBeVisible();
});

test('members cannot edit a locked field, and a conflict keeps the input', async ({
  page,
  browser,
}) => {
  await signInQuickly(page, 'admin');
  const olaf = await joinAsNewMember(browser, page, 'Olaf');
  await olaf.page.getByRole('button', { name: 'Edit Profile' }).click();
  const own = olaf.page.getByRole('dialog');
  await own.getByLabel('City', { exact: true }).fill('Bergen');

  await page.goto(olaf.path);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const theirs = page.getByRole('dialog', { name: `Edit the profile of ${olaf.name}` });
  await theirs.getByLabel('Company', { exact: true }).fill('Harbor Foods');
  await theirs.getByLabel('Locked: Company').check();
  await expectAccessibleInBothThemes(page, 'edit another’s profile', '[role=dialog]');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expectSaved(page);

  await own.getByRole('button', { name: 'Save' }).click();
  await expect(
    own.getByText('Someone else changed the profile while you were editing.'),
  ).toBeVisible();
  await expect(own.getByLabel('City', { exact: true })).toHaveValue('Bergen');
  // After another failure, the next save is still based on the version shown.
  await olaf.page.route(`**/api${olaf.path}`, (route) => route.abort(), { times: 1 });
  await own.getByRole('button', { name: 'Save My Changes' }).click();
  await expect(own.getByRole('alert')).toContainText("Can't reach the server");
  await own.getByRole('button', { name: 'Save', exact: true }).click();
  await expectSaved(olaf.page);
  await expect(olaf.page.getByText('Bergen')).toBeVisible();
  await expect(olaf.page.getByText('Harbor Foods')).toBeVisible();
  await olaf.page.getByRole('button', { name: 'Edit Profile' }).click();
  const again = olaf.page.getByRole('dialog');
  await expect(again.getByLabel('Company', { exact: true })).toBeDisabled();
  await expect(again.getByText('Locked by an admin')).toBeVisible();
  await again.getByLabel('Website', { exact: true }).fill('javascript:alert(1)');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByLabel('Website', { exact: true })).toBeFocused();
  await expect(again.getByText(/starts with https/)).toBeVisible();
  await olaf.page.context().close();
});

test('the directory shows loading, failure and recovery in place', async ({ page }) => {
  await signInQuickly(page, 'member');
  let answer: 'held' | 'failed' | 'real' = 'held';
  const let_go: (() => void)[] = [];
  await page.route('**/api/members?*', async (route) => {
    if (answer === 'held') await new Promise<void>((resolve) => let_go.push(resolve));
    if (answer === 'real') await route.continue();
    else await route.fulfill({ status: 500, json: { code: 'internal', message: 'No' } });
  });
  await page.goto('/members');
  await expect(
    page.getByRole('status', { name: /./ }).or(page.getByText('Loading members...')).first(),
  ).toBeAttached();
  await expect(page.locator('[data-skeleton-card]')).toHaveCount(8);
  answer = 'failed';
  for (const go of let_go) go();
  await expect(page.getByText("Couldn't load members.")).toBeVisible();
  answer = 'real';
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(findCards(page).first()).toBeVisible();
});

test('on a phone two rows of controls stand above the members, and menus have the others', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInQuickly(page, 'admin');
  const name = await importFamily(page);
  await page.goto(`/members?q=${name}`);
  await expect(findCards(page)).toHaveText([`Anna ${name}`, `Bert ${name}`, `Cleo ${name}`]);
  const titleTop = (await page.getByRole('heading', { level: 1 }).boundingBox())?.y ?? 0;
  const rowCount = await page.getByRole('main').evaluate((main, top) => {
    const first = main.querySelector('[aria-label=Members]')?.getBoundingClientRect().top ?? 0;
    const controls = [...main.querySelectorAll('button, input, select')]
      .filter((control) => control.checkVisibility())
      .map((control) => control.getBoundingClientRect())
      .map((box) => box.top + box.height / 2);
    const rows = controls.filter((middle) => middle > top + 44 && middle < first);
    return new Set(rows.map(Math.round)).size;
  }, titleTop);
  expect(rowCount).toBe(2);

  await page.getByRole('button', { name: 'Sort and View' }).click();
  await page.getByRole('menuitemradio', { name: 'Company' }).click();
  await expect(findCards(page)).toHaveText([`Cleo ${name}`, `Bert ${name}`, `Anna ${name}`]);
  await page.getByRole('button', { name: 'Sort and View' }).click();
  await page.getByRole('menuitemradio', { name: 'Rows' }).click();
  await expect(page.getByText('Since')).toHaveCount(0);
  await page.getByRole('button', { name: 'Directory', exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export: Spreadsheet (CSV)' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole('button', { name: 'Directory', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Groups' }).click();
  await expect(page.getByRole('dialog', { name: 'Groups' })).toBeVisible();
});

test('the longest texts fit on a phone', async ({ page, browser }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInQuickly(page, 'admin');
  const long = await joinAsNewMember(browser, page, 'W'.repeat(60));
  await long.page.setViewportSize({ width: 360, height: 740 });
  await long.page.getByRole('button', { name: 'Edit Profile' }).click();
  const dialog = long.page.getByRole('dialog');
  const most: [string, string][] = [
    ['Company', 'C'.repeat(120)],
    ['Title', 'Founder and chairperson of the board '.repeat(3).trim()],
    ['City', 'L'.repeat(120)],
    ['Website', `https://${'w'.repeat(60)}.example.org/${'p'.repeat(200)}`],
    ['About', 'B'.repeat(500)],
    ['Headline', 'H'.repeat(80)],
    ['Asks', 'A'.repeat(200)],
    ['Offers', 'O'.repeat(200)],
  ];
  for (const [label, text] of most) await dialog.getByLabel(label, { exact: true }).fill(text);
  await expectAccessible(long.page, 'edit profile, 360 px', '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectSaved(long.page);
  await expectAccessible(long.page, 'profile of long words, 360 px');
  await page.goto(`/members?q=${long.lastName}`);
  await expect(findCards(page)).toHaveCount(1);
  await expectAccessible(page, 'directory of long words, 360 px');
  await page.goto(`/members?q=${'Q'.repeat(100)}`);
  await expect(page.getByText('No members found')).toBeVisible();
  await expectAccessible(page, 'directory without a match for a long word, 360 px');
  await page.getByRole('button', { name: 'Directory', exact: true }).click();
  await expectAccessible(page, 'menu of the directory, 360 px');
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await page.getByLabel('Or Paste the Table').fill(`name,email\n${'N'.repeat(90)},${long.email}`);
  await page.getByRole('button', { name: 'Preview Import' }).click();
  await expect(page.getByText('1 updated')).toBeVisible();
  await expectAccessible(page, 'import report, 360 px', '[role=dialog]');
  await long.page.context().close();
});
