import { expect, test } from 'vitest';
import { describeInvited, describeInvitees, markMembers, readInvitees } from './invitees.ts';

const read = (text: string) => readInvitees(text).map(({ email, state }) => [email, state]);

test('addresses are separated by any number of commas, semicolons and line breaks', () => {
  const text = ' a@example.org,b@example.org ;\r\n\n c@example.org\n;,\nd@example.org';
  expect(read(text)).toEqual(['a', 'b', 'c', 'd'].map((name) => [`${name}@example.org`, 'ready']));
  expect(readInvitees(' ,;\n ')).toEqual([]);
});

test('spaces and tabs separate addresses, with and without names before them', () => {
  expect(
    read('a@example.org b@example.org\tC <c@example.org> d@example.org  e@example.org'),
  ).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}@example.org`, 'ready']));
  expect(read('Anna Bell\tanna@example.org\nBen\tben@example.org')).toEqual([
    ['anna@example.org', 'ready'],
    ['ben@example.org', 'ready'],
  ]);
  expect(read('"Anna @ Home" <a@example.org> Bell')).toEqual([
    ['a@example.org', 'ready'],
    [null, 'invalid'],
  ]);
});

test('display names are ignored, even quoted ones with a comma', () => {
  const text = 'Anna Bell <Anna@Example.org>, "Cole; Ben, Jr." <ben@example.org>\n<c@example.org>';
  expect(read(text)).toEqual([
    ['anna@example.org', 'ready'],
    ['ben@example.org', 'ready'],
    ['c@example.org', 'ready'],
  ]);
});

test('later duplicates are marked as repeated, regardless of case', () => {
  expect(read('a@example.org, A@EXAMPLE.org; X <a@example.org>')).toEqual([
    ['a@example.org', 'ready'],
    ['a@example.org', 'repeated'],
    ['a@example.org', 'repeated'],
  ]);
});

test('members are marked, duplicates of them stay duplicates', () => {
  const marked = markMembers(
    readInvitees('A@example.org, a@example.org b@example.org nobody'),
    new Set(['a@example.org']),
  );
  expect(marked.map(({ state }) => state)).toEqual(['member', 'repeated', 'ready', 'invalid']);
});

test.each(['nobody', 'a@b', 'Anna <>', `${'x'.repeat(250)}@example.org`])(
  'an invalid address is returned as written: %s',
  (text) => {
    expect(readInvitees(text)).toEqual([{ text, name: '', email: null, state: 'invalid' }]);
  },
);

test('the preview counts who can be invited, and names what is left to do', () => {
  const describe = (text: string) =>
    describeInvitees(markMembers(readInvitees(text), new Set(['a@example.org'])));
  expect(describe('b@example.org')).toBe('1 address can be invited');
  expect(describe('b@example.org, c@example.org, nobody')).toBe(
    "2 addresses can be invited, 1 can't",
  );
  expect(describe('nobody, no one')).toBe('2 addresses need fixing');
  expect(describe('a@example.org, nobody')).toBe('1 address needs fixing');
  expect(describe('a@example.org, a@example.org')).toBe('Everyone here is already a member');
});

test('the result counts every outcome that there is', () => {
  const none = { invited: 0, reinvited: 0, members: 0, invalid: 0 };
  expect(describeInvited({ ...none, invited: 2, invalid: 2 })).toBe('2 invited, 2 need fixing');
  expect(describeInvited({ invited: 1, reinvited: 3, members: 1, invalid: 1 })).toBe(
    '1 invited, 3 re-invited, 1 already a member, 1 needs fixing',
  );
  expect(describeInvited({ ...none, members: 2 })).toBe('2 already members');
});
