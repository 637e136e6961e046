/** The directory: searching, sorting, what each role is offered, groups, and importing a table. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Id } from '#kit/id.ts';
import { page as pageOf } from '#kit/page.ts';
import { chooseOption, expectToast, findDialog, press } from '#web/testing/controls.ts';
import { answer, fail, hold, refuse, requestsOf } from '#web/testing/network.ts';
import { getAddress, leave, open } from '#web/testing/open.tsx';
import { memberId, members, nextId } from '#web/testing/session.ts';
import { directoryCalls, type ListedMember } from '../directory-contract.ts';
import { groupCalls, type MemberGroup } from '../group-contract.ts';
import { importCalls } from '../import-contract.ts';
import { membershipCalls } from '../membership-contract.ts';

const companies = ['Zephyr', 'Yard', 'Xenon', 'Vine', 'Wharf'];
const listed: readonly ListedMember[] = members.map((member, at) => ({
  ...member,
  phoneUrl: null,
  company: companies[at] ?? null,
  title: null,
  city: 'Oslo',
  headline: null,
  asks: null,
  offers: null,
}));

/** Answers what the directory reads. Its groups are kept. */
function serveDirectory(): void {
  let groups: MemberGroup[] = [];
  answer(directoryCalls.search, ({ query }) => {
    const words = (query.q ?? '').toLowerCase().split(' ');
    const found = listed
      .filter((each) =>
        words.every((word) => `${each.displayName} ${each.city}`.toLowerCase().includes(word)),
      )
      .filter(({ displayName }) => displayName.startsWith(query.initial ?? ''))
      .toSorted((one, other) => (keyOf(one, query.sort) < keyOf(other, query.sort) ? -1 : 1));
    return pageOf(found, found.length, query);
  });
  answer(directoryCalls.initials, { items: ['D', 'K', 'M', 'P', 'T'] });
  answer(membershipCalls.inactive, { items: [] });
  answer(groupCalls.list, () => ({ items: groups }));
  answer(groupCalls.create, ({ body }) => {
    if (body.name.toLowerCase() === 'board') {
      const field = { field: 'name' };
      return refuse(409, 'name_taken', 'There is already a group with this name', field);
    }
    const made = { ...body, id: nextId('group'), version: 1 };
    groups = [...groups, made];
    return made;
  });
  answer(groupCalls.remove, ({ params }) => {
    groups = groups.filter(({ id }: { id: Id<'group'> }) => id !== params.groupId);
    return undefined;
  });
}

const keyOf = (member: ListedMember, sort: string | undefined) =>
  sort === 'company' ? (member.company ?? '') : member.displayName;
const cards = page.getByRole('list', { name: 'Members' }).getByRole('heading');
const listNames = () => cards.elements().map(({ textContent }) => textContent);
const searchBox = page.getByRole('searchbox');

test('members are searched and sorted with the keyboard, and the address keeps both', async () => {
  serveDirectory();
  await open('/members?focus=search');
  await expect.element(searchBox).toHaveFocus();
  await userEvent.keyboard('k');
  const byName = ['Kenji Watanabe', 'Tom Becker'];
  await expect.poll(listNames).toEqual(byName);
  await expect.element(page.getByText('2 members found')).toBeInTheDocument();
  await expect.poll(getAddress).toBe('/members?q=k');
  const sort = page.getByLabelText('Sort by');
  await sort.selectOptions('Company');
  await expect.poll(listNames).toEqual(byName.toReversed());
  await expect.poll(getAddress).toBe('/members?q=k&sort=company');
  const last = requestsOf(directoryCalls.search).at(-1)?.query;
  expect(last).toMatchObject({ q: 'k', sort: 'company', direction: 'asc' });
  await searchBox.fill('oslo tom');
  await expect.poll(listNames).toEqual(['Tom Becker']);
  await searchBox.fill('paris');
  await expect.element(page.getByText('No members found')).toBeVisible();
  await page.getByRole('main').getByText('Clear Search', { exact: true }).click();
  await expect.element(searchBox).toHaveValue('');
  await expect.poll(listNames).toHaveLength(members.length);
});

test('a letter of the index filters, and rows say less than cards', async () => {
  serveDirectory();
  await open('/members');
  const since = page.getByText('Since', { exact: false });
  await expect.poll(() => since.elements().length).toBe(members.length);
  // Nobody reads an id.
  expect(page.getByRole('main').element().textContent).not.toContain(members[0]?.id);
  await page.getByText('Rows', { exact: true }).click();
  await expect.element(since).not.toBeInTheDocument();
  const letter = page.getByRole('button', { name: 'P', exact: true });
  await letter.click();
  await expect.poll(listNames).toEqual(['Priya Raman']);
  expect(getAddress()).toBe('/members?initial=P');
  await searchBox.fill('raman');
  await expect.poll(getAddress).toContain('q=raman');
  await letter.click();
  await expect.poll(getAddress).toBe('/members?q=raman');
});

test('the directory shows loading, failure and recovery in place', async () => {
  serveDirectory();
  const release = hold(directoryCalls.search);
  await open('/members');
  const countSkeletons = () => document.querySelectorAll('[data-skeleton-card]').length;
  await expect.poll(countSkeletons).toBe(8);
  release();
  await expect.poll(listNames).toHaveLength(members.length);
  leave();

  answer(directoryCalls.search, fail(400));
  await open('/members');
  await expect.element(page.getByText("Couldn't load members.")).toBeVisible();
  expect(page.getByText('No members').elements()).toEqual([]);
  serveDirectory();
  await press(page, 'Retry');
  await expect.poll(listNames).toHaveLength(members.length);
});

test('only an admin is offered to invite, to import and to change groups', async () => {
  serveDirectory();
  await open('/members?dialog=import');
  await expect.poll(listNames).toHaveLength(members.length);
  expect(page.getByRole('button', { name: /^(Invite|Import)$/ }).elements()).toEqual([]);
  // Nor by its address.
  expect(page.getByRole('dialog').elements()).toEqual([]);
  await press(page, 'Groups');
  const groups = findDialog('Groups');
  await expect.element(groups).toBeVisible();
  expect(groups.getByRole('button', { name: 'New Group' }).elements()).toEqual([]);
  expect(requestsOf(membershipCalls.inactive)).toEqual([]);
});

test('of a group that changed meanwhile, each keeps who they added and took off', async () => {
  serveDirectory();
  const [maya, diego, priya, tom] = members.map(({ id }) => id);
  if (!maya || !diego || !priya || !tom) throw new Error('there are four members');
  let board = { id: nextId('group'), name: 'Board', memberIds: [maya, diego], version: 1 };
  answer(groupCalls.list, () => ({ items: [board] }));
  answer(groupCalls.update, ({ body, headers }) => {
    if (headers.get('if-match') !== `"${board.version}"`) return refuse(412, 'changed', 'Changed');
    board = { ...board, ...body, version: board.version + 1 };
    return board;
  });
  await open(`/members?dialog=group&group=${board.id}`, { as: 'admin' });
  const form = findDialog('Edit Group');
  await chooseOption(form.getByRole('combobox', { name: 'Members' }), 'Priya Raman');
  await userEvent.keyboard('{Escape}');
  board = { ...board, name: 'The Board', memberIds: [diego, tom], version: 2 };
  await press(form, 'Save Group');
  await expect.element(form).toMatchTextContent('Someone else changed the group');
  await expect.element(form.getByLabelText('Group Name')).toHaveValue('The Board');
  await press(form, 'Save My Changes');
  await expectToast('The Board saved');
  expect(board).toMatchObject({ name: 'The Board', memberIds: [diego, tom, priya], version: 3 });
});

test('a name that is not found keeps a group from being saved, and Enter saves none', async () => {
  serveDirectory();
  await open('/members?dialog=group', { as: 'admin' });
  const form = findDialog('New Group');
  await form.getByLabelText('Group Name').fill('Forum');
  const chosen = form.getByRole('combobox', { name: 'Members' });
  await chosen.fill('zzz');
  await userEvent.keyboard('{Enter}{Enter}');
  await press(form, 'Save Group');
  await expect.element(form).toMatchTextContent('remove what is typed');
  await expect.element(chosen).toHaveValue('zzz');
  expect(requestsOf(groupCalls.create)).toEqual([]);
});

test('an admin keeps a group, whose name must be free', async () => {
  serveDirectory();
  await open('/members', { as: 'admin' });
  await press(page, 'Groups');
  const list = findDialog('Groups');
  await press(list, 'New Group');
  const form = findDialog('New Group');
  const name = form.getByLabelText('Group Name');
  await name.fill('board');
  const field = form.getByRole('combobox', { name: 'Members' });
  for (const each of ['Diego Alvarez', 'Tom Becker']) await chooseOption(field, each);
  await userEvent.keyboard('{Escape}');
  await press(form, 'Save Group');
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(expect.stringMatching(/already a group/));
  await name.fill('Sailors');
  await userEvent.keyboard('{Enter}');
  await expectToast('Sailors saved');
  // Saving leads back to the list.
  const row = list.getByRole('listitem').filter({ hasText: 'Sailors' });
  await expect.element(row).toMatchTextContent('2 members: Diego Alvarez, Tom Becker');
  expect(requestsOf(groupCalls.create).map(({ body }) => body)).toEqual(
    ['board', 'Sailors'].map((each) => ({
      name: each,
      memberIds: [memberId('Diego Alvarez'), memberId('Tom Becker')],
    })),
  );
  await press(row, 'Delete Sailors');
  await press(page.getByRole('alertdialog'), 'Delete');
  await expect.element(row).not.toBeInTheDocument();
});

test('an import is previewed, its columns corrected, and nothing saved before', async () => {
  serveDirectory();
  const text = 'Who;Contact;Firm\nIna Q;ina@example.org;Pier 5\nBad Q;nobody;Pier 7';
  answer(importCalls.import, ({ body }) => {
    const columns = body.columns ?? [null, null, null];
    const isReady = columns.includes('email') && columns.includes('name');
    const reason = isReady ? 'Email: Must be a valid email address' : 'No email';
    return {
      delimiter: ';',
      columns: ['Who', 'Contact', 'Firm'].map((header, at) => ({
        header,
        sample: text.split('\n')[1]?.split(';')[at] ?? '',
        field: columns[at] ?? null,
      })),
      counts: { new: isReady ? 1 : 0, changed: 0, unchanged: 0, failed: isReady ? 1 : 2 },
      rows: [
        {
          line: 2,
          outcome: isReady ? ('new' as const) : ('failed' as const),
          name: 'Ina Q',
          email: 'ina@example.org',
          reason: isReady ? null : reason,
          lost: isReady ? ['Phone: Must be a phone number. Left out: call me'] : [],
          changes: [],
        },
        {
          line: 3,
          outcome: 'failed' as const,
          name: 'Bad Q',
          email: 'nobody',
          reason,
          lost: [],
          changes: [],
        },
      ],
    };
  });
  await open('/members?dialog=import', { as: 'admin' });
  const dialog = findDialog('Import Members');
  await dialog
    .getByLabelText('CSV or vCard file')
    .upload(new File([`\ufeff${text}`], 'members.csv'));
  await expect.element(dialog.getByText('2 skipped')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Import 0 Members' })).toBeDisabled();
  await dialog.getByLabelText('Who').selectOptions('Full Name');
  await expect.element(dialog.getByLabelText('Who')).toBeEnabled();
  await dialog.getByLabelText('Contact').selectOptions('Email');
  await expect.element(dialog.getByText('1 new')).toBeVisible();
  await dialog.getByLabelText('Firm').selectOptions('Company');
  await expect.element(dialog.getByText('1 skipped')).toBeVisible();
  const rows = dialog.getByRole('region', { name: 'Rows' }).getByRole('listitem');
  // What is skipped comes first.
  await expect.element(rows.first()).toMatchTextContent('Email: Must be a valid email address');
  await expect.element(rows.nth(1)).toMatchTextContent('Left out: call me');
  const listSent = () => requestsOf(importCalls.import).map(({ body }) => body);
  await expect.poll(listSent).toHaveLength(4);
  expect(listSent().every(({ isDryRun }) => isDryRun)).toBe(true);
  await press(dialog, 'Import 1 Member');
  await expectToast('Members imported');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(listSent().at(-1)).toEqual({
    text,
    columns: ['name', 'email', 'company'],
    isDryRun: false,
  });
});
