import { expect, test } from 'vitest';
import { findInvitees } from './invitee-text.ts';

const read = (text: string) => findInvitees(text).map(({ name, email }) => [name, email]);
const ana = ['Ana Lopez', 'ana@example.org'];
const ben = ['Ben Cole', 'ben@example.org'];

test.each<[string, string, unknown]>([
  ['a sentence before it', 'Hi! Please add: Ana Lopez <ana@example.org>', [ana]],
  ['a sentence without a colon', 'Could you invite Ana Lopez <ana@example.org>?', [ana]],
  ['parentheses and a period', 'or Eve (eve@example.org).', [['Eve', 'eve@example.org']]],
  ['columns of a table', 'Ana\tLopez\tana@example.org', [ana]],
  ['parentheses alone', '(eve@example.org).', [['', 'eve@example.org']]],
  ['two in a sentence', 'Ana Lopez ana@example.org and Ben Cole ben@example.org', [ana, ben]],
  [
    'an email',
    'Hi all,\n\nplease add these two:\n- Ana Lopez <ana@example.org>\n* Ben Cole: see\nben@example.org!\n\nThank you very much, dear friends.',
    [ana, ['', 'ben@example.org']],
  ],
  [
    'semicolons of an address book',
    'Lopez, Ana <ana@example.org>; Cole, Ben <ben@example.org>',
    [
      ['Lopez, Ana', 'ana@example.org'],
      ['Cole, Ben', 'ben@example.org'],
    ],
  ],
  [
    'an address book that says where people work',
    'Lopez, Ana (Sales) <ana@example.org>; Cole, Ben (HR/Pay) <ben@example.org>',
    [
      ['Lopez, Ana', 'ana@example.org'],
      ['Cole, Ben', 'ben@example.org'],
    ],
  ],
  ['rows of a table', 'Ana Lopez,ana@example.org\nBen,Cole,ben@example.org', [ana, ben]],
  [
    'quoted names in rows of a table',
    '"Lopez, Ana","ana@example.org"',
    [['Lopez, Ana', 'ana@example.org']],
  ],
  [
    'who is named without an address',
    'Ana Lopez <ana@example.org>, Ben, Eve, eve@example.org',
    [ana, ['', null], ['', null], ['', 'eve@example.org']],
  ],
  [
    'marks that nobody sees',
    'Ana Lopez <ana@example.org\u200b>\n\u202aben@example.org\u202c \u200b(Ben Cole)\n\ufeffeve@example.org\u200e',
    [ana, ben, ['', 'eve@example.org']],
  ],
  [
    'quoted names with commas',
    '"Lopez, Ana" <ana@example.org>, "Cole; Ben" ben@example.org',
    [
      ['Lopez, Ana', 'ana@example.org'],
      ['Cole; Ben', 'ben@example.org'],
    ],
  ],
  [
    'quoted addresses',
    '"ana@example.org","ben@example.org"',
    [
      ['', 'ana@example.org'],
      ['', 'ben@example.org'],
    ],
  ],
  [
    'mailto',
    'mailto:ana@example.org?subject=Hi, <mailto:ben@example.org>',
    [
      ['', 'ana@example.org'],
      ['', 'ben@example.org'],
    ],
  ],
  ['an address as its own name', 'ana@example.org <ana@example.org>', [['', 'ana@example.org']]],
  ['an address as a quoted name', "'ana@example.org' <ana@example.org>", [['', 'ana@example.org']]],
  ['a link', '[ana@example.org](mailto:ana@example.org)', [['', 'ana@example.org']]],
  ['a name after it', 'ana@example.org Ana Lopez\nben@example.org (Ben Cole)', [ana, ben]],
  ['a dash', 'Ana Lopez – ana@example.org\nben@example.org - Ben Cole', [ana, ben]],
  ['a table', 'Ana Lopez\tana@example.org\r\nBen Cole\tben@example.org', [ana, ben]],
  [
    'brackets of all kinds',
    '<<ana@example.org>> [ben@example.org] {eve@example.org}',
    [
      ['', 'ana@example.org'],
      ['', 'ben@example.org'],
      ['', 'eve@example.org'],
    ],
  ],
  [
    'trailing punctuation',
    'ana@example.org! ben@example.org... eve@example.org?',
    [
      ['', 'ana@example.org'],
      ['', 'ben@example.org'],
      ['', 'eve@example.org'],
    ],
  ],
  [
    'apostrophes and hyphens',
    "Anne-Marie O'Neil <o'neil@example.org>",
    [["Anne-Marie O'Neil", "o'neil@example.org"]],
  ],
  ['a domain of other letters', 'Ana@München.example', [['', 'ana@xn--mnchen-3ya.example']]],
  ['an initial', 'Dr. J. Lopez <ana@example.org>', [['J. Lopez', 'ana@example.org']]],
  [
    'three names, one in quotes and what someone does',
    'María José García Ruiz <maria@example.org> Nora "Nory" Quill <nora@example.org>, To: Ben Cole (Dues) <ben@example.org>',
    [
      ['María José García Ruiz', 'maria@example.org'],
      ['Nora "Nory" Quill', 'nora@example.org'],
      ben,
    ],
  ],
  [
    'marks of chats',
    'Ana Lopez *ana@example.org*, `eve@example.org`',
    [ana, ['', 'eve@example.org']],
  ],
  ['a script without capitals', '王 小明 <ana@example.org>', [['王 小明', 'ana@example.org']]],
  ['more than two words', 'Please Add Ana Lopez <ana@example.org>', [ana]],
  ['the end of a sentence', 'Thanks. Ana <ana@example.org>', [['Ana', 'ana@example.org']]],
  [
    'particles',
    'Jan van der Berg <jan@example.org>, Ana de la Cruz ana@example.org',
    [
      ['Jan van der Berg', 'jan@example.org'],
      ['Ana de la Cruz', 'ana@example.org'],
    ],
  ],
  [
    'particles and titles of an address book',
    'van der Berg, Jan <jan@example.org>; Dr. Ana Lopez, MD <ana@example.org>',
    [
      ['van der Berg, Jan', 'jan@example.org'],
      ['Dr. Ana Lopez, MD', 'ana@example.org'],
    ],
  ],
  [
    "Outlook's quotes",
    "'Ana Lopez' <ana@example.org>; ‘Cole, Ben’ <ben@example.org>",
    [ana, ['Cole, Ben', 'ben@example.org']],
  ],
  [
    'signs of East Asian keyboards',
    '王 小明 <ana@example.org>、ben＠example.org，eve@example.org',
    [
      ['王 小明', 'ana@example.org'],
      ['', 'ben@example.org'],
      ['', 'eve@example.org'],
    ],
  ],
  ['quotes of any form', '“Lopez, Ana” <ana@example.org>', [['Lopez, Ana', 'ana@example.org']]],
  [
    'a sentence after it',
    'Please add ana@example.org. Thanks',
    [
      ['', 'ana@example.org'],
      ['', null],
    ],
  ],
])('%s', (_, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('what is no address is returned as entered, so that it can be mended', () => {
  const broken = ['nobody', 'Ana Lopez', 'a@b', 'a@b@example.org', 'Anna <>', 'ana@'];
  for (const text of broken) expect(findInvitees(text)).toEqual([{ text, name: '', email: null }]);
  expect(read('ana@example.org, nobody')).toEqual([
    ['', 'ana@example.org'],
    ['', null],
  ]);
});

test('prose without an address is left out', () => {
  expect(read('Hello!\nThese are the people that I mean\n--\n...')).toEqual([]);
});

test('in a long text, the address and its name are found', () => {
  const words = 'Aa '.repeat(50_000);
  expect(read(`${words}Ana Lopez ana@example.org ${words}`)).toEqual([
    ['Ana Lopez', 'ana@example.org'],
  ]);
  const one = findInvitees('a@'.repeat(50_000));
  expect(one.map(({ email }) => email)).toEqual([null]);
  expect(findInvitees('"'.repeat(100_001))).toEqual([]);
  expect(findInvitees('‘'.repeat(100_001))).toEqual([]);
});
