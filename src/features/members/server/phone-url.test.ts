import { expect, test } from 'vitest';
import { toPhoneUrl } from './phone-url.ts';

test.each([
  ['+1 619 555 0142 ext. 7', 'tel:+16195550142;ext=7'],
  ['(619) 555-0142', 'tel:+16195550142'],
  ['619.555.0142x12', 'tel:+16195550142;ext=12'],
  ['+16195550142#7', 'tel:+16195550142;ext=7'],
  ['+49 (0)30 123456', 'tel:+4930123456'],
  ['(+44) 20 7946 0000', 'tel:+442079460000'],
  ['011 49 30 123456', 'tel:+4930123456'],
  ['0049 30 123456', 'tel:+4930123456'],
  ['00 49 (0)30 123456', 'tel:+4930123456'],
  ['555-0142', 'tel:5550142'],
  ['555-0142 ext. 7', 'tel:5550142;ext=7'],
  ['555-0142 x7', 'tel:5550142;ext=7'],
  ['911', 'tel:911'],
  ['619 555 0142 / 619 555 0199', 'tel:+16195550142'],
  ['+1 619 555 0142; +1 619 555 0199', 'tel:+16195550142'],
  ['619 555 0142, 619 555 0199', 'tel:+16195550142'],
  ['619-555-0142 / -0199', 'tel:+16195550142'],
])('in Los Angeles, %s dials %s', (phone, url) => {
  expect(toPhoneUrl(phone, 'America/Los_Angeles')).toBe(url);
});

test.each([
  ['020 7946 0000', 'Europe/London', 'tel:+442079460000'],
  ['022 2345 6789', 'Asia/Kolkata', 'tel:+912223456789'],
  ['00 1 619 555 0142', 'Europe/Berlin', 'tel:+16195550142'],
  ['619 555 0142', 'UTC', 'tel:6195550142'],
  ['619 555 0142 ext. 7', 'UTC', 'tel:6195550142;ext=7'],
  ['619 555 0142 (extension 7)', 'UTC', 'tel:6195550142;ext=7'],
  ['619 555 0142 / 619 555 0199', 'UTC', 'tel:6195550142'],
  ['030 / 123456', 'Europe/Berlin', 'tel:+4930123456'],
  ['0121 / 496 0123', 'Europe/London', 'tel:+441214960123'],
])('%s in %s dials %s', (phone, zone, url) => {
  expect(toPhoneUrl(phone, zone)).toBe(url);
});

test('no number dials nothing', () => {
  for (const phone of [null, 'x1234', 'ext. 214', '#619']) {
    expect(toPhoneUrl(phone, 'America/Los_Angeles')).toBeNull();
  }
});
