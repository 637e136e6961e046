/** What the jobs of a new chapter's admin cost in clicks and keys, and that no change adds to it. */
import type { Page } from '@playwright/test';
import { countEffort, doJob, printEfforts } from './effort.ts';
import { button, goTo, open } from './jobs.ts';
import { expect, test } from './journey.ts';
import { startHub } from './start-hub.ts';
import { expectToast, findDialog } from './wallets.ts';

test.afterAll(printEfforts);

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test.describe('the admin of a new chapter', () => {
  test.describe.configure({ mode: 'serial' });
  let hub: Awaited<ReturnType<typeof startHub>>;
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(240_000);
    hub = await startHub();
    page = await browser.newPage({ baseURL: hub.url, reducedMotion: 'reduce' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await countEffort(page);
  });
  test.afterAll(async () => {
    await page?.close();
    await hub?.stop();
  });

  test('founds it', async () => {
    await page.goto(hub.setUpLink ?? '');
    const fields = ['Ada', 'Lovelace', 'ada@example.org', 'a long enough password'];
    const keys = `${fields.join('\t')}\n`.length;
    await doJob(page, 'fresh hub from the link', { clicks: 1, keys }, async () => {
      await page.getByLabel('First Name').click();
      for (const [at, text] of fields.entries()) {
        if (at > 0) await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    });
  });

  test('imports 60 members', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, at) => `Kim Bell ${at},kim${at}@example.org,Pier 5`,
    );
    const buffer = Buffer.from(['Name,Email,Company', ...rows].join('\n'));
    await open(page);
    await doJob(page, 'import 60 from a CSV, to its preview', { clicks: 3 }, async () => {
      await goTo(page, 'Members');
      await button(page, 'Import').click();
      const dialog = findDialog(page, 'Import Members');
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByLabel('CSV or vCard file').click();
      await (await chooser).setFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
      await expect(dialog).toContainText('60 new');
    });
    await button(page, 'Import 60 Members').click();
    await expectToast(page, 'Members imported');
  });

  test('invites five people from an email', async () => {
    await open(page);
    const email = `Hi! Please add: Ana Lopez <ana@example.com>, Ben Ode <ben@example.com>;
Cy Young cy@example.com and Dee (dee@example.com). Also eve@example.com. Thanks!`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), email);
    await doJob(page, 'invite five from an email', { clicks: 3, keys: 1 }, async () => {
      await goTo(page, 'Members');
      await button(page, 'Invite').click();
      const dialog = findDialog(page, 'Invite Members');
      await expect(dialog.getByLabel('Email Addresses *')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+v');
      await button(dialog, 'Invite 5').click();
      await expectToast(page, '5 invited');
    });
  });

  test('charges dues of $250 to everyone', async () => {
    await open(page);
    const dialog = findDialog(page, 'New Charge');
    await doJob(page, 'dues of $250 for everyone', { clicks: 5, keys: 14 }, async () => {
      await page.getByRole('link', { name: 'New Charge' }).click();
      await expect(dialog.getByLabel('Title *')).toBeFocused();
      await page.keyboard.type('2027 dues');
      await page.keyboard.press('Tab');
      await page.keyboard.type('250');
      await button(dialog, 'Charge 61 Members $15,250.00').click();
      await expectToast(page, '61 members charged, $15,250.00');
    });
  });

  test('records five checks', async () => {
    await open(page, '/payments');
    await doJob(page, 'five checks with their numbers', { clicks: 10, keys: 35 }, async () => {
      await button(page, 'Record Several').click();
      const dialog = findDialog(page, 'Record Several Payments');
      for (const at of [0, 1, 2, 3, 4]) {
        await dialog.getByRole('checkbox').nth(at).click();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.type(`104${at}`);
      }
      await button(dialog, 'Record 5 Payments').click();
      await expectToast(page, '5 payments recorded and posted, $1,250.00');
    });
  });

  test('asks two for another amount, waives a part, and cancels one', async () => {
    await open(page, '/dues?dialog=new-charge');
    const dialog = findDialog(page, 'New Charge');
    await dialog.getByLabel('Title *').fill('Retreat');
    await dialog.getByLabel('Amount *').fill('20');
    await dialog.getByLabel('Amount of Kim Bell 7', { exact: true }).fill('35.50');
    await dialog.getByLabel('Amount of Kim Bell 9', { exact: true }).fill('5');
    const asked = 59 * 20 + 35.5 + 5;
    await button(dialog, `Charge 61 Members ${dollars(asked)}`).click();
    await expectToast(page, `61 members charged, ${dollars(asked)}`);
    await page.goto('/dues?view=charges');
    await page.getByRole('link', { name: 'Retreat' }).click();
    const menuOf = (name: string) => button(page, `Actions for ${name}`);
    await menuOf('Kim Bell 7').click();
    await page.getByRole('menuitem', { name: 'Waive...' }).click();
    const waiver = page.getByRole('dialog', { name: 'Waive Charge' });
    await waiver.getByLabel('Amount').fill('10');
    await waiver.getByLabel('Reason').fill('Carpool');
    await button(waiver, 'Waive Charge').click();
    await expectToast(page, 'Charge waived');
    await menuOf('Kim Bell 9').click();
    await page.getByRole('menuitem', { name: 'Cancel...' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel Charge' });
    await question.getByLabel('Reason').fill('Asked twice');
    await button(question, 'Cancel Charge').click();
    await expectToast(page, 'Charge canceled');
    const main = page.getByRole('main');
    await expect(main).toContainText(`${dollars(asked - 10 - 5)} open`);
    // 56 owe the dues of 250, and 60 something for the retreat: all in one figure.
    await page.goto('/dues');
    await expect(main).toContainText(`${dollars(56 * 250 + asked - 10 - 5)} open`);
  });

  test('reads who did what', async () => {
    await open(page);
    await doJob(page, 'who did what', { clicks: 3 }, async () => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Audit Log' }).click();
      const records = page.getByRole('list', { name: 'Records, newest first' });
      await expect(records.getByRole('listitem').first()).toContainText(
        /Ada Lovelace canceled the charge "Retreat"/,
      );
    });
  });

  test('chooses who may do what', async () => {
    await open(page);
    await doJob(page, 'policy', { clicks: 5 }, async () => {
      await page.getByRole('button', { name: /^Account menu/ }).click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Chapter', exact: true }).click();
      await page.getByText('Open: everyone handles all money').click();
      await button(page, 'Save Settings').click();
      await expectToast(page, 'Settings saved');
    });
  });

  test('hands over to a treasurer, and removes a member', async () => {
    await open(page, '/members');
    const question = page.getByRole('alertdialog', { name: 'Change Role' });
    await doJob(page, 'hand over, to the question', { clicks: 3 }, async () => {
      await page.getByRole('link', { name: 'Kim Bell 1', exact: true }).click();
      await button(page, 'Actions for Kim Bell 1').click();
      await page.getByRole('menuitem', { name: 'Make Treasurer' }).click();
      await expect(question).toContainText('Kim Bell 1 will be a treasurer right away.');
    });
    await button(question, 'Change Role').click();
    await expectToast(page, 'Kim Bell 1 is now a treasurer');
    await open(page);
    await doJob(page, 'remove a member, to the menu', { clicks: 3 }, async () => {
      await goTo(page, 'Members');
      await page.getByRole('link', { name: 'Kim Bell 2', exact: true }).click();
      await button(page, 'Actions for Kim Bell 2').click();
      await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
    });
  });
});
