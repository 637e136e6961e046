/** RSVPs in the list of events and in an event's panel: given at once, saved in turn, undone if refused. */
import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { toInstant } from '#kit/day.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { findPanel, press } from '#web/testing/controls.ts';
import { answer, fail, hold, refuse, requestsOf, unreachable } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId } from '#web/testing/session.ts';
import { eventCalls } from '../../contract.ts';
import type { EventCard } from '../../event.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { makeCard, serveRsvps, toDetail } from '../testing/rsvp-samples.ts';

const failures = [
  ['refused', refuse(409, 'rsvp_closed', 'This event was canceled'), 'This event was canceled.'],
  ['lost', unreachable, "Can't reach the server."],
  ['failing', fail(503), ''],
] as const;
const findCard = (title: string) => page.getByRole('article', { name: title });
const findChoice = (title: string) => page.getByRole('dialog', { name: `RSVP for ${title}` });
const findOwn = (card: Locator, words: string) =>
  card.getByRole('status').filter({ hasText: words });
const listSaved = () =>
  requestsOf(rsvpCalls.answer).map(({ body: { answer, guests } }) => `${answer} ${guests}`);
const going = { answer: 'going', guests: 0, status: 'confirmed', position: null } as const;

async function openList(...cards: readonly EventCard[]) {
  const read = serveRsvps(...cards);
  await open('/events');
  for (const { title } of cards) await expect.element(findCard(title)).toBeVisible();
  return read;
}

async function openEvent({ title }: EventCard): Promise<Locator> {
  await page.getByRole('link', { name: `View Details: ${title}` }).click();
  const panel = findPanel(title);
  await expect.element(panel.getByRole('button', { name: /^Going$/ })).toBeVisible();
  return panel;
}

test('one press RSVPs as going, and the menu changes the reply and guests by keyboard', async () => {
  const picnic = makeCard('Picnic');
  const read = await openList(picnic);
  const card = findCard('Picnic');
  await expect.element(card).toMatchTextContent('0 attending');
  (card.getByRole('button', { name: 'RSVP Now: Picnic' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(findOwn(card, 'Going')).toBeVisible();
  await expect.element(card).toMatchTextContent('1 attending');
  const change = card.getByRole('button', { name: 'Change RSVP for Picnic' });
  await expect.element(change).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  const choice = findChoice('Picnic');
  await expect.element(choice.getByRole('button', { name: /^Going$/ })).toHaveFocus();
  await expectAccessible(choice);
  const more = choice.getByRole('button', { name: 'Add guest' });
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(choice.getByRole('status', { name: '2 guests' })).toBeVisible();
  await press(choice, 'Remove guest');
  await expect.element(card).toMatchTextContent('2 attending');
  await userEvent.keyboard('{Escape}');
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(change).toHaveFocus();
  await expect.poll(() => listSaved().at(-1)).toBe('going 1');
  await expect.element(card).toMatchTextContent('Going +1');

  await change.click();
  await press(choice, 'Maybe');
  await expect.element(findOwn(card, 'Maybe')).toBeVisible();
  await press(choice, 'Not going');
  await expect.element(findOwn(card, 'Not going')).toBeVisible();
  await expect.element(card).toMatchTextContent('0 attending');
  await expect.poll(() => listSaved().slice(-2)).toEqual(['maybe 0', 'not-going 0']);
  expect(read(picnic).mine?.answer).toBe('not-going');
});

test('every press counts before the page updates, and presses that follow each other are one request', async () => {
  await openList(makeCard('Picnic', { going: 1, mine: going }));
  await press(page, 'Change RSVP for Picnic');
  const more = findChoice('Picnic').getByRole('button', { name: 'Add guest' });
  const button = more.element() as HTMLElement;
  // In one task, so that nothing is rendered in between.
  for (let presses = 0; presses < 3; presses += 1) button.click();
  await expect
    .element(findChoice('Picnic').getByRole('status', { name: '3 guests' }))
    .toBeVisible();
  await expect.poll(listSaved).toEqual(['going 3']);
});

test('what is pressed while an RSVP is being saved follows it, and only the last of it', async () => {
  await openList(makeCard('Picnic'));
  const release = hold(rsvpCalls.answer);
  await press(page, 'RSVP Now: Picnic');
  await press(page, 'Change RSVP for Picnic');
  await press(findChoice('Picnic'), 'Maybe');
  await press(findChoice('Picnic'), 'Not going');
  await expect.element(findOwn(findCard('Picnic'), 'Not going')).toBeVisible();
  expect(listSaved()).toEqual(['going 0']);
  release();
  await expect.poll(listSaved).toEqual(['going 0', 'not-going 0']);
  await expect.element(findOwn(findCard('Picnic'), 'Not going')).toBeVisible();
});

test('leaving the page sends what has not been sent', async () => {
  await openList(makeCard('Picnic', { going: 1, mine: going }));
  await press(page, 'Change RSVP for Picnic');
  (
    findChoice('Picnic').getByRole('button', { name: 'Add guest' }).element() as HTMLElement
  ).click();
  dispatchEvent(new PageTransitionEvent('pagehide'));
  // At once and, as the page stays open after all, in turn.
  await expect.poll(listSaved).toEqual(['going 1', 'going 1']);
});

test('a full event offers the waitlist and no guests beyond its capacity', async () => {
  await openList(
    makeCard('Full house', { capacity: 2, going: 2 }),
    makeCard('Two', { capacity: 2 }),
  );
  const full = findCard('Full house');
  await expect.element(full).toMatchTextContent('FULL');
  await press(full, 'More RSVP options for Full house');
  await expect
    .element(findChoice('Full house'))
    .toMatchTextContent("This event is full. You'll join the waitlist.");
  await userEvent.keyboard('{Escape}');
  await press(full, 'Join waitlist: Full house');
  await expect.element(findOwn(full, 'Waitlist: #1')).toBeVisible();

  const two = findCard('Two');
  await press(two, 'RSVP Now: Two');
  await press(two, 'Change RSVP for Two');
  await press(findChoice('Two'), 'Add guest');
  await expect.element(findChoice('Two')).toMatchTextContent("There's no room for another guest.");
  await expect.element(two).toMatchTextContent('FULL');
});

test('an event shows how many guests each member may bring, and takes no more', async () => {
  const event = makeCard('Few', { maxGuests: 1, going: 1, mine: going });
  await openList(event, makeCard('Members', { maxGuests: 0, going: 1, mine: going }));
  await expect.element(findCard('Few')).toMatchTextContent('Up to 1 guest');
  await press(page, 'Change RSVP for Few');
  const more = findChoice('Few').getByRole('button', { name: 'Add guest' });
  await more.click();
  await expect
    .element(findChoice('Few'))
    .toMatchTextContent('Each member can bring at most 1 guest.');
  await expect.element(more).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await press(page, 'Change RSVP for Members');
  await expect.element(findChoice('Members')).toMatchTextContent('This event is for members only.');
  await expect
    .element(findChoice('Members').getByRole('button', { name: 'Add guest' }))
    .not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(await openEvent(event)).toMatchTextContent('Up to 1 guest per member');
});

test('RSVPs close at the deadline', async () => {
  const event = makeCard('Too late', {
    isOpen: false,
    deadline: toInstant(Temporal.Now.instant().subtract({ hours: 1 })),
  });
  await openList(event);
  const card = findCard('Too late');
  await expect.element(card).toMatchTextContent('RSVP CLOSED');
  await expect.element(card).toMatchTextContent('RSVP by');
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
  await card.getByRole('link', { name: 'View Details: Too late' }).click();
  await expect.element(findPanel('Too late')).toMatchTextContent('RSVP closed');
  await expect
    .element(findPanel('Too late').getByRole('button', { name: /^Going$/ }))
    .not.toBeInTheDocument();
});

describe.for(failures)('an RSVP that is %s', ([, failure, reason]) => {
  test('is undone in the list with the reason, and can be tried again', async () => {
    const cards = [makeCard('Picnic'), makeCard('Regatta')];
    await openList(...cards);
    const card = findCard('Picnic');
    answer(rsvpCalls.answer, failure);
    const release = hold(rsvpCalls.answer);
    await press(card, 'RSVP Now: Picnic');
    await expect.element(findOwn(card, 'Going')).toBeVisible();
    release();
    const alert = card.getByRole('alert');
    await expect.element(alert).toMatchTextContent(`Couldn't save your RSVP. ${reason}`);
    await expect.element(card).toMatchTextContent('0 attending');
    const again = card.getByRole('button', { name: 'RSVP Now: Picnic' });
    await expect.element(again).toBeVisible();
    await expect.element(findCard('Regatta').getByRole('alert')).not.toBeInTheDocument();
    serveRsvps(...cards);
    await again.click();
    await expect.element(findOwn(card, 'Going')).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  test('is undone in the panel, and the reason is not shown for the event opened next', async () => {
    const [one, other] = [makeCard('One'), makeCard('Other')] as const;
    await openList(one, other);
    // Both are loaded, so that one replaces the other at once.
    await openEvent(other);
    const panel = await openEvent(one);
    answer(rsvpCalls.answer, failure);
    await press(panel, /^Going$/);
    await expect.element(panel.getByRole('alert')).toMatchTextContent("Couldn't save your RSVP.");
    await expect
      .element(panel.getByRole('button', { name: /^Going$/ }))
      .toHaveAttribute('aria-pressed', 'false');
    const next = await openEvent(other);
    await expect.element(next.getByRole('alert')).not.toBeInTheDocument();
  });
});

test("where names are hidden, the member's own RSVP counts no one", async () => {
  const card = {
    ...makeCard('Quiet table', {
      going: 12,
      waitlisted: 7,
      mine: { ...going, position: 5, status: 'waitlisted' },
    }),
    createdByUserId: memberId('Tom Becker'),
  };
  serveRsvps(card);
  answer(eventCalls.detail, { ...toDetail(card), hidesNames: true });
  await open('/events');
  const panel = await openEvent(card);
  await expect
    .element(panel.getByRole('heading', { name: 'Waitlist' }))
    .toMatchTextContent(/^Waitlist$/);
  await expect.element(panel.getByRole('list', { name: 'Waitlist' })).toMatchTextContent('#5');
  await expect.element(panel).toMatchTextContent('12 attending · 7 on the waitlist');
});

test('events that fail to load can be retried, and an empty search shows all again', async () => {
  serveRsvps(makeCard('Picnic'));
  answer(eventCalls.figures, {
    eventsThisMonth: 1,
    totalRsvps: 0,
    daysUntilNextEvent: 0,
    years: [],
  });
  answer(eventCalls.search, refuse(422, 'invalid', 'No'));
  await open('/events');
  await expect.element(page.getByText('Failed to load events')).toBeVisible();
  // An event of today is not in 0 days.
  const figures = page.getByLabelText('Event summary').getByRole('definition');
  await expect.element(figures.nth(2)).toMatchTextContent(/^Today$/);
  serveRsvps(makeCard('Picnic'));
  await press(page, 'Retry');
  await expect.element(findCard('Picnic')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search events...' }).fill('nothing like this');
  await expect.element(page.getByText('No events found')).toBeVisible();
  await press(page, 'Show All Events');
  await expect.element(findCard('Picnic')).toBeVisible();
});
