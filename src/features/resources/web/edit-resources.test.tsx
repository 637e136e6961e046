/** Resources that another admin saved while they were edited. */
import { beforeEach, expect, test } from 'vitest';
import { expectToast, findAlertDialog, findDialog, press } from '#web/testing/controls.ts';
import { answer, refuse, requestsOf } from '#web/testing/network.ts';
import { open } from '#web/testing/open.tsx';
import { type Resource, type ResourceList, resourceCalls } from '../contract.ts';

const dialog = findDialog('Edit Resources');
const field = (place: number, label: string) =>
  dialog.getByRole('group', { name: `Resource ${place}` }).getByLabelText(label);
const conflict = dialog.getByText('Someone else changed the resources while you were editing.');

let saved: ResourceList;
const resource = (title: string, fields: Partial<Resource> = {}): Resource => ({
  category: 'Chapter',
  title,
  description: '',
  leadsTo: { kind: 'calendar' },
  href: null,
  addedAt: null,
  ...fields,
});
/** By somebody else. */
const change = (...items: Resource[]) => {
  saved = { items, version: saved.version + 1 };
};

beforeEach(() => {
  saved = { items: ['Handbook', 'Bylaws', 'Photos'].map((title) => resource(title)), version: 1 };
  answer(resourceCalls.list, () => saved);
  answer(resourceCalls.change, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${saved.version}"`)
      return refuse(412, 'changed_meanwhile', 'Someone else changed the resources');
    change(...body.items.map((item) => resource(item.title, item)));
    return saved;
  });
});

const openForm = () => open('/resources?dialog=edit', { as: 'admin' });
const listTitles = () =>
  [...dialog.element().querySelectorAll<HTMLInputElement>('[name=title]')].map(
    ({ value }) => value,
  );

test('both changes are kept: fields, what was added, and what was removed', async () => {
  await openForm();
  await field(1, 'Title').fill('The Handbook');
  await press(dialog, 'Remove Photos');
  await press(dialog, 'Add Resource');
  await field(3, 'Title').fill('Map');
  await field(3, 'Category').fill('Chapter');
  await field(3, 'URL').fill('https://map.example.org');
  change(
    resource('Bylaws'),
    resource('Handbook', { description: 'Of 2027' }),
    resource('Photos'),
    resource('Songs'),
  );
  await press(dialog, 'Save Resources');
  await expect.element(conflict).toBeVisible();
  // Theirs in their order, then what was added here.
  expect(listTitles()).toEqual(['Bylaws', 'The Handbook', 'Songs', 'Map']);
  await expect.element(field(2, 'Description')).toHaveValue('Of 2027');
  await press(dialog, 'Save My Changes');
  await expectToast('Resources saved');
  expect(saved.items.map(({ title, description }) => [title, description])).toEqual([
    ['Bylaws', ''],
    ['The Handbook', 'Of 2027'],
    ['Songs', ''],
    ['Map', ''],
  ]);
});

test('an order that was chosen stays, and what was typed where they removed it', async () => {
  await openForm();
  await press(dialog, 'Move Photos up');
  await field(1, 'Description').fill('Mine');
  change(resource('Bylaws'), resource('Photos'), resource('Songs'));
  await press(dialog, 'Save Resources');
  await expect.element(conflict).toBeVisible();
  expect(listTitles()).toEqual(['Handbook', 'Photos', 'Bylaws', 'Songs']);
  await press(dialog, 'Cancel');
  await press(findAlertDialog('Discard your changes?'), 'Discard');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(requestsOf(resourceCalls.change)).toHaveLength(1);
});
