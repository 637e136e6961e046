import { expect, test } from 'vitest';
import { profileTexts } from './profile-contract.ts';

test.each([
  '+1 619 555 0100',
  '(619) 555-0100 x 12',
  '619.555.0100ext.7',
  '619 555 0100  EXT 7',
  '+1 619 555 0142 ext. 7',
  '+49 (0)30 123456',
  '(+44) 20 7946 0000',
  '00 44 20 7946 0000',
  '619–555–0100 (ext 7)',
  '+1-619-555-0100;ext=7',
  '619 555 0100, extension 7',
  '619 555 0100 #7',
  '0121 / 496 0123',
])('%s is a phone number', (phone) => {
  expect(profileTexts.primaryPhone.safeParse(phone).success).toBe(true);
});

test.each([
  '12',
  '619 555 0100²',
  '619 555 0100 y',
  '619 555 0100 x',
  'call me',
  `1${' '.repeat(200_000)}23!`,
])(
  '%.20s is no phone number',
  (phone) => {
    expect(profileTexts.primaryPhone.safeParse(phone).success).toBe(false);
  },
  1_000,
);

test.each([
  ['Tel.: +49 30 123456', '+49 30 123456'],
  ['M: 619 555 0142', '619 555 0142'],
  ['tel:+1-619-555-0142;ext=7', '+1-619-555-0142;ext=7'],
  ['619 555 0142 (cell)', '619 555 0142'],
  ['Work 619 555 0142', '619 555 0142'],
  ['＋１ ６１９ ５５５ ０１４２', '+1 619 555 0142'],
  ['０３−１２３４−５６７８', '03-1234-5678'],
  ['+٩٧١ ٤ ١٢٣ ٤٥٦٧', '+971 4 123 4567'],
  ['☎ 619 555 0142', '619 555 0142'],
  ["'6195550142", '6195550142'],
  ['(c) 619 555 0142', '619 555 0142'],
  ['Tél. : 01 99 00 12 34', '01 99 00 12 34'],
  ['WhatsApp: +44 7700 900123', '+44 7700 900123'],
  ['+44 7700 900123 - WhatsApp', '+44 7700 900123'],
  ['Handy 0171 1234567', '0171 1234567'],
  ['Phone # 619 555 0142', '619 555 0142'],
  ['619 555 0142 (m)', '619 555 0142'],
  ['619 555 0142, h', '619 555 0142'],
  ['(619) 555-0142(c)', '(619) 555-0142'],
  ['Phone No. 619 555 0142', '619 555 0142'],
  ['Móvil: 612 345 678', '612 345 678'],
  ['619•555·0142', '619.555.0142'],
  ['6195550142.00', '6195550142'],
  ['619 555 0142 or 619 555 0199', '619 555 0142 / 619 555 0199'],
])('of %s the number is kept', (typed, phone) => {
  expect(profileTexts.primaryPhone.parse(typed)).toBe(phone);
});

test('marks that nobody sees are no part of a number or an address', () => {
  expect(profileTexts.primaryPhone.parse(' \u202a+1\u00a0619 555  0142\u202c ')).toBe(
    '+1 619 555 0142',
  );
  expect(profileTexts.website.parse('https://example.org/\u200b')).toBe('https://example.org/');
});

test.each([
  ['example.org', 'https://example.org'],
  ['www.example.org/about?a=1', 'https://www.example.org/about?a=1'],
  ['example.org:8443', 'https://example.org:8443'],
  ['http://example.org', 'http://example.org'],
])('%s is the address %s', (typed, address) => {
  expect(profileTexts.website.parse(typed)).toBe(address);
});

test.each([
  'javascript:alert(1)',
  'mailto:ann@example.org',
  'ann@example.org',
  'example',
  'a b.org',
])('%s is no website', (typed) => {
  expect(profileTexts.website.safeParse(typed).success).toBe(false);
});

test('an address that is cleaned keeps to its length', () => {
  const long = `example.org/${'a'.repeat(288)}`;
  expect(profileTexts.website.safeParse(long).success).toBe(false);
});
