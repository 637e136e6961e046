/** Categories that another admin saved while the form was open. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectToast, press } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { type CategoryList, categoryCalls } from '../../categories/category-contract.ts';
import { serveCalendar } from '../testing/calendar-samples.ts';

const card = page.getByRole('region', { name: 'Event Categories' });
const nameOf = (place: number) => card.getByLabelText(`Name of category ${place}`);
const colorOf = (name: string) => card.getByLabelText(`Color of ${name}`);

let saved: CategoryList;
const category = (color: string, name: string) => ({ color, name, upcomingEvents: 0 });
/** By somebody else. */
const change = (...items: CategoryList['items']) => {
  saved = { items, version: saved.version + 1 };
};

beforeEach(() => {
  serveCalendar();
  saved = {
    items: [category('2563eb', 'Board'), category('f59e0b', 'Social'), category('059669', 'Pitch')],
    version: 1,
  };
  answer(categoryCalls.list, () => saved);
  answer(categoryCalls.change, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${saved.version}"`)
      return refuse(412, 'changed_meanwhile', 'Someone else changed the categories');
    change(...body.items.map(({ color, name }) => category(color, name)));
    return saved;
  });
});

const openForm = () => open('/settings/events', { as: 'admin' });
const listNames = () =>
  [...card.element().querySelectorAll('input')].map((field: HTMLInputElement) => field.value);
const conflict = card.getByText('Someone else changed the categories while you were editing.');

test('both changes are kept: names, colors, what was added, and what was removed', async () => {
  await openForm();
  await nameOf(1).fill('The Board');
  await press(card, 'Add Category');
  await nameOf(4).fill('Retreat');
  await press(card, 'Remove Pitch');
  change(
    category('f59e0b', 'Socials'),
    category('2563eb', 'Board'),
    category('059669', 'Pitch'),
    category('db2777', 'Family'),
  );
  await press(card, 'Save Categories');
  await expect.element(conflict).toBeVisible();
  // Theirs in their order, then what was added here.
  expect(listNames()).toEqual(['Socials', 'The Board', 'Family', 'Retreat']);
  await press(card, 'Save My Changes');
  await expectToast('Categories saved');
  await expect.element(conflict).not.toBeInTheDocument();
  expect(saved.items.map(({ name }) => name)).toEqual([
    'Socials',
    'The Board',
    'Family',
    'Retreat',
  ]);
  expect(requestsOf(categoryCalls.change).at(-1)?.body.items[1]).toEqual({
    color: '2563eb',
    name: 'The Board',
    previousColor: '2563eb',
  });
  await expect.element(card.getByRole('button', { name: 'Save Categories' })).toBeVisible();
});

test('a category that was added keeps its field, and so the focus, when it is saved', async () => {
  await openForm();
  await press(card, 'Add Category');
  await nameOf(4).fill('Retreat');
  await userEvent.keyboard('{Enter}');
  await expectToast('Categories saved');
  await expect.element(nameOf(4)).toHaveFocus();
});

test('a color that was taken meanwhile is named, and an order that was chosen stays', async () => {
  await openForm();
  await press(card, 'Move Pitch up');
  await colorOf('Pitch').selectOptions('db2777');
  change(...saved.items, category('db2777', 'Family'));
  await press(card, 'Save Categories');
  await expect.element(conflict).toBeVisible();
  expect(listNames()).toEqual(['Board', 'Pitch', 'Social', 'Family']);
  await press(card, 'Save My Changes');
  await expect.element(card.getByText('Another category has this color')).toBeVisible();
  expect(requestsOf(categoryCalls.change)).toHaveLength(1);
});

test('nothing is written over if the newest version could not be read either', async () => {
  await openForm();
  await nameOf(1).fill('The Board');
  change(category('2563eb', 'Trustees'));
  answer(categoryCalls.list, refuse(503, 'database_unavailable', 'Down'));
  await press(card, 'Save Categories');
  await expect.element(card.getByRole('button', { name: 'Save My Changes' })).toBeVisible();
  answer(categoryCalls.list, () => saved);
  await press(card, 'Save My Changes');
  await expect.poll(listNames).toEqual(['The Board']);
  await press(card, 'Save My Changes');
  await expectToast('Categories saved');
  expect(saved.items.map(({ name }) => name)).toEqual(['The Board']);
});
