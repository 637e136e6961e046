/** The calendar: its month and address, several calendars, the lists of days, and a phone. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { addDays, addMonths, getFirstDay, toMonth } from '#kit/calendar/month.ts';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import { queryClient } from '#web/api/query-client.ts';
import { expectToast, findDialog, findPanel, press } from '#web/testing/controls.ts';
import { answer, fail, hold } from '#web/testing/network.ts';
import { getAddress, goBack, leave, open } from '#web/testing/open.tsx';
import { today } from '#web/testing/session.ts';
import { listingCalls } from '../../listing-contract.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { learning, makeEvent, serveCalendar } from '../testing/calendar-samples.ts';
import { mainCalendar } from '../testing/event-samples.ts';

// High enough for two events and more in each day.
beforeEach(() => page.viewport(1280, 900));

const grid = page.getByRole('grid');
const select = page.getByLabelText('Select Calendar');
const learningSwitch = page.getByRole('switch', { name: 'Learning' });
const findInGrid = (title: string) => grid.getByRole('link', { name: title });
const findMonth = (name: string) => page.getByRole('grid', { name });
const countToday = () => document.querySelectorAll('[role=grid] [aria-current=date]').length;
const listTexts = (links: Locator) => links.elements().map(({ textContent }) => textContent);

describe('the month', () => {
  test('the chosen one is in the address, and today is shown from any', async () => {
    serveCalendar();
    await open('/calendar?month=2030-12&layout=month');
    await expect.element(page.getByText('Click on any date to create a new event')).toBeVisible();
    await press(page, 'Next month');
    await expect.element(findMonth('January 2031')).toBeVisible();
    expect(getAddress()).toContain('month=2031-01');
    await press(page, 'Previous month');
    await expect.element(findMonth('December 2030')).toBeVisible();
    expect(countToday()).toBe(0);
    await userEvent.keyboard('t');
    await expect.poll(countToday).toBe(1);
    leave();
    await open('/calendar?month=2030-12&layout=month');
    await press(page, 'Today');
    await expect.poll(countToday).toBe(1);
  });

  test('the one chosen while an event is open remains after the event closes', {
    tags: ['all'],
  }, async () => {
    serveCalendar(makeEvent('Beside', '2036-02-13'));
    await open('/calendar?month=2036-02&layout=month');
    await findInGrid('Beside').click();
    const panel = findPanel('Beside');
    await expect.element(panel).toBeVisible();
    await press(page, 'Next month');
    await expect.element(findMonth('March 2036')).toBeVisible();
    await expect.element(panel).toBeVisible();
    await press(panel, 'Close panel');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(getAddress).not.toContain('event=');
    await expect.element(findMonth('March 2036')).toBeVisible();
  });

  test('calendars and months say that they are loading, or could not be loaded', async () => {
    serveCalendar(makeEvent('Early', '2035-10-13'));
    const release = hold(listingCalls.calendars);
    await open('/calendar?month=2035-10&layout=month');
    const chosen = () => select.element().querySelector('option:checked')?.textContent;
    await expect.poll(chosen).toBe('Loading calendars...');
    const loading = page.getByText('Loading calendar...', { exact: true });
    await expect.element(loading).toBeVisible();
    release();
    await expect.poll(chosen).toBe('All calendars');
    await expect.element(findInGrid('Early')).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
    leave();

    serveCalendar(makeEvent('Early', '2035-10-13'));
    answer(listingCalls.listAll, fail(400));
    await open('/calendar?month=2035-10&layout=month');
    await expect.element(page.getByText("Couldn't load events.")).toBeVisible();
    serveCalendar(makeEvent('Early', '2035-10-13'));
    await page.getByRole('button', { name: 'Retry' }).first().click();
    await expect.element(findInGrid('Early')).toBeVisible();
  });
});

test('a page that stays open has the next day as today from midnight on', async () => {
  const tomorrow = addDays(today(), 1);
  serveCalendar();
  await open(`/calendar?month=${toMonth(tomorrow)}&layout=month`);
  const cell = grid.getByRole('gridcell', { name: new RegExp(`^${formatFullDay(tomorrow)}`) });
  const isToday = () => cell.element().querySelector('[aria-current=date]') !== null;
  await expect.poll(isToday).toBe(false);
  const later = Temporal.Now.instant().add({ hours: 24 });
  const clock = vi.spyOn(Temporal.Now, 'instant').mockReturnValue(later);
  onTestFinished(() => clock.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(isToday).toBe(true);
});

describe('a day with many events', () => {
  const day = '2033-04-13';
  const colors = ['2563eb', '7c3aed', '059669', 'dc2626'];
  const list = findDialog(formatFullDay(day));
  const more = grid.getByRole('button', { name: `+2 more, ${formatFullDay(day)}` });

  async function openDay(): Promise<void> {
    serveCalendar(
      ...colors.map((categoryColor, at) => makeEvent(`Busy ${'abcd'[at]}`, day, { categoryColor })),
    );
    await open('/calendar?month=2033-04&layout=month');
    await more.click();
    await expect.element(list).toMatchTextContent('4 events');
    expect(getAddress()).toContain(`day=${day}`);
  }

  test('it shows two in their colors and the rest in its list, to which an event returns', async () => {
    await openDay();
    const chips = page
      .getByRole('gridcell', { name: new RegExp(`^${formatFullDay(day)}`) })
      .getByRole('link');
    expect(listTexts(chips)).toEqual(['Busy a', 'Busy b']);
    const edges = chips.elements().map((chip) => getComputedStyle(chip).borderLeftColor);
    expect(edges).toEqual(['rgb(37, 99, 235)', 'rgb(124, 58, 237)']);
    await list.getByRole('link', { name: 'Busy d' }).click();
    const panel = findPanel('Busy d');
    await expect.element(panel).toBeVisible();
    goBack();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(list).toBeVisible();
    goBack();
    await expect.element(list).not.toBeInTheDocument();
  });

  test('its list closes with another month, which need not have its events', async () => {
    await openDay();
    await press(page, 'Next month');
    await expect.element(findMonth('May 2033')).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
    expect(getAddress()).not.toContain('day=');
    goBack();
    await expect.element(findMonth('April 2033')).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
  });
});

test('an event over several days is one bar in each week, which each of its days reaches', async () => {
  const times = { startDate: '2033-09-16T18:00', endDate: '2033-09-18T12:00' } as const;
  const gala = makeEvent('Gala', '2033-09-16', times);
  serveCalendar(gala, ...['a', 'b', 'c'].map((part) => makeEvent(`Full ${part}`, '2033-09-17')));
  const own = { occurrenceId: gala.occurrenceId, answer: 'going', status: 'confirmed' } as const;
  answer(rsvpCalls.own, { items: [own] });
  await open('/calendar?month=2033-09&layout=month');
  const bars = findInGrid('Gala');
  await expect.element(bars.first()).toHaveAccessibleName(expect.stringMatching(/you are going/));
  const widths = bars.elements().map((bar) => bar.getBoundingClientRect().width);
  const cell =
    document.querySelector('[data-day="2033-09-16"]')?.getBoundingClientRect().width ?? 1;
  expect(widths.map((width) => Math.round(width / cell))).toEqual([2, 1]);
  await expect
    .element(page.getByRole('button', { name: /^\+2 more, Saturday, September 17/ }))
    .toBeVisible();
  const heights = [...document.querySelectorAll('[role=grid] tbody tr')].map((row) =>
    Math.round(row.getBoundingClientRect().height),
  );
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
  document.querySelector<HTMLElement>('[data-day="2033-09-17"]')?.focus();
  await userEvent.keyboard('{F2}');
  await expect.element(bars.first()).toHaveFocus();
});

describe('several calendars', () => {
  const early = makeEvent('Workshop', '2035-03-17', {
    calendarId: learning.id,
    startDate: '2035-03-17T08:00',
    endDate: '2035-03-17T09:00',
    categoryColor: '059669',
  });
  const late = makeEvent('Dinner', '2035-03-17');
  const openMarch = async (more = '') => {
    serveCalendar(late, early);
    await open(`/calendar?month=2035-03${more}`);
    await expect.element(findInGrid('Dinner')).toBeVisible();
  };

  test('all are shown by default, and each can be switched off, which is kept', async () => {
    await openMarch('&layout=month');
    await expect.element(select).toHaveValue('all');
    const cell = page.getByRole('gridcell', { name: /^Saturday, March 17, 2035, 2 events/ });
    await expect.poll(() => listTexts(cell.getByRole('link'))).toEqual(['Workshop', 'Dinner']);
    await expect
      .element(findInGrid('Workshop'))
      .toHaveAccessibleName(
        'Workshop, Saturday, March 17, 2035, 8:00 AM – 9:00 AM, Success Green, Learning',
      );
    const key = page.getByRole('list', { name: 'Categories' }).getByRole('listitem');
    await expect.poll(() => listTexts(key)).toEqual(['Primary Blue', 'Success Green']);
    await learningSwitch.click();
    await expect.element(findInGrid('Workshop')).not.toBeInTheDocument();
    await expect.element(findInGrid('Dinner')).toBeVisible();
    // Only the colors that are on the shown days; the calendars have none.
    await expect.poll(() => listTexts(key)).toEqual(['Primary Blue']);
    const switches = page.getByRole('group', { name: 'Shown Calendars' });
    expect(switches.element().innerHTML).not.toContain('--hue');
    await press(page, 'Next month');
    await press(page, 'Previous month');
    await expect.element(findInGrid('Dinner')).toBeVisible();
    await expect.element(findInGrid('Workshop')).not.toBeInTheDocument();
    await learningSwitch.click();
    await expect.element(findInGrid('Workshop')).toBeVisible();
  });

  test('one can be chosen, and an event keeps the view and its own calendar', async () => {
    await openMarch('&layout=month');
    await select.selectOptions('Main');
    await expect.element(findInGrid('Workshop')).not.toBeInTheDocument();
    await expect.element(findInGrid('Dinner')).toBeVisible();
    expect(getAddress()).toContain(`calendar=${mainCalendar.id}`);
    await select.selectOptions('All calendars');
    await findInGrid('Workshop').click();
    const panel = findPanel('Workshop');
    await expect.element(panel).toMatchTextContent('CalendarLearning');
    await expect.element(panel).toHaveAccessibleDescription(expect.stringMatching(/ · Learning$/));
    const address = findInGrid('Workshop').element().getAttribute('href') ?? '';
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(getAddress).toMatch(/calendar\?month=2035-03&layout=month&calendar=all$/);
    leave();
    serveCalendar(late, early);
    await open(address);
    await expect.element(panel).toMatchTextContent('CalendarLearning');
    await expect.element(select).toHaveValue('all');
  });

  test('the agenda lists the days with events, and the choice of it is kept', async () => {
    await openMarch('&layout=month');
    await page.getByText('Agenda', { exact: true }).click();
    await expect.poll(getAddress).toContain('layout=agenda');
    const day = page.getByRole('region', { name: 'Saturday, March 17, 2035' });
    await expect.element(day).toBeVisible();
    const titles = () =>
      listTexts(day.getByRole('link')).map((text) => /Workshop|Dinner/.exec(text ?? '')?.[0]);
    await expect.poll(titles).toEqual(['Workshop', 'Dinner']);
    const areas = page.getByRole('navigation', { name: 'Main' });
    await areas.getByRole('link', { name: 'Calendar' }).click();
    await expect.poll(getAddress).not.toContain('layout=');
    await expect.element(page.getByRole('radio', { name: 'Agenda' })).toBeChecked();
  });

  test('they are created and renamed, and the new name is shown at once', {
    tags: ['all'],
  }, async () => {
    await openMarch('&layout=month');
    const chosen = () => select.element().querySelector('option:checked')?.textContent;
    await press(page, 'Calendars');
    await page.getByRole('menuitem', { name: 'New Calendar' }).click();
    const creating = findDialog('Create New Calendar');
    await press(creating, 'Create Calendar');
    await expect.element(creating).toMatchTextContent('Name is required');
    await creating.getByLabelText('Name *').fill('Sailing');
    await userEvent.keyboard('{Enter}');
    await expectToast('Calendar created successfully');
    await expect.poll(chosen).toBe('Sailing');

    await select.selectOptions('Learning');
    await press(page, 'Calendars');
    await page.getByRole('menuitem', { name: 'Edit Learning' }).click();
    const editing = findDialog('Edit Calendar');
    await editing.getByLabelText('Name *').fill('Learning club');
    await press(editing, 'Update Calendar');
    await expectToast('Calendar updated successfully');
    await expect.poll(chosen).toBe('Learning club');
    await select.selectOptions('All calendars');
    await expect
      .element(findInGrid('Workshop'))
      .toHaveAccessibleName(expect.stringMatching(/, Learning club$/));
    // What is read again after a change would ask for a token once the test has ended.
    await expect.poll(() => queryClient.isFetching()).toBe(0);
  });

  test('a chapter with one offers no choice and ignores calendar=all', async () => {
    serveCalendar();
    answer(listingCalls.calendars, { items: [mainCalendar], offersSample: false });
    await open('/calendar?calendar=all&create=2035-09-12&layout=month');
    const creating = findDialog('Create New Event');
    await expect.element(creating.getByLabelText('Title *')).toBeVisible();
    await expect
      .element(creating.getByLabelText('Calendar', { exact: true }))
      .not.toBeInTheDocument();
    const options = select.element().querySelectorAll('option:not([hidden])');
    expect([...options].map(({ textContent }) => textContent)).toEqual(['Main']);
    await expect.element(learningSwitch).not.toBeInTheDocument();
  });
});

describe('a phone', () => {
  beforeEach(() => page.viewport(360, 740));

  test('days have dots and the list of the selected one, from which events open', async () => {
    serveCalendar(makeEvent('Small a', '2036-04-16'), makeEvent('Small b', '2036-04-16'));
    await open('/calendar?layout=month&month=2036-04');
    await page.getByRole('button', { name: 'Wednesday, April 16, 2036, 2 events' }).click();
    const list = page.getByRole('region', { name: 'Wednesday, April 16, 2036' });
    await expect.poll(() => list.getByRole('link', { name: 'Small' }).elements().length).toBe(2);
    await expect.element(grid.getByRole('link')).not.toBeInTheDocument();
    await list.getByRole('link', { name: 'Small b' }).click();
    await expect.element(findPanel('Small b')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.getByRole('link', { name: 'Small b' })).toHaveFocus();
    await press(page, 'Next month');
    await expect.element(page.getByRole('region', { name: 'Thursday, May 1, 2036' })).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
  });

  test('today is shown from any days, also after a day was chosen', async () => {
    serveCalendar();
    await open('/calendar?layout=week&day=2036-04-16');
    await expect.element(page.getByRole('heading', { name: 'Apr 16 – 18, 2036' })).toBeVisible();
    await press(page, 'Today');
    await expect.poll(() => document.querySelectorAll('[data-now]').length).toBe(1);
    expect(getAddress()).not.toContain('day=');
    leave();
    serveCalendar();
    await open('/calendar?layout=month&day=2036-04-16');
    await press(page, 'Today');
    const selected = () => document.querySelectorAll('[aria-selected] [aria-current=date]').length;
    await expect.poll(selected).toBe(1);
  });

  test('View Options has the other controls and returns the focus', async () => {
    serveCalendar();
    await open('/calendar?layout=month&month=2036-04');
    const button = page.getByRole('button', { name: 'View Options' });
    const options = page.getByRole('group', { name: 'View Options' });
    await button.click();
    await options.getByRole('switch', { name: 'Learning' }).click();
    await options.getByLabelText('Select Calendar').selectOptions('Learning');
    await expect.poll(getAddress).toContain(`calendar=${learning.id}`);
    await options.getByText('Agenda', { exact: true }).click();
    await expect.poll(getAddress).toContain('layout=agenda');
    await expect.element(options).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  test('the agenda of this month goes on by itself only if nothing is left of it', async () => {
    const first = getFirstDay(addMonths(toMonth(today()), 1));
    const next = page.getByRole('region', { name: formatFullDay(first) });
    serveCalendar(makeEvent('Kickoff', first));
    await open('/calendar?layout=agenda');
    await expect.element(next.getByRole('link', { name: /Kickoff/ })).toBeVisible();
    await expect.element(page.getByText('No events this month')).not.toBeInTheDocument();
    leave();
    serveCalendar(makeEvent('Dinner', today()), makeEvent('Kickoff', first));
    await open('/calendar?layout=agenda');
    await expect.element(page.getByRole('link', { name: /Dinner/ })).toBeVisible();
    await expect.element(next).not.toBeInTheDocument();
  });

  test('the agenda goes on to the next month, by a button that keeps the focus', async () => {
    serveCalendar();
    await open('/calendar?layout=agenda&month=2036-12');
    await press(page, 'Show January 2037');
    await expect.element(page.getByRole('heading', { name: 'January 2037' })).toBeInViewport();
    expect(getAddress()).toContain('month=2037-01');
    const next = page.getByRole('button', { name: 'Show February 2037' });
    await expect.element(next).toHaveFocus();
  });
});
