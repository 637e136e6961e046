import type { OccurrenceRsvp } from '#features/events/rsvp/occurrence-rsvp.ts';
import {
  type MadeEvent,
  makeEvent,
  openCard,
  openEvents,
  recordSavedRsvps,
  send,
} from './events.ts';
import { expect, readApi, signInQuickly, test } from './journey.ts';

test('one press RSVPs as going, and the menu changes the reply and guests by keyboard', async ({
  page,
}) => {
  await openEvents(page, 'member');
  const { title } = await makeEvent(page, { title: 'Keys' });
  const saved = recordSavedRsvps(page);
  const card = await openCard(page, title);
  await expect(card).toContainText('0 attending');

  await card.getByRole('button', { name: /^RSVP Now/ }).press('Enter');
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
  await expect.poll(() => saved.at(-1)).toBe('going 1');
  await page.reload();
  await expect(card).toContainText('Going +1');

  await change.press('Enter');
  await choice.getByRole('button', { name: 'Maybe' }).press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Maybe' })).toBeVisible();
  await choice.getByRole('button', { name: 'Not going' }).press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Not going' })).toBeVisible();
  await expect(card).toContainText('0 attending');
});

test('every press counts before the page updates, and leaving the page loses none', async ({
  page,
}) => {
  await openEvents(page, 'member');
  const { title, occurrenceId } = await makeEvent(page, { title: 'Presses' });
  const saved = recordSavedRsvps(page);
  const card = await openCard(page, title);
  await card.getByRole('button', { name: `RSVP Now: ${title}` }).click();
  await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
  const choice = page.getByRole('dialog', { name: `RSVP for ${title}` });
  const more = choice.getByRole('button', { name: 'Add guest' });
  // Both in one task, so that nothing is rendered in between.
  await more.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(choice.getByRole('status', { name: '2 guests' })).toBeVisible();
  await expect.poll(() => saved.at(-1)).toBe('going 2');

  // Presses that follow each other are one request, which leaving the page sends at once.
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'PUT' || !request.url().endsWith('/rsvp')) return;
    sent.push((request.postDataJSON() as { guests: number }).guests);
  });
  await more.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
    button.click();
  });
  await page.reload();
  const readOwnRsvp = async () => {
    const { rsvp } = await readApi<{ rsvp: OccurrenceRsvp }>(
      page,
      `/events/occurrences/${occurrenceId}/rsvps`,
    );
    return rsvp.mine?.guests;
  };
  await expect.poll(readOwnRsvp).toBe(5);
  expect(sent.filter((guests) => guests !== 5)).toEqual([]);
  await page.reload();
  await expect(card).toContainText('Going +5');
});

test('of two concurrent RSVPs for the last spot one joins the waitlist and is promoted later', async ({
  page,
  browser,
}) => {
  await openEvents(page, 'member');
  const { title } = await makeEvent(page, { title: 'Last place', capacity: 1 });
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await openEvents(other, 'admin');
  const people = await Promise.all(
    [page, other].map(async (at) => {
      const card = await openCard(at, title);
      const own = card.getByRole('status').filter({ hasText: /going|waitlist/i });
      return { at, card, own, saved: recordSavedRsvps(at) };
    }),
  );
  await Promise.all(
    people.map(({ card }) => card.getByRole('button', { name: `RSVP Now: ${title}` }).click()),
  );
  await expect
    .poll(async () => (await Promise.all(people.map(({ own }) => own.textContent()))).sort())
    .toEqual(['Going', 'Waitlist: #1']);
  for (const { at, card, own, saved } of people) {
    await expect(card).toContainText('FULL');
    if ((await own.textContent()) !== 'Going') continue;
    await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
    await at.getByRole('button', { name: 'Not going' }).click();
    await expect(card.getByRole('status').filter({ hasText: 'Not going' })).toBeVisible();
    await expect.poll(() => saved).toHaveLength(2);
    break;
  }
  const stays = people.map(({ at, own }) => at.reload().then(() => own.first()));
  const replies = await Promise.all(
    (await Promise.all(stays)).map(async (own) => {
      await expect(own).toHaveText(/^(Going|Not going)$/);
      return own.textContent();
    }),
  );
  expect(replies.sort()).toEqual(['Going', 'Not going']);
  await otherContext.close();
});

test('a full event offers the waitlist and no guests beyond its capacity', async ({
  page,
  browser,
}) => {
  await openEvents(page, 'member');
  const made = await makeEvent(page, { title: 'Small room', capacity: 2 });
  const saved = recordSavedRsvps(page);
  const card = await openCard(page, made.title);
  await card.getByRole('button', { name: `RSVP Now: ${made.title}` }).click();
  await card.getByRole('button', { name: `Change RSVP for ${made.title}` }).click();
  const choice = page.getByRole('dialog', { name: `RSVP for ${made.title}` });
  await choice.getByRole('button', { name: 'Add guest' }).click();
  await expect(choice).toContainText("There's no room for another guest.");
  await expect(card).toContainText('FULL');
  await expect.poll(() => saved).toHaveLength(2);

  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await openEvents(other, 'treasurer');
  const theirs = await openCard(other, made.title);
  await theirs.getByRole('button', { name: `More RSVP options for ${made.title}` }).click();
  await expect(other.getByText("This event is full. You'll join the waitlist.")).toBeVisible();
  await other.keyboard.press('Escape');
  await theirs.getByRole('button', { name: `Join waitlist: ${made.title}` }).click();
  await expect(theirs.getByText('Waitlist: #1')).toBeVisible();
  await otherContext.close();
});

test.describe('failures', () => {
  test.use({ allowFailedRequests: true });

  test('an RSVP to an event canceled in the meantime is undone with a reason', async ({ page }) => {
    await openEvents(page, 'member');
    const made = await makeEvent(page, { title: 'Called off' });
    // Set before the page is loaded, because a loaded page may still send requests past it.
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

  test('the failure of an RSVP is not shown on the event opened next', async ({ page }) => {
    await openEvents(page, 'member');
    const one = await makeEvent(page, { title: 'Mixed up' });
    const other = await makeEvent(page, { title: 'Mixed up' });
    const failing = `**/api/events/occurrences/${one.occurrenceId}/rsvp`;
    await page.route(failing, (route) => route.abort('failed'));
    await page.goto('/events?search=Mixed');
    const open = async ({ title }: MadeEvent) => {
      await page.getByRole('link', { name: `View Details: ${title}` }).click();
      const panel = page.getByRole('dialog', { name: title });
      await expect(panel.getByRole('button', { name: 'Going', exact: true })).toBeVisible();
      return panel;
    };
    // Both are loaded, so that one replaces the other at once.
    await open(other);
    const panel = await open(one);
    await panel.getByRole('button', { name: 'Going', exact: true }).click();
    await expect(panel.getByRole('alert')).toContainText("Couldn't save your RSVP.");
    await expect((await open(other)).getByRole('alert')).toHaveCount(0);
  });
});

test('RSVPs close at the deadline', async ({ page }) => {
  await openEvents(page, 'member');
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

test('an event shows how many guests each member may bring, and takes no more', async ({
  page,
}) => {
  await openEvents(page, 'member');
  const { title } = await makeEvent(page, { title: 'Few guests', maxGuests: 1 });
  const card = await openCard(page, title);
  await expect(card).toContainText('Up to 1 guest');
  await card.getByRole('button', { name: `RSVP Now: ${title}` }).click();
  await card.getByRole('button', { name: `Change RSVP for ${title}` }).click();
  const choice = page.getByRole('dialog', { name: `RSVP for ${title}` });
  const more = choice.getByRole('button', { name: 'Add guest' });
  await more.click();
  await expect(choice).toContainText('Each member can bring at most 1 guest.');
  await expect(more).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await card.getByRole('link', { name: `View Details: ${title}` }).click();
  const panel = page.getByRole('dialog', { name: title });
  await expect(panel).toContainText('Up to 1 guest per member');
  await panel.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Event' });
  const limit = form.getByLabel('Guests per Member');
  await expect(limit).toHaveValue('1');
  await limit.fill('0');
  await expect(form).toContainText('Members who already bring more keep their guests.');
  await limit.fill('21');
  await form.getByRole('button', { name: 'Update Event' }).click();
  await expect(form).toContainText('Must be a whole number from 0 to 20, or empty');
  await limit.fill('0');
  await form.getByRole('button', { name: 'Update Event' }).click();
  await expect(panel).toContainText('No guests per member');
  await expect(panel.getByRole('status', { name: '1 guest' })).toBeVisible();
});

test('Home asks for an RSVP to the next event and keeps it', async ({ page }) => {
  await openEvents(page, 'treasurer');
  const { title } = await makeEvent(page, { title: 'Coming up', inMinutes: 4 });
  const after = await makeEvent(page, { title: 'After it', inMinutes: 5 });
  const saved = recordSavedRsvps(page);
  await page.goto('/');
  const rows = page.getByRole('region', { name: 'Coming Up' }).getByRole('listitem');
  const card = rows.filter({ hasText: title });
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: /^RSVP Now/ }).press('Enter');
  // The second is the number of guests, in the open popover.
  const mine = card.getByRole('status').first();
  await expect(mine).toHaveText('Going');
  await expect(card).toContainText('1 attending');
  const change = card.getByRole('button', { name: /^Change RSVP/ });
  await expect(change).toBeFocused();
  await expect.poll(() => saved).toEqual(['going 0']);
  const later = rows.filter({ hasText: after.title });
  await later.getByRole('button', { name: /^RSVP Now/ }).press('Enter');
  await expect(later).toContainText('Going');
  await expect.poll(() => saved).toEqual(['going 0', 'going 0']);
  await expect(later.getByRole('button', { name: /^Change RSVP/ })).toBeFocused();
  await page.reload();
  await expect(mine).toHaveText('Going');
  await change.press('Enter');
  const choice = page.getByRole('dialog', { name: `RSVP for ${title}` });
  await expect(choice.getByRole('button', { name: 'Going', exact: true })).toBeFocused();
  await choice.getByRole('button', { name: 'Not going' }).press('Enter');
  await expect(mine).toHaveText('Not going');
  await expect(card).not.toContainText('attending');
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(change).toBeFocused();
  await expect.poll(() => saved.at(-1)).toBe('not-going 0');
  await page.reload();
  await expect(mine).toHaveText('Not going');

  // The other replies are offered before the first one too.
  await signInQuickly(page, 'member');
  await page.goto('/');
  await card.getByRole('button', { name: /^More RSVP options/ }).click();
  await choice.getByRole('button', { name: 'Maybe' }).click();
  await expect(mine).toHaveText('Maybe');
  await expect.poll(() => saved.at(-1)).toBe('maybe 0');
});
