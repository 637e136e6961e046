/** The form for a new event: its defaults, its texts, and what it sends. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToast, findDialog, findPanel, press } from '#web/testing/controls.ts';
import { requestsOf } from '#web/testing/network.ts';
import { getAddress, goBack, open } from '#web/testing/open.tsx';
import { eventCalls } from '../../contract.ts';
import { learning, serveCalendar } from '../testing/calendar-samples.ts';
import { mainCalendar } from '../testing/event-samples.ts';

// High enough for the events of each day.
beforeEach(() => page.viewport(1280, 900));

const dialog = findDialog('Create New Event');
const endDate = dialog.getByLabelText('End Date', { exact: true });
const endTime = dialog.getByLabelText('End Time');
const listCreated = () => requestsOf(eventCalls.create);

async function openForm(day: string): Promise<void> {
  await open(`/calendar?create=${day}`);
  await expect.element(dialog.getByLabelText('Title *')).toHaveFocus();
}

test('a new event has defaults, and the form says what is missing or wrong', async () => {
  serveCalendar();
  await open('/calendar?month=2033-05&layout=month');
  await press(page, 'Add New Event');
  await expect.element(dialog.getByLabelText('Start Date *')).toHaveValue('2033-05-01');
  await press(dialog, 'Cancel');
  await expect.element(dialog).not.toBeInTheDocument();
  document.querySelector<HTMLElement>('[data-day="2033-05-11"]')?.click();
  await expect.element(dialog).toMatchTextContent('Creating event for Wednesday, May 11, 2033');
  expect(getAddress()).toContain('create=2033-05-11');
  for (const [label, value] of [
    ['Start Date *', '2033-05-11'],
    ['Start Time', '09:00'],
    ['End Time', '10:00'],
    ['Repeats', 'never'],
  ] as const) {
    await expect.element(dialog.getByLabelText(label)).toHaveValue(value);
  }
  await expect.element(dialog.getByRole('radio', { name: 'Primary Blue' })).toBeChecked();
  await expect.element(dialog.getByText('Same day as start date')).toBeVisible();

  const submit = async (problem: string) => {
    await press(dialog, 'Create Event');
    await expect.element(dialog).toMatchTextContent(problem);
  };
  await submit('Please fill in all required fields');
  await expect.element(dialog.getByLabelText('Title *')).toHaveFocus();
  await dialog.getByLabelText('Title *').fill('  Harbor  ');
  await dialog.getByLabelText('Description').fill('Long table, bring a guest');
  await dialog.getByLabelText('Location').fill('Pier 4');
  await dialog.getByText('Success Green', { exact: true }).click();
  await endDate.fill('2033-05-10');
  await submit('The end date cannot be before the start date');
  await endDate.fill('2033-05-12');
  await press(dialog, 'Clear end date');
  await expect.element(dialog.getByText('Same day as start date')).toBeVisible();
  await dialog.getByLabelText('Start Date *').fill('2033-05-13');
  await expect.element(dialog).toMatchTextContent('Creating event for Friday, May 13, 2033');
  await dialog.getByLabelText('Start Date *').fill('2033-05-11');
  await dialog.getByLabelText('Start Time').fill('18:00');
  await expect.element(endTime).toHaveValue('19:00');
  await endTime.fill('17:00');
  await submit('The end time cannot be before the start time');
  await endTime.fill('21:30');
  await dialog.getByLabelText('Capacity').fill('0');
  await submit('Must be a whole number from 1 to 10000, or empty');
  await dialog.getByLabelText('Capacity').fill('24');
  await dialog.getByLabelText('RSVP Deadline').selectOptions('1 day before');
  expect(listCreated()).toEqual([]);
  await press(dialog, 'Create Event');
  await expectToast('Event created successfully!');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(getAddress()).not.toContain('create=');
  expect(listCreated().map(({ body }) => body)).toEqual([
    expect.objectContaining({
      title: 'Harbor',
      description: 'Long table, bring a guest',
      location: 'Pier 4',
      categoryColor: '059669',
      startDate: '2033-05-11T18:00',
      endDate: '2033-05-11T21:30',
      recurrence: null,
      capacity: 24,
      rsvpClosesMinutesBefore: 1_440,
    }),
  ]);

  await page
    .getByRole('grid')
    .getByRole('link', { name: /^Harbor/ })
    .click();
  const panel = findPanel('Harbor');
  for (const text of [
    'Success Green',
    'Wed, May 11, 2033, 6:00 – 9:30 PM',
    'Pier 4',
    'No recurrence',
    'Long table, bring a guest',
    'Created By',
    'Maya Chen',
  ]) {
    await expect.element(panel).toMatchTextContent(text);
  }
});

test('an event keeps its length when its start changes, until an end was chosen', async () => {
  serveCalendar();
  await openForm('2033-05-11');
  const startTime = dialog.getByLabelText('Start Time');
  const startDate = dialog.getByLabelText('Start Date *');
  const expectEnd = async (day: string, time: string) => {
    await expect.element(endTime).toHaveValue(time);
    await expect.element(endDate).toHaveValue(day);
  };
  // The hours that come and go while 11:30 PM is typed leave nothing behind.
  startTime.element().focus();
  await userEvent.keyboard('1130P');
  await expect.element(startTime).toHaveValue('23:30');
  await expectEnd('2033-05-12', '00:30');
  await startDate.fill('');
  await startDate.fill('2033-05-04');
  await expectEnd('2033-05-05', '00:30');
  await startTime.fill('18:30');
  await expectEnd('', '19:30');

  // A chosen end stays until the start passes it.
  await endTime.fill('22:00');
  await startTime.fill('19:00');
  await expectEnd('', '22:00');
  endTime.element().focus();
  await startTime.fill('22:30');
  await expectEnd('2033-05-05', '01:30');
});

test('a new event is on the chosen calendar and shown in its month, and View opens it', async () => {
  serveCalendar();
  await openForm('2033-11-16');
  const calendar = dialog.getByLabelText('Calendar', { exact: true });
  await expect.element(calendar).toHaveValue(mainCalendar.id);
  await calendar.selectOptions('Learning');
  await dialog.getByLabelText('Title *').fill('Later');
  await press(dialog, 'Create Event');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listCreated().map(({ params }) => params.calendarId)).toEqual([learning.id]);
  const month = page.getByRole('grid', { name: 'November 2033' });
  await expect
    .element(month.getByRole('link', { name: 'Later' }))
    .toHaveAccessibleName(expect.stringMatching(/, Learning$/));
  await page.getByRole('button', { name: 'View', exact: true }).click();
  const panel = findPanel('Later');
  await expect.element(panel).toMatchTextContent('CalendarLearning');
  goBack();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(month).toBeVisible();
});

test('how an event repeats is described while it is edited, and sent', async () => {
  serveCalendar();
  await openForm('2033-06-30');
  await dialog.getByLabelText('Title *').fill('Forum');
  const expectWords = (words: string) =>
    expect.poll(() => dialog.getByRole('status').element().textContent).toBe(words);
  await dialog.getByLabelText('Repeats').selectOptions('weekly');
  await expectWords('Every week on Thursday');
  const toggle = async (weekday: string) => {
    dialog.getByRole('checkbox', { name: weekday }).element().focus();
    await userEvent.keyboard(' ');
  };
  await toggle('Tuesday');
  await expectWords('Every week on Tuesday, Thursday');
  // The weekday of the start cannot be unchecked.
  await toggle('Thursday, the day it starts on');
  await expectWords('Every week on Tuesday, Thursday');

  await dialog.getByLabelText('Repeats').selectOptions('monthly');
  await expectWords('Every month on the 30th');
  expect(dialog.getByRole('radio', { name: /^On / }).elements()).toHaveLength(5);
  dialog.getByRole('radio', { name: 'On the last day' }).element().focus();
  for (const [key, words] of [
    [' ', 'Every month on the last day'],
    ['{ArrowDown}', 'Every month on the fifth Thursday'],
    ['{ArrowDown}', 'Every month on the last Thursday'],
  ] as const) {
    await userEvent.keyboard(key);
    await expectWords(words);
  }

  await dialog.getByLabelText('Ends').selectOptions('times');
  const times = dialog.getByLabelText('Number of Occurrences');
  await times.fill('0');
  await press(dialog, 'Create Event');
  await expect.element(times).toHaveFocus();
  await expect.element(dialog).toMatchTextContent('Must be a whole number from 1 to 10000');
  await times.fill('3');
  await expectWords('Every month on the last Thursday for 3 occurrences');

  await dialog.getByLabelText('Repeats').selectOptions('daily');
  await dialog.getByLabelText('Every').fill('2');
  await dialog.getByLabelText('Ends').selectOptions('until');
  const lastDay = dialog.getByLabelText('Last Day', { exact: true });
  await lastDay.fill('2033-06-29');
  await press(dialog, 'Create Event');
  await expect.element(dialog).toMatchTextContent('Cannot be before it starts on Jun 30, 2033');
  await lastDay.fill('2033-07-08');
  await expectWords('Every 2 days until Jul 8, 2033');
  expect(listCreated()).toEqual([]);
  await press(dialog, 'Create Event');
  await expectToast('Event created successfully!');
  expect(listCreated().map(({ body }) => body.recurrence)).toEqual([
    expect.objectContaining({ frequency: 'daily', interval: 2, endBy: '2033-07-08', count: null }),
  ]);
});

test('what is pasted from a spreadsheet or from Word is text of the form', async () => {
  serveCalendar();
  await openForm('2033-05-11');
  const title = dialog.getByLabelText('Title *');
  await title.fill('Gala\t2033');
  await expect.element(title).toHaveValue('Gala 2033');
  const description = dialog.getByLabelText('Description');
  await description.fill('One\vtwo\tthree');
  await expect.element(description).toHaveValue('One\ntwo\tthree');
});

test('a title takes as many emoji as letters', async () => {
  serveCalendar();
  await openForm('2033-05-11');
  const title = dialog.getByLabelText('Title *');
  await title.fill('🎉'.repeat(201));
  await expect.element(title).toHaveValue('🎉'.repeat(200));
  await title.fill('x'.repeat(201));
  await expect.element(title).toHaveValue('x'.repeat(200));
});
