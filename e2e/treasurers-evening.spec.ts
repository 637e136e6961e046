/**
 * Dues of sixty over six weeks, by a treasurer's clicks. Every figure that a screen shows is held against books that the
 * journey keeps of what was asked, paid and waived, by sums of its own.
 */
import type { Page } from '@playwright/test';
import type { Day, Instant } from '#kit/day.ts';
import { type DatedHub, signInAs, startDatedHub } from './dated-hub.ts';
import { countEffort, doJob, printEfforts } from './effort.ts';
import { button, open, region } from './jobs.ts';
import { expect, test } from './journey.ts';
import { expectToast, findDialog } from './wallets.ts';

/** A year ahead, because no one joins after they were charged. */
const year = Temporal.Now.plainDateISO().year + 1;
const day = (date: string) => `${year}-${date}` as Day;
const zone = 'America/Los_Angeles';

type Account = { asked: number; paid: number; waived: number; dueOn: Day; hasLeft?: boolean };
/** In cents, by name. */
const books = new Map<string, Account>();
const of = (name: string) => {
  const account = books.get(name);
  if (!account) throw new Error(`no one is called ${name}`);
  return account;
};
const kims = Array.from({ length: 49 }, (_, at) => `Kim ${String(at + 1).padStart(2, '0')}`);
const joined: Record<string, string> = {
  'Pia Sep': `${year - 1}-09-15`,
  'Pat Oct': `${year - 1}-10-15`,
  'Pam Nov': `${year - 1}-11-15`,
};
const others = [
  'Bob Bounce',
  'Don Less',
  'Dee Cents',
  'Hal Half',
  'Abe Leave',
  'Olga Over',
  'Tim Time',
];
const names = ['Ada Lovelace', 'Wes Waive', ...others, ...Object.keys(joined), ...kims.slice(1)];

const checks = {
  'Bob Bounce': 250_00,
  'Don Less': 100_00,
  'Hal Half': 125_00,
  'Olga Over': 300_00,
  'Kim 02': 250_00,
};

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
const balance = ({ asked, paid, waived }: Account) => paid + waived - asked;
const openOf = (account: Account) => Math.max(0, -balance(account));
const daysFrom = (from: Day, to: Day) => Temporal.PlainDate.from(from).until(to).days;
const short = (on: Day) =>
  Temporal.PlainDate.from(on).toLocaleString('en-US', { month: 'short', day: 'numeric' });

let hub: DatedHub;
let page: Page;
let today = day('01-02');
let now: Instant;

async function goTo(on: Day): Promise<void> {
  today = on;
  const evening = Temporal.PlainDateTime.from(`${on}T20:00`).toZonedDateTime(zone);
  now = evening.toInstant().toString({ fractionalSecondDigits: 3 }) as Instant;
  if (page) await page.clock.setFixedTime(now);
}

test.describe('a treasurer’s evening', () => {
  test.describe.configure({ mode: 'serial', timeout: 300_000 });
  test.beforeAll(async ({ browser }) => {
    await goTo(day('01-02'));
    hub = await startDatedHub(() => now);
    await hub.sql(`update chapter set time_zone = '${zone}'`);
    await hub.sql(`update member set created_at = '${year - 4}-05-01T12:00:00Z'`);
    for (const name of names.slice(1))
      await hub.addMember(name, `${joined[name] ?? `${year - 3}-05-01`}T12:00:00Z`);
    for (const name of names)
      books.set(name, { asked: 250_00, paid: 0, waived: 0, dueOn: day('02-01') });
    page = await browser.newPage({ baseURL: hub.url, reducedMotion: 'reduce' });
    await page.clock.setFixedTime(now);
    await countEffort(page);
    await signInAs(page);
  });
  test.afterAll(async () => {
    await page?.close();
    await hub?.close();
    printEfforts();
  });

  test('everyone is charged, two with another amount, three prorated', async () => {
    expect(books.size).toBe(60);
    await open(page);
    await page.waitForLoadState('networkidle');
    const dialog = findDialog(page, 'New Charge');
    of('Don Less').asked = 100_00;
    of('Dee Cents').asked = 150_55;
    // Of twelve months four, three and two, half a cent up.
    of('Pia Sep').asked = 83_33;
    of('Pat Oct').asked = 62_50;
    of('Pam Nov').asked = 41_67;
    const total = sum([...books.values()].map(({ asked }) => asked));
    await doJob(page, 'charge for all', { clicks: 5, keys: 27 }, async () => {
      await page.getByRole('link', { name: 'New Charge' }).click();
      await expect(dialog.getByLabel('Title *')).toBeFocused();
      await page.keyboard.type(`${year} dues`);
      await page.keyboard.press('Tab');
      await page.keyboard.type('250');
      await dialog.getByRole('checkbox', { name: 'Prorate by Month' }).click();
      // What is pressed while it moves is pressed again.
      await expect(dialog).toContainText('4 of 12 months');
      for (const [name, amount] of [
        ['Don Less', '100'],
        ['Dee Cents', '150.55'],
      ] as const) {
        await dialog.getByLabel(`Amount of ${name}`).scrollIntoViewIfNeeded();
        await dialog.getByLabel(`Amount of ${name}`).click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(amount);
      }
      await button(dialog, `Charge 60 Members ${dollars(total)}`).click();
      await expectToast(page, `60 members charged, ${dollars(total)}`);
    });
    await expectBooks();
    await expectOwn('Pat Oct', `${dollars(62_50)} to pay by Monday, Feb 1.`);
  });

  test('five checks are five ticks and one press, and the footer is the sum of the slip', async () => {
    await goTo(day('01-09'));
    await open(page, '/dues');
    const slip = sum(Object.values(checks));
    const dialog = findDialog(page, 'Record Several Payments');
    await doJob(page, 'five checks', { clicks: 10, keys: 12 }, async () => {
      await page.getByRole('link', { name: 'Record Several' }).click();
      for (const [name, amount] of Object.entries(checks)) {
        await dialog.getByRole('checkbox', { name }).click();
        if (amount === openOf(of(name))) continue;
        await page.keyboard.press('Tab');
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(String(amount / 100));
      }
      await expect(dialog.getByRole('status')).toHaveText(`5 payments, ${dollars(slip)}`);
      await button(dialog, 'Record 5 Payments').click();
      await expectToast(page, `5 payments recorded and posted, ${dollars(slip)}`);
    });
    for (const [name, amount] of Object.entries(checks)) of(name).paid += amount;
    await expectBooks();
    await expectOwn('Olga Over', undefined, `Nothing due. You have a credit of ${dollars(50_00)}`);
  });

  test('one bounces, one asks for time, one is waived a part, one leaves', async () => {
    await goTo(day('01-12'));
    await open(page, '/payments');
    await page.getByRole('button', { name: /Bob Bounce/ }).click();
    await page.getByRole('link', { name: 'All of its payments' }).click();
    const deposit = region(page, 'Payments of One Deposit');
    await expect(deposit).toContainText(`${dollars(sum(Object.values(checks)))} in all.`);
    await expect(deposit.getByRole('listitem')).toHaveCount(5);
    await page.getByRole('button', { name: /Bob Bounce/ }).click();
    await button(page, 'Reverse...').click();
    const reversal = findDialog(page, 'Reverse Payment');
    await reversal.getByLabel('Reason').fill('Bounced');
    await button(reversal, 'Reverse Payment').click();
    await expectToast(page, 'Payment reversed');
    of('Bob Bounce').paid = 0;
    await expectBooks();

    await openCharge();
    await button(page, 'Actions for Tim Time').click();
    await page.getByRole('menuitem', { name: 'Move Due Date...' }).click();
    const mover = findDialog(page, 'Move Due Date');
    await mover
      .getByLabel('Due')
      .first()
      .click({ position: { x: 15, y: 15 } });
    await page.keyboard.type(`0315${year}`);
    await button(mover, 'Move Due Date').click();
    await expectToast(page, 'Due date moved');
    of('Tim Time').dueOn = day('03-15');

    await button(page, 'Actions for Wes Waive').click();
    await page.getByRole('menuitem', { name: 'Waive...' }).click();
    const waiver = findDialog(page, 'Waive Charge');
    await waiver.getByLabel('Amount').fill('100.50');
    await waiver.getByLabel('Reason').fill('Abroad');
    await button(waiver, 'Waive Charge').click();
    await expectToast(page, 'Charge waived');
    of('Wes Waive').waived = 100_50;
    await expectBooks();

    await page.goto('/members');
    await page.getByRole('link', { name: 'Abe Leave', exact: true }).click();
    await button(page, 'Actions for Abe Leave').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await button(page.getByRole('alertdialog'), 'Remove').click();
    await expect(page.getByText('Removed', { exact: true })).toBeVisible();
    of('Abe Leave').hasLeft = true;
    await expectBooks();
  });

  test('a credit is used by the next charge without a press', async () => {
    await open(page, '/dues?dialog=new-charge');
    const dialog = findDialog(page, 'New Charge');
    await dialog.getByLabel('Title *').fill('Retreat');
    await dialog.getByLabel('Amount *').fill('30.25');
    await button(dialog, 'No One').click();
    await dialog.getByRole('checkbox', { name: 'Olga Over' }).click();
    await button(dialog, `Charge 1 Member ${dollars(30_25)}`).click();
    await expectToast(page, `1 member charged, ${dollars(30_25)}`);
    of('Olga Over').asked += 30_25;
    await expectBooks();
  });

  test('who is late, by how much and how long, is one press away', async () => {
    await goTo(day('02-13'));
    await open(page);
    const late = [...books.values()].filter((each) => openOf(each) > 0 && each.dueOn < today);
    await doJob(page, 'who is late', { clicks: 1 }, async () => {
      const link = region(page, 'Waiting for You').getByRole('link', { name: /late/ });
      await expect(link).toHaveText(new RegExp(`${late.length}.*members late, up to 12 days`));
      await link.click();
      await expect(page.getByRole('table', { name: 'Dues of members' })).toContainText(
        '12 days late',
      );
    });
    await expectBooks();
  });

  test('each member reads the one sentence that is theirs', async () => {
    for (const name of ['Bob Bounce', 'Hal Half', 'Wes Waive', 'Pia Sep', 'Kim 03'])
      await expectOwn(name, `${dollars(openOf(of(name)))} to pay, 12 days late.`);
    await expectOwn('Tim Time', `${dollars(250_00)} to pay by ${weekday(day('03-15'))}, Mar 15.`);
    for (const name of ['Don Less', 'Kim 02']) await expectOwn(name, undefined, 'Nothing due.');
    await expectOwn('Olga Over', undefined, `You have a credit of ${dollars(50_00 - 30_25)}`);
    expect(await hub.sql('select * from difference')).toEqual([]);
  });
});

const weekday = (on: Day) =>
  Temporal.PlainDate.from(on).toLocaleString('en-US', { weekday: 'long' });

async function openCharge(): Promise<void> {
  await page.goto('/dues?view=charges');
  await page.getByRole('link', { name: `${year} dues` }).click();
  await expect(page.getByRole('table', { name: 'Members of the charge' })).toBeVisible();
}

/** The list, row by row and in sum, is what the books say. */
async function expectBooks(): Promise<void> {
  await page.goto('/dues');
  const shown = [...books].filter(([, each]) => !each.hasLeft || balance(each) !== 0);
  const accounts = shown.map(([, each]) => each);
  const members = accounts.filter(({ hasLeft }) => !hasLeft);
  const late = accounts.filter((each) => openOf(each) > 0 && each.dueOn < today);
  const oldest = Math.max(0, ...late.map(({ dueOn }) => daysFrom(dueOn, today)));
  const covered = members.filter((each) => openOf(each) === 0).length;
  await expect(
    page.getByRole('heading', { name: 'Dues', level: 1 }).locator('xpath=..'),
  ).toContainText(
    [
      `${covered} of ${members.length} covered`,
      `${dollars(sum(accounts.map(openOf)))} open`,
      ...(oldest > 0 ? [`oldest ${oldest} days`] : []),
    ].join(' · '),
  );
  const expected = shown.map(([name, each]) => [name, dollars(openOf(each)), ...statusOf(each)]);
  const read = () =>
    page.getByRole('table', { name: 'Dues of members' }).evaluate((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => {
        const [name, open, status] = [...row.children];
        const words = [...(status?.querySelectorAll('span span') ?? [])];
        return [
          name?.querySelector('button')?.textContent,
          open?.textContent,
          ...words.map(({ textContent }) => textContent),
        ];
      }),
    );
  await expect.poll(async () => (await read()).sort(byName)).toEqual(expected.sort(byName));
  // Who is late comes first.
  const first = (await read()).slice(0, late.length).map(([name]) => name ?? '');
  expect(first.filter((name) => late.includes(of(name)))).toHaveLength(late.length);
}

const byName = (
  [one = '']: readonly (string | null | undefined)[],
  [other = '']: readonly (string | null | undefined)[],
) => ((one ?? '') < (other ?? '') ? -1 : 1);

function statusOf(account: Account): string[] {
  const { dueOn, hasLeft } = account;
  const left = hasLeft ? ['Left'] : [];
  const late = daysFrom(dueOn, today);
  if (openOf(account) > 0) return [late > 0 ? `${late} days late` : `Due ${short(dueOn)}`, ...left];
  return [balance(account) > 0 ? `Credit ${dollars(balance(account))}` : 'Nothing due', ...left];
}

/** Signs in as a member: the sentence on Home, or none of dues, and what their own page says. */
async function expectOwn(
  name: string,
  sentence: string | undefined,
  words?: string,
): Promise<void> {
  await signInAs(page, name);
  await page.goto('/');
  const line = page.getByRole('main').getByRole('link', { name: /^\$.* to pay/ });
  if (sentence === undefined) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(line).toHaveCount(0);
  } else await expect(line).toHaveText(sentence);
  await page.goto('/dues');
  const due = region(page, 'Due');
  await expect(due).toContainText(words ?? dollars(openOf(of(name))));
  await signInAs(page);
}
