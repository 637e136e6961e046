/** Runs axe on every view, panel and dialog of the calendar, in both themes and at three widths. */
import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere, onPhone } from './axe.ts';
import {
  changeEventElsewhere,
  eventPath,
  findPanel,
  type MadeEvent,
  makeEvent,
} from './calendar.ts';
import { expect, signInQuickly, test } from './journey.ts';
import { findAlertDialog, findDialog, unique } from './wallets.ts';

test.describe.configure({ mode: 'parallel' });

type Screen = { name: string; part?: string; open: (page: Page, made: MadeEvent) => Promise<void> };

const screens: readonly Screen[] = [
  {
    name: 'a month with keyboard hints',
    open: async (page, made) => {
      await page.goto(`/calendar?layout=month&month=${made.startDate.slice(0, 7)}`);
      await page.getByRole('button', { name: 'Next month' }).focus();
      await page.keyboard.press('Tab');
      await expect(page.getByText('Arrow keys move by day')).toBeVisible();
    },
  },
  {
    name: 'a week with keyboard hints',
    open: async (page, made) => {
      await page.goto(`/calendar?layout=week&week=${made.startDate.slice(0, 10)}`);
      // The code of the week loads first.
      await expect(page.getByRole('grid').getByRole('link').first()).toBeVisible();
      await page.getByRole('button', { name: /^Next/ }).focus();
      await page.keyboard.press('Tab');
      await expect(page.getByText('Arrow keys move by hour')).toBeVisible();
    },
  },
  {
    name: 'a day’s list',
    open: async (page, made) => {
      await page.goto(`/calendar?day=${made.startDate.slice(0, 10)}`);
      await expect(page.getByRole('link', { name: made.title }).last()).toBeVisible();
    },
  },
  {
    name: 'an event',
    part: '[role=dialog]',
    open: async (page, made) => {
      await page.goto(eventPath(made));
      await expect(findPanel(page, made.title)).toContainText('Created By');
    },
  },
  {
    name: 'event not found',
    part: '[role=dialog]',
    open: async (page) => {
      await page.goto(`/calendar?event=${crypto.randomUUID()}`);
      await expect(page.getByText('Event not found')).toBeVisible();
    },
  },
  {
    name: 'creating a series, invalid',
    part: '[role=dialog]',
    open: async (page) => {
      await page.goto('/calendar?create=2034-01-31');
      const dialog = findDialog(page, 'Create New Event');
      await dialog.getByLabel('Repeats').selectOption('weekly');
      // The days of the week, and All day.
      await expect(dialog.getByRole('checkbox')).toHaveCount(8);
      await dialog.getByLabel('Ends').selectOption('until');
      await dialog.getByRole('button', { name: 'Create Event' }).click();
      await expect(dialog).toContainText('Choose the last day');
    },
  },
  {
    name: 'creating a monthly series',
    part: '[role=dialog]',
    open: async (page) => {
      await page.goto('/calendar?create=2034-01-31');
      const dialog = findDialog(page, 'Create New Event');
      await dialog.getByLabel('Repeats').selectOption('monthly');
      await expect(dialog).toContainText('Skipped in months without a 31st.');
      await dialog.getByLabel('Ends').selectOption('times');
    },
  },
  {
    name: 'editing an event',
    part: '[role=dialog]:not([data-sheet])',
    open: async (page, made) => {
      await page.goto(eventPath(made, '&dialog=edit'));
      await expect(findDialog(page, 'Edit Event')).toContainText('occurrence will be changed');
    },
  },
  {
    name: 'deleting an event',
    part: '[role=alertdialog]',
    open: async (page, made) => {
      await page.goto(eventPath(made, '&dialog=delete'));
      await expect(findAlertDialog(page, 'Delete Event')).toContainText('will be deleted');
    },
  },
  {
    name: 'a conflict',
    part: '[role=dialog]:not([data-sheet])',
    open: async (page, made) => {
      await page.goto(eventPath(made, '&dialog=edit'));
      const editing = findDialog(page, 'Edit Event');
      await editing.getByLabel('Location').fill('Pier 5');
      await editing.getByRole('radio', { name: 'All events' }).check();
      await changeEventElsewhere(page, made, { description: 'Bring two friends' });
      await editing.getByRole('button', { name: 'Update Event' }).click();
      await expect(editing.getByRole('button', { name: 'Keep My Changes' })).toBeVisible();
    },
  },
  {
    name: 'a new calendar, invalid',
    part: '[role=dialog]',
    open: async (page) => {
      await page.goto('/calendar?dialog=new-calendar');
      const dialog = findDialog(page, 'Create New Calendar');
      await dialog.getByRole('button', { name: 'Create Calendar' }).click();
      await expect(dialog).toContainText('Name is required');
    },
  },
  {
    name: 'the overview',
    open: async (page) => {
      await page.goto('/calendar?view=overview');
      await expect(page.getByText('UPCOMING').first()).toBeVisible();
    },
  },
];

const half = Math.ceil(screens.length / 2);

test.use({ ...onPhone, allowFailedRequests: true });

for (const some of [screens.slice(0, half), screens.slice(half)]) {
  const names = some.map(({ name }) => name).join(', ');
  test(`${names} are accessible at every width, in both themes`, async ({ page }) => {
    test.setTimeout(360_000);
    await signInQuickly(page, 'member');
    const made = await makeEvent(page, {
      title: unique('Accessibility'),
      day: '2034-12-06',
      description: 'Bring a friend',
      location: 'Pier 4',
      recurrence: { frequency: 'weekly', byDay: ['WE'], count: 3 },
    });
    for (const { name, part, open } of some) {
      await test.step(name, async () => {
        await open(page, made);
        await expectAccessibleEverywhere(page, name, part);
      });
    }
  });
}
