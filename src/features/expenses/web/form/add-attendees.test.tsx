/** Adding those who are going to the linked event, for a member who doesn't keep its door. */
import { expect, test } from 'vitest';
import { eventCalls } from '#features/events/contract.ts';
import { makeOccurrence } from '#features/events/web/testing/event-samples.ts';
import { makeCard, serveRsvps, toDetail } from '#features/events/web/testing/rsvp-samples.ts';
import type { Day } from '#kit/day.ts';
import { chooseOption, findDialog, press } from '#web/testing/controls.ts';
import { answer, hold } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { memberId, today } from '#web/testing/session.ts';
import { serveExpenses } from '../testing/expense-samples.ts';

const dialog = findDialog('Create New Expense');
const button = dialog.getByRole('button', { name: 'Everyone Going' });
const mine = { answer: 'going', guests: 0, status: 'confirmed', position: null } as const;

async function chooseEvent({ hidesNames }: { hidesNames: boolean }): Promise<() => void> {
  serveExpenses();
  const occurrence = makeOccurrence('Evening', `${today().slice(0, 4)}-07-01` as Day);
  const card = {
    ...makeCard('Evening', { going: 12, mine }),
    ...occurrence,
    createdByUserId: memberId('Tom Becker'),
  };
  serveRsvps(card);
  answer(eventCalls.detail, { ...toDetail(card), hidesNames });
  const release = hold(eventCalls.detail);
  await open('/expenses?dialog=create');
  await press(dialog, /^More/);
  await chooseOption(dialog.getByLabelText('Associated Event'), 'Evening');
  return release;
}

test('those who are going are added once it is known that their names are shown', async () => {
  const release = await chooseEvent({ hidesNames: false });
  await expect.element(button).toBeDisabled();
  release();
  await button.click();
  await expect.element(dialog).toMatchTextContent('All attendees are already included.');
});

test('where the host hides them, no one is offered', async () => {
  const release = await chooseEvent({ hidesNames: true });
  release();
  await expect.element(dialog).toMatchTextContent('The host has hidden who is coming.');
  await expect.element(button).not.toBeInTheDocument();
});
