import { readFile } from 'node:fs/promises';
import type { OccurrenceRsvp } from '#features/events/rsvp/occurrence-rsvp.ts';
import { expectAccessibleInBothThemes } from './axe.ts';
import { arrive, keptAnswers, makeEvent, openCard, send } from './events.ts';
import { api, expect, test } from './journey.ts';

test('one press is going; guests, maybe and not going are a few keys away, and stay', async ({
  page,
}) => {
  await arrive(page, 'member');
  const { title } = await makeEvent(page, { title: 'Keys' });
  const kept = keptAnswers(page);
  const card = await openCard(page, title);
  await expect(card).toContainText('UPCOMING');
  await expect(card).toContainText('0 attending');

  await card.getByRole('button', { name: `RSVP Now: ${title}` }).press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Going' })).toBeVisible();
  await expect(card).toContainText('1 attending');
  const change = card.getByRole('button', { name: `Change RSVP for ${title}` });
  await expect(change).toBeFocused();

  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog', { name: `RSVP for ${title}` });
  await expect(choice.getByRole('button', { name: 'Going', exact: true })).toBeFocused();
  const more = choice.getByRole('button', { name: 'Add guest' });
  await more.press('Enter');
  await more.press('Enter');
  await expect(choice.getByRole('status', { name: '2 guests' })).toBeVisible();
  await choice.getByRole('button', { name: 'Remove guest' }).press('Enter');
  await expect(card).toContainText('2 attending');
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(change).toBeFocused();
  await expect.poll(() => kept.at(-1)).toBe('going 1');
  await page.reload();
  await expect(card).toContainText('Going +1');

  await change.press('Enter');
  await choice.getByRole('button', { name: 'Maybe' }).press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Maybe' })).toBeVisible();
  await choice.getByRole('button', { name: 'Not going' }).press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Not going' })).toBeVisible();
  await expect(card).toContainText('0 attending');
});

test('every press counts, whatever is drawn, and leaving the page loses none', async ({ page }) => {
  await arrive(page, 'member');
  const { title, occurrenceId } = await makeEvent(page, { title: 'Presses' });
  const kept = keptAnswers(page);
  const card = await openCard(page, title);
  await card.getByRole('button', { name: `RSVP Now: ${title}` }).click();
  await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
  const choice = page.getByRole('dialog', { name: `RSVP for ${title}` });
  const more = choice.getByRole('button', { name: 'Add guest' });
  // Both in one task: nothing is drawn between them.
  await more.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(choice.getByRole('status', { name: '2 guests' })).toBeVisible();
  await expect.poll(() => kept.at(-1)).toBe('going 2');

  // The next call never ends, and the presses after it wait for it.
  await page.route('**/rsvp', () => {}, { times: 1 });
  await more.click();
  await more.click();
  await more.click();
  await page.reload();
  const mine = async () => {
    const { rsvp } = await api<{ rsvp: OccurrenceRsvp }>(
      page,
      `/events/occurrences/${occurrenceId}/rsvps`,
    );
    return rsvp.mine?.guests;
  };
  await expect.poll(mine).toBe(5);
  await page.reload();
  await expect(card).toContainText('Going +5');
});

test('two who want the last place at once: one has it, the other waits and moves up', async ({
  page,
  browser,
}) => {
  await arrive(page, 'member');
  const { title } = await makeEvent(page, { title: 'Last place', capacity: 1 });
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await arrive(other, 'admin');
  const people = await Promise.all(
    [page, other].map(async (at) => {
      const card = await openCard(at, title);
      const own = card.getByRole('status').filter({ hasText: /going|waitlist/i });
      return { at, card, own, kept: keptAnswers(at) };
    }),
  );
  await Promise.all(
    people.map(({ card }) => card.getByRole('button', { name: `RSVP Now: ${title}` }).click()),
  );
  await expect
    .poll(async () => (await Promise.all(people.map(({ own }) => own.textContent()))).sort())
    .toEqual(['Going', 'Waitlist: #1']);
  for (const { at, card, own, kept } of people) {
    await expect(card).toContainText('FULL');
    if ((await own.textContent()) !== 'Going') continue;
    await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
    await at.getByRole('button', { name: 'Not going' }).click();
    await expect(card.getByRole('status').filter({ hasText: 'Not going' })).toBeVisible();
    await expect.poll(() => kept).toHaveLength(2);
    break;
  }
  const stays = people.map(({ at, own }) => at.reload().then(() => own.first()));
  const words = await Promise.all(
    (await Promise.all(stays)).map(async (own) => {
      await expect(own).toHaveText(/^(Going|Not going)$/);
      return own.textContent();
    }),
  );
  expect(words.sort()).toEqual(['Going', 'Not going']);
  await elsewhere.close();
});

test('a full house offers the waitlist, and no guest there is no place for', async ({
  page,
  browser,
}) => {
  await arrive(page, 'member');
  const made = await makeEvent(page, { title: 'Small room', capacity: 2 });
  const kept = keptAnswers(page);
  const card = await openCard(page, made.title);
  await card.getByRole('button', { name: `RSVP Now: ${made.title}` }).click();
  await card.getByRole('button', { name: `Change RSVP for ${made.title}` }).click();
  const choice = page.getByRole('dialog', { name: `RSVP for ${made.title}` });
  await choice.getByRole('button', { name: 'Add guest' }).click();
  await expect(choice).toContainText("There's no room for another guest.");
  await expect(card).toContainText('FULL');
  await expect.poll(() => kept).toHaveLength(2);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await arrive(other, 'treasurer');
  const theirs = await openCard(other, made.title);
  await theirs.getByRole('button', { name: `More RSVP options for ${made.title}` }).click();
  await expect(other.getByText("This event is full. You'll join the waitlist.")).toBeVisible();
  await other.keyboard.press('Escape');
  await theirs.getByRole('button', { name: `Join waitlist: ${made.title}` }).click();
  await expect(theirs.getByText('Waitlist: #1')).toBeVisible();
  await elsewhere.close();
});

test.describe('what fails', () => {
  test.use({ allowFailedRequests: true });

  test('an event that was cancelled meanwhile takes the answer back and says why', async ({
    page,
  }) => {
    await arrive(page, 'member');
    const made = await makeEvent(page, { title: 'Called off' });
    // Said before the page is loaded: one that is there already may still send a call past it.
    let isCut = false;
    await page.route('**/api/events?*', (route) =>
      isCut ? route.abort('failed') : route.fallback(),
    );
    const card = await openCard(page, made.title);
    await send(page, 'PUT', `/events/occurrences/${made.occurrenceId}/rsvp`, {
      answer: 'maybe',
      guests: 0,
    });
    await send(page, 'DELETE', `/calendars/${made.calendarId}/events/${made.id}?scope=all`);
    isCut = true;
    await card.getByRole('button', { name: `RSVP Now: ${made.title}` }).click();
    const alert = card.getByRole('alert');
    await expect(alert).toHaveText("Couldn't save your RSVP. This event was canceled.");
    await expect(card.getByRole('button', { name: `RSVP Now: ${made.title}` })).toBeVisible();
  });

  test('events that cannot be read say so, and come with Retry', async ({ page }) => {
    await arrive(page, 'member');
    await page.route('**/api/events?*', (route) => route.abort('failed'));
    await page.reload();
    await expect(page.getByText('Failed to load events')).toBeVisible({ timeout: 20_000 });
    await page.unroute('**/api/events?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('list', { name: 'Events', exact: true })).toBeVisible();
  });
});

test('answers end with their deadline', async ({ page }) => {
  await arrive(page, 'member');
  const made = await makeEvent(page, {
    title: 'Too late',
    inDays: 10,
    rsvpClosesMinutesBefore: 43_200,
  });
  const card = await openCard(page, made.title);
  await expect(card).toContainText('RSVP CLOSED');
  await expect(card).toContainText('RSVP by');
  await expect(card.getByRole('button')).toHaveCount(0);
  await card.getByRole('link', { name: `View Details: ${made.title}` }).click();
  await expect(page.getByRole('dialog').getByText('RSVP closed')).toBeVisible();
});

test('search, archive, years and pages live in the address', async ({ page }) => {
  await arrive(page, 'member');
  const figures = page.getByLabel('Event summary');
  for (const name of ['Events This Month', 'Total RSVPs', 'Days Until Next Event']) {
    await expect(figures).toContainText(name);
  }
  const { title } = await makeEvent(page, { title: 'Findable' });
  await page.getByRole('searchbox', { name: 'Search events...' }).fill(title);
  await expect(page.getByText('Showing 1 of 1 event')).toBeVisible();
  await expect(page).toHaveURL(/search=Findable/);
  await page.getByRole('searchbox').fill('nothing is called like this');
  await expect(page.getByText('No events found')).toBeVisible();
  await page.getByRole('button', { name: 'Show All Events' }).click();
  await expect(page.getByRole('list', { name: 'Events', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Browse Event Archive' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Event Archive' })).toBeVisible();
  const year = page.getByRole('combobox', { name: 'Year' });
  // The year before this one: of this there may be no second page yet.
  const whole = year.getByRole('option').nth(2);
  await year.selectOption({ label: (await whole.textContent()) ?? '' });
  await expect(page).toHaveURL(/when=past&year=\d{4}/);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'PAST' }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Page 1 of')).toBeVisible();
});

test('an event’s panel lists who comes, answers, and gives the list as a safe table', async ({
  page,
}) => {
  await arrive(page, 'member');
  const made = await makeEvent(page, { title: 'Panel' });
  const kept = keptAnswers(page);
  const card = await openCard(page, made.title);
  await card.getByRole('link', { name: `View Details: ${made.title}` }).press('Enter');
  const panel = page.getByRole('dialog', { name: made.title });
  await panel.getByRole('button', { name: 'Going', exact: true }).press('Enter');
  await panel.getByRole('button', { name: 'Add guest' }).press('Enter');
  const going = panel.getByRole('list', { name: 'Going' });
  await expect(going.getByText('(you)')).toBeVisible();
  await expect(going).toContainText('+1');
  await expect.poll(() => kept).toEqual(['going 0', 'going 1']);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Export CSV' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toBe(`${made.title} RSVPs.csv`);
  const text = await readFile((await download.path()) ?? '', 'utf8');
  expect(text).toMatch(/^\ufeffName,RSVP,Guests,Waitlist,Responded at\r\n[^\r]+,Going,1,,/);
});

test('Home asks about the next event and keeps the answer', async ({ page }) => {
  await arrive(page, 'treasurer');
  await page.goto('/');
  const card = page.getByRole('region', { name: 'Upcoming Events' });
  await expect(card).toContainText(/\d attending/);
  const go = card.getByRole('button', { name: /^(RSVP Now|Join Waitlist):/ });
  // Another journey's event may be the next one by now; what was answered says so.
  const kept = keptAnswers(page);
  if (await go.isVisible()) {
    await go.press('Enter');
    await expect.poll(() => kept).not.toEqual([]);
  }
  const mine = card.getByRole('status').filter({ hasText: /Going|Waitlist|Maybe|Not going/ });
  await expect(mine).toBeVisible();
  await page.reload();
  await expect(mine).toBeVisible();
});

test('who comes to an event takes part in its expense with one press', async ({ page }) => {
  await arrive(page, 'member');
  const made = await makeEvent(page, { title: 'Shared bill', isOnNow: true });
  await send(page, 'PUT', `/events/occurrences/${made.occurrenceId}/rsvp`, {
    answer: 'going',
    guests: 1,
  });
  await page.goto('/expenses?dialog=create');
  const dialog = page.getByRole('dialog', { name: 'Create New Expense' });
  await dialog.getByLabel('Associated Event').selectOption(made.id);
  const add = dialog.getByRole('button', { name: 'Add Attendees' });
  const own = dialog.getByRole('checkbox', { name: /\(you\)/ });
  await own.uncheck();
  await dialog.getByLabel('Title').focus();
  await add.click();
  await expect(dialog.getByText('1 added below.')).toBeVisible();
  await expect(own).toBeChecked();
});

// The list itself is among the screens of accessibility.spec.ts, at every width.
for (const width of [360, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('nothing is wrong with answering, the panel, the archive and finding nothing', async ({
      page,
    }) => {
      await arrive(page, 'admin');
      const { title } = await makeEvent(page, { title: 'Seen by axe', capacity: 3 });
      const card = await openCard(page, title);
      await card.getByRole('button', { name: `RSVP Now: ${title}` }).click();
      await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
      await expect(page.getByRole('dialog', { name: `RSVP for ${title}` })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'answering', '[role=dialog]');
      await page.keyboard.press('Escape');
      await card.getByRole('link', { name: `View Details: ${title}` }).click();
      await expect(page.getByRole('list', { name: 'Going' })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'panel', '[role=dialog]');
      await page.goto('/events?when=past');
      await expect(page.getByRole('list', { name: 'Events', exact: true })).toBeVisible();
      await expectAccessibleInBothThemes(page, 'archive');
      await page.goto('/events?search=nothing-like-this');
      await expect(page.getByText('No events found')).toBeVisible();
      await expectAccessibleInBothThemes(page, 'nothing found');
    });
  });
}
