/**
 * The keys of the month, as the date grid of the ARIA Authoring Practices (date picker) defines them. Which
 * day each key moves to is tried in `day-navigation.test.ts`, and the keys within a day in `day-keys.test.ts`.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatFullDay } from '#kit/calendar/weekday.ts';
import type { Day } from '#kit/day.ts';
import { findDialog, findPanel } from '#web/testing/controls.ts';
import { getAddress, open } from '#web/testing/open.tsx';
import { formatMonthTitle } from '#web/ui/fields/day-navigation.ts';
import { makeEvent, serveCalendar } from '../testing/calendar-samples.ts';

// High enough for two events and more in each day.
beforeEach(() => page.viewport(1280, 900));

const grid = page.getByRole('grid');
const form = findDialog('Create New Event');
const findDay = (day: Day) =>
  document.querySelector<HTMLElement>(`[role=grid] [data-day="${day}"]`);
const findFocusedDay = () => (document.activeElement as HTMLElement | null)?.dataset['day'];

/** The heading that names the grid. */
const findTitle = () => {
  const id = document.querySelector('[role=grid]')?.getAttribute('aria-labelledby') ?? '';
  return document.getElementById(id);
};

/** Expects the day to have the focus and to be the only tab stop, with its month in the address. */
async function expectDayFocused(day: Day): Promise<void> {
  await expect.poll(findFocusedDay).toBe(day);
  await expect.poll(getAddress).toContain(`month=${day.slice(0, 7)}`);
  const stops = document.querySelectorAll<HTMLElement>('[role=grid] [tabindex="0"]');
  expect([...stops].map(({ dataset }) => dataset['day'])).toEqual([day]);
}

async function focusDay(day: Day): Promise<void> {
  await expect.poll(() => findDay(day)).not.toBeNull();
  findDay(day)?.focus();
  await expectDayFocused(day);
}

const openMonth = (month: string) => open(`/calendar?month=${month}&layout=month`);

test('keys move within the month and into others, which are announced', async () => {
  serveCalendar();
  await openMonth('2030-05');
  await focusDay('2030-05-15');
  for (const [keys, to] of [
    ['{ArrowRight}', '2030-05-16'],
    ['{ArrowDown}', '2030-05-23'],
    ['{ArrowUp}', '2030-05-16'],
    ['{Home}', '2030-05-12'],
    ['{End}', '2030-05-18'],
    ['{ArrowLeft}', '2030-05-17'],
    ['{PageDown}', '2030-06-17'],
    ['{PageUp}', '2030-05-17'],
    ['{Shift>}{PageDown}{/Shift}', '2031-05-17'],
    ['{Shift>}{PageUp}{/Shift}', '2030-05-17'],
    ['{ArrowDown}', '2030-05-24'],
    ['{ArrowDown}', '2030-05-31'],
    ['{ArrowRight}', '2030-06-01'],
    ['{ArrowLeft}', '2030-05-31'],
    ['{PageDown}', '2030-06-30'],
    ['{ArrowDown}', '2030-07-07'],
    ['{ArrowUp}', '2030-06-30'],
  ] as const) {
    await userEvent.keyboard(keys);
    await expectDayFocused(to);
    await expect.poll(() => findTitle()?.textContent).toBe(formatMonthTitle(to));
    expect(findTitle()?.getAttribute('aria-live')).toBe('polite');
  }
});

test('Enter and Space open the form for a new event on the focused day, which gets the focus back', async () => {
  serveCalendar();
  await openMonth('2030-05');
  await focusDay('2030-05-15');
  for (const key of ['{Enter}', ' ']) {
    await userEvent.keyboard(key);
    await expect.element(form).toMatchTextContent('Creating event for Wednesday, May 15, 2030');
    await expect.element(form.getByLabelText('Title *')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(form).not.toBeInTheDocument();
    await expectDayFocused('2030-05-15');
  }
});

test('the month is one tab stop, and keys pressed quickly all count', async () => {
  serveCalendar(makeEvent('Inside', '2030-07-01'));
  await openMonth('2030-07');
  await expect.element(grid.getByRole('link', { name: /^Inside/ })).toBeVisible();
  const layout = page.getByRole('radio', { name: 'Month' });
  layout.element().focus();
  await userEvent.tab();
  await expectDayFocused('2030-07-01');
  const hint = page.getByText('Press Enter to create an event or F2 to go to');
  await expect.element(hint).toBeVisible();
  await userEvent.keyboard('{PageDown}{ArrowRight}{PageDown}{ArrowDown}');
  await expectDayFocused('2030-09-09');
  await userEvent.tab({ shift: true });
  await expect.element(layout).toHaveFocus();
  await userEvent.tab();
  await expectDayFocused('2030-09-09');
  await userEvent.tab();
  await expect.poll(() => document.querySelector('[role=grid] :focus')).toBeNull();
});

describe('the events of a day', () => {
  const day = '2031-03-05';
  const serveEvening = () =>
    serveCalendar(...['a', 'b', 'c', 'd'].map((part) => makeEvent(`Evening ${part}`, day)));
  const find = (part: string) =>
    grid.getByRole('link', { name: `Evening ${part}, ${formatFullDay(day)}` });
  const more = grid.getByRole('button', { name: `+2 more, ${formatFullDay(day)}` });

  test('F2 enters them, arrows move between them, and F2, Escape or another arrow returns', async () => {
    serveEvening();
    await openMonth('2031-03');
    await expect.element(more).toBeVisible();
    await focusDay(day);
    for (const [key, item] of [
      ['{F2}', find('a')],
      ['{ArrowDown}', find('b')],
      ['{End}', more],
      ['{ArrowDown}', more],
      ['{ArrowUp}', find('b')],
      ['{Home}', find('a')],
    ] as const) {
      await userEvent.keyboard(key);
      await expect.element(item).toHaveFocus();
    }
    for (const key of ['{F2}', '{Escape}', '{ArrowUp}']) {
      await userEvent.keyboard(key);
      await expectDayFocused(day);
      await userEvent.keyboard('{F2}');
      await expect.element(find('a')).toHaveFocus();
    }
    await userEvent.keyboard('{ArrowRight}');
    await expectDayFocused('2031-03-06');

    // However an event got the focus.
    find('a').element().focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expectDayFocused('2031-03-04');
  });

  test('what is opened from them returns the focus to them', async () => {
    serveEvening();
    await openMonth('2031-03');
    await expect.element(more).toBeVisible();
    await focusDay(day);
    await userEvent.keyboard('{F2}{Enter}');
    const panel = findPanel('Evening a');
    await expect.element(panel.getByRole('heading', { name: 'Evening a' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(find('a')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expectDayFocused(day);

    await userEvent.keyboard('{F2}{End}{Enter}');
    const list = findDialog(formatFullDay(day));
    await expect.poll(() => list.getByRole('link').elements().length).toBe(4);
    await expect.poll(() => list.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.element(more).toHaveFocus();
  });
});

test('days have full names with their number of events, and weekdays and today are announced', async () => {
  serveCalendar(makeEvent('Alone', '2032-02-11'));
  await openMonth('2032-02');
  const cell = page.getByRole('gridcell', { name: /^Wednesday, February 11, 2032, 1 event/ });
  await expect
    .element(cell.getByRole('link'))
    .toHaveAccessibleName(
      'Alone, Wednesday, February 11, 2032, 6:00 PM – 7:00 PM, Primary Blue, Main',
    );
  expect(document.querySelectorAll('[role=grid] td')).toHaveLength(42);
  for (const [day, name] of [
    ['2032-02-11', 'Wednesday, February 11, 2032, 1 event'],
    ['2032-02-12', 'Thursday, February 12, 2032, no events'],
  ] as const) {
    expect(findDay(day)?.getAttribute('aria-label')).toBe(name);
  }
  const weekdays = [...document.querySelectorAll<HTMLTableCellElement>('[role=grid] th')];
  expect(weekdays.map(({ textContent, abbr }) => [textContent, abbr])).toEqual(
    ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name) => [
      name.slice(0, 3),
      name,
    ]),
  );
  const listToday = () => document.querySelectorAll('[role=grid] [aria-current=date]').length;
  expect(listToday()).toBe(0);
  await userEvent.keyboard('t');
  await expect.poll(listToday).toBe(1);
});

describe('selected days', () => {
  const listSelected = () =>
    [...document.querySelectorAll<HTMLElement>('[role=grid] [data-selected]')].map(
      ({ dataset }) => dataset['day'],
    );
  const hint = page.getByText('to Thursday, June 5, 2031 selected');
  const threeDays = ['2031-06-03', '2031-06-04', '2031-06-05'];

  async function select(): Promise<void> {
    await focusDay('2031-06-03');
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect.element(hint).toBeVisible();
    expect(listSelected()).toEqual(threeDays);
  }

  test('Enter proposes an event from the first through the last, whichever was first', async () => {
    serveCalendar();
    await openMonth('2031-06');
    await focusDay('2031-06-05');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    await expect.poll(listSelected).toEqual(threeDays);
    await userEvent.keyboard('{Enter}');
    await expect.element(form.getByLabelText('Start Date *')).toHaveValue('2031-06-03');
    await expect
      .element(form.getByLabelText('End Date', { exact: true }))
      .toHaveValue('2031-06-05');
  });

  test('they stay within the weeks that are shown', async () => {
    serveCalendar();
    await openMonth('2031-06');
    await focusDay('2031-06-01');
    await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowLeft}{/Shift}');
    await expectDayFocused('2031-06-01');
    expect(listSelected()).toEqual([]);
  });

  test('they are forgotten by Escape, by a move without Shift, by a click elsewhere and with another month', async () => {
    serveCalendar();
    await openMonth('2031-06');
    for (const [key, left] of [
      ['{Escape}', '2031-06-05'],
      ['{ArrowRight}', '2031-06-06'],
    ] as const) {
      await select();
      await userEvent.keyboard(key);
      await expect.poll(listSelected).toEqual([]);
      await expectDayFocused(left);
    }

    await select();
    findDay('2031-06-20')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    await expect.element(form).toMatchTextContent('Creating event for Friday, June 20, 2031');
    await expect.element(form.getByLabelText('End Date', { exact: true })).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(form).not.toBeInTheDocument();
    expect(listSelected()).toEqual([]);

    await select();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect.element(page.getByRole('grid', { name: 'July 2031' })).toBeVisible();
    await page.getByRole('button', { name: 'Previous month' }).click();
    await expect.element(page.getByRole('grid', { name: 'June 2031' })).toBeVisible();
    expect(listSelected()).toEqual([]);
  });
});

test('other keys and combinations with modifiers are left to the browser', async () => {
  serveCalendar();
  await openMonth('2030-05');
  await focusDay('2030-05-15');
  for (const keys of [
    '{Control>}{ArrowRight}{/Control}',
    '{Alt>}{ArrowDown}{/Alt}',
    'a',
    '{F2}',
    '{Delete}',
  ]) {
    const prevented: boolean[] = [];
    const note = ({ defaultPrevented }: KeyboardEvent) => prevented.push(defaultPrevented);
    addEventListener('keydown', note);
    await userEvent.keyboard(keys);
    removeEventListener('keydown', note);
    await expectDayFocused('2030-05-15');
    expect([keys, prevented.includes(true)]).toEqual([keys, false]);
  }
});
