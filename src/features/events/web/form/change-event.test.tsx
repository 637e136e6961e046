/** Changing and deleting events: the scope in a series, what is affected, and what others changed since. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import {
  expectToast,
  findAlertDialog,
  findDialog,
  findPanel,
  press,
} from '#web/testing/controls.ts';
import { answer, hold, requestsOf } from '#web/testing/network.ts';
import { getAddress, goBack, open } from '#web/testing/open.tsx';
import { eventCalls } from '../../contract.ts';
import {
  addressOf,
  makeEvent,
  makeSeries,
  recurrenceOf,
  serveCalendar,
} from '../testing/calendar-samples.ts';

// High enough for the events of each day.
beforeEach(() => page.viewport(1280, 900));

const editing = findDialog('Edit Event');
const question = findAlertDialog('Delete Event');
const findLink = (title: string, day: Day) =>
  page.getByRole('grid').getByRole('link', { name: `${title}, ${formatFullDay(day)}` });

describe('a series', () => {
  test('is edited with each scope', async () => {
    const series = makeSeries('Series', '2034-03-01', 5);
    const kept = serveCalendar(...series);
    const [first, second, , fourth] = series;
    const list = () =>
      kept.list().map(({ startDate, title }) => `${startDate.slice(5, 10)} ${title}`);
    const listSent = () =>
      requestsOf(eventCalls.update).map(({ body: { scope, occurrenceId, recurrence } }) => [
        scope,
        occurrenceId,
        recurrence,
      ]);
    const update = async () => {
      await press(editing, 'Update Event');
      await expect.element(editing).not.toBeInTheDocument();
    };
    await open('/calendar?month=2034-03&layout=month');
    await findLink('Series', '2034-03-08').click();
    const panel = findPanel('Series');
    await expect.element(panel).toMatchTextContent('Every week on Wednesday for 5 occurrences');
    await press(panel, 'Edit');
    const one = editing.getByRole('radio', { name: 'This event', exact: true });
    await expect.element(one).toBeChecked();
    expect(getAddress()).toContain('dialog=edit');
    await expect.element(editing.getByLabelText('Repeats')).not.toBeInTheDocument();
    await expect.element(editing).toMatchTextContent('1 occurrence will be changed.');
    await update();
    await expectToast('No changes detected');
    expect(listSent()).toEqual([]);

    await press(panel, 'Edit');
    await editing.getByLabelText('Start Date *').fill('2034-03-09');
    await editing.getByLabelText('Title *').fill('Series moved');
    await update();
    const moved = findPanel('Series moved');
    await expect.element(moved).toMatchTextContent('Different from the rest of the series');
    expect(list()).toEqual([
      '03-01 Series',
      '03-09 Series moved',
      '03-15 Series',
      '03-22 Series',
      '03-29 Series',
    ]);

    await findLink('Series', '2034-03-22').click();
    await expect.element(moved).not.toBeInTheDocument();
    await press(panel, 'Edit');
    await editing.getByRole('radio', { name: 'This and following events' }).click();
    await expect.element(editing).toMatchTextContent('2 occurrences will be changed.');
    await editing.getByLabelText('Title *').fill('Series later');
    await update();
    await expect.element(findPanel('Series later')).toBeVisible();
    // The rest of the series is now a separate event, which the address names.
    const split = kept.list().find(({ title }) => title === 'Series later');
    await expect.poll(getAddress).toContain(`event=${split?.id}`);
    expect(split?.id).not.toBe(first?.id);

    await findLink('Series', '2034-03-01').click();
    await expect.element(findPanel('Series later')).not.toBeInTheDocument();
    await press(panel, 'Edit');
    await editing.getByRole('radio', { name: 'All events' }).click();
    await expect.element(editing).toMatchTextContent('3 occurrences will be changed.');
    await expect.element(editing.getByLabelText('Repeats')).toHaveValue('weekly');
    await editing.getByText('Success Green', { exact: true }).click();
    await update();
    await expect.element(panel).toMatchTextContent('Success Green');
    expect(listSent()).toEqual([
      ['one', second?.occurrenceId, undefined],
      ['following', fourth?.occurrenceId, undefined],
      ['all', first?.occurrenceId, undefined],
    ]);
  });

  test('is deleted with each scope, by the keyboard', async () => {
    const kept = serveCalendar(...makeSeries('Gone', '2034-05-03', 5));
    const list = () => kept.list().map(({ startDate }) => startDate.slice(5, 10));
    await open('/calendar?month=2034-05&layout=month');
    const ask = async (day: Day) => {
      await expect.element(findLink('Gone', day)).toBeVisible();
      findLink('Gone', day).element().focus();
      await userEvent.keyboard('{Enter}');
      const remove = findPanel('Gone').getByRole('button', { name: 'Delete' });
      await expect.element(remove).toBeVisible();
      remove.element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    };
    const confirm = async () => {
      const remove = question.getByRole('button', { name: 'Delete' });
      await expect.element(remove).toBeVisible();
      remove.element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(question).not.toBeInTheDocument();
    };
    await ask('2034-05-10');
    for (const words of [
      'Are you sure you want to delete this event?',
      '1 occurrence will be deleted.',
      "No one has RSVP'd yet.",
      'No expenses are linked.',
    ]) {
      await expect.element(question).toMatchTextContent(words);
    }
    await userEvent.keyboard('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    expect(requestsOf(eventCalls.remove)).toEqual([]);
    await expect.element(findPanel('Gone').getByRole('button', { name: 'Delete' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await confirm();
    await expectToast('Event deleted successfully');
    await expect.poll(getAddress).not.toContain('event=');
    expect(list()).toEqual(['05-03', '05-17', '05-24', '05-31']);

    await ask('2034-05-24');
    question.getByRole('radio', { name: 'This event', exact: true }).element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(question).toMatchTextContent('2 occurrences will be deleted.');
    await confirm();
    expect(list()).toEqual(['05-03', '05-17']);

    await expect.poll(getAddress).not.toContain('event=');
    await ask('2034-05-17');
    await question.getByRole('radio', { name: 'All events' }).click();
    await expect.element(question).toMatchTextContent('2 occurrences will be deleted.');
    await confirm();
    expect(list()).toEqual([]);
  });
});

test('how many members replied and how many expenses are linked is shown before', {
  tags: ['all'],
}, async () => {
  const event = makeEvent('Answered', '2034-08-02');
  serveCalendar(event);
  answer(eventCalls.consequences, { occurrences: 1, answers: 1, expenses: 1 });
  await open(addressOf(event));
  const panel = findPanel('Answered');
  await press(panel, 'Delete');
  await expect
    .element(question)
    .toMatchTextContent("1 person has RSVP'd. RSVPs are kept, marked as canceled.");
  await expect.element(question).toMatchTextContent('1 linked expense is not affected.');
  await press(question, 'Cancel');
  await press(panel, 'Edit');
  await expect
    .element(editing)
    .toMatchTextContent("1 person has RSVP'd. RSVPs are kept even if the time changes.");
});

test('buttons show progress, and a double click acts once', { tags: ['all'] }, async () => {
  serveCalendar();
  await open('/calendar?create=2034-10-04');
  const creating = findDialog('Create New Event');
  await creating.getByLabelText('Title *').fill('Twice');
  const panel = findPanel('Twice');
  const submitTwice = async (
    call: Endpoint,
    dialog: Locator,
    [label, busy]: readonly [string, string],
  ) => {
    const release = hold(call);
    await dialog.getByRole('button', { name: label }).dblClick();
    await expect.element(dialog.getByRole('button', { name: busy })).toBeVisible();
    release();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(requestsOf(call)).toHaveLength(1);
  };
  await submitTwice(eventCalls.create, creating, ['Create Event', 'Creating...']);
  await page
    .getByRole('grid')
    .getByRole('link', { name: /^Twice/ })
    .click();
  await press(panel, 'Edit');
  await editing.getByLabelText('Location').fill('Pier 4');
  await submitTwice(eventCalls.update, editing, ['Update Event', 'Updating...']);
  await press(panel, 'Delete');
  await submitTwice(eventCalls.remove, question, ['Delete', 'Deleting...']);
});

test('a dialog left by Back while saving does not affect what was opened since', {
  tags: ['all'],
}, async () => {
  const series = makeSeries('Left', '2034-11-01', 5);
  serveCalendar(...series, makeEvent('Opened since', '2034-11-09'));
  await open('/calendar?month=2034-11&layout=month');
  /** Saves this and following events, and goes back before the response. */
  const leaveWhileSaving = async (day: Day, location: string) => {
    await findLink('Left', day).click();
    await press(findPanel('Left'), 'Edit');
    await editing.getByRole('radio', { name: 'This and following events' }).click();
    await editing.getByLabelText('Location').fill(location);
    const release = hold(eventCalls.update);
    await press(editing, 'Update Event');
    // Before it is shown as saving, Back asks about unsaved changes.
    await expect.element(editing.getByRole('button', { name: 'Updating...' })).toBeVisible();
    goBack();
    await expect.element(editing).not.toBeInTheDocument();
    return release;
  };
  const releaseOther = await leaveWhileSaving('2034-11-15', 'Pier 15');
  await findLink('Opened since', '2034-11-09').click();
  await press(findPanel('Opened since'), 'Edit');
  await editing.getByLabelText('Description').fill('Typed with care');
  releaseOther();
  await expectToast('Event updated successfully');
  await expect.element(editing.getByLabelText('Description')).toHaveValue('Typed with care');
  await press(editing, 'Cancel');
  await press(page, 'Discard');
  await expect.element(editing).not.toBeInTheDocument();
  await expect.element(findPanel('Opened since')).toBeVisible();

  // An event that is still shown is replaced by its part of the split series.
  const release = await leaveWhileSaving('2034-11-08', 'Pier 8');
  expect(getAddress()).toContain(`event=${series[0]?.id}`);
  release();
  await expect.poll(getAddress).not.toContain(`event=${series[0]?.id}`);
  await expect.element(findPanel('Left')).toMatchTextContent('Pier 8');
});

describe('someone else changes an event while it is edited', () => {
  const submit = () => press(editing, 'Update Event');

  test('both versions are shown, and one is chosen', async () => {
    const event = makeEvent('Both', '2034-07-05');
    const kept = serveCalendar(event);
    const description = editing.getByLabelText('Description');
    const location = editing.getByLabelText('Location');
    const panel = findPanel('Both');
    await open(addressOf(event, '&dialog=edit'));
    await description.fill('Typed with care');
    kept.change(event.id, { location: 'Pier 7' });
    await submit();
    await expectToast('Failed to update event');
    await expect
      .element(editing)
      .toMatchTextContent('Someone else changed this event while you were editing');
    const findRow = (name: RegExp) => editing.getByRole('row', { name });
    await expect.element(findRow(/Location/)).toMatchTextContent('Pier 7');
    await expect.element(findRow(/Description/)).toMatchTextContent('Typed with care');
    await expect.element(findRow(/Description/)).toMatchTextContent('differs');
    // What was not touched is theirs.
    await expect.element(findRow(/Location/)).not.toMatchTextContent('differs');
    await press(editing, 'Back to Editing');
    await expect.element(description).toHaveValue('Typed with care');
    await expect.element(location).toHaveValue('Pier 7');
    await location.fill('Pier 8');
    kept.change(event.id, { location: 'Pier 9' });
    await submit();
    await press(editing, 'Keep My Changes');
    await expectToast('Event updated successfully');
    await expect.element(panel).toMatchTextContent('Pier 8');
    expect(kept.list()[0]).toMatchObject({ description: 'Typed with care', location: 'Pier 8' });

    await press(panel, 'Edit');
    await location.fill('Pier 10');
    kept.change(event.id, { location: 'Pier 11' });
    await submit();
    await press(editing, 'Use Their Version');
    await expect.element(editing).not.toBeInTheDocument();
    await expect.element(panel).toMatchTextContent('Pier 11');
  });

  test('a recurrence rule is kept unless the form changed it, too', { tags: ['all'] }, async () => {
    const event = makeEvent('Rule', '2034-12-06');
    const kept = serveCalendar(event);
    const repeatElsewhere = (rule: Parameters<typeof recurrenceOf>[0]) =>
      kept.change(event.id, { isRecurring: true, recurrencePattern: recurrenceOf(rule) });
    const row = editing.getByRole('row', { name: /Recurrence/ });
    const repeats = editing.getByLabelText('Repeats');
    await open(addressOf(event, '&dialog=edit'));
    await editing.getByLabelText('Description').fill('Typed with care');
    repeatElsewhere({ byDay: ['WE'], count: 3 });
    await submit();
    await expect.element(row).toMatchTextContent('Every week on Wednesday for 3 occurrences');
    await expect.element(row).not.toMatchTextContent('differs');
    await press(editing, 'Back to Editing');
    await expect.element(repeats).toHaveValue('weekly');
    await expect.element(editing.getByLabelText('Description')).toHaveValue('Typed with care');
    // The form cannot edit this rule.
    repeatElsewhere({ frequency: 'monthly', byDay: ['1WE', '3WE'], count: 4 });
    await submit();
    await expect.element(row).toMatchTextContent('for 4 occurrences');
    await press(editing, 'Back to Editing');
    await expect.element(repeats).toHaveValue('kept');
    repeatElsewhere({ byDay: ['WE'], count: 4 });
    await submit();
    await press(editing, 'Keep My Changes');
    await expectToast('Event updated successfully');
    await expect
      .element(findPanel('Rule'))
      .toMatchTextContent('Every week on Wednesday for 4 occurrences');
    expect(requestsOf(eventCalls.update).at(-1)?.body).not.toHaveProperty('recurrence');
  });
});
