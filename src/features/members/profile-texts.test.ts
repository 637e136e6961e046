import { expect, test } from 'vitest';
import { profileTexts } from './profile-contract.ts';

test.each(['+1 619 555 0100', '(619) 555-0100 x 12', '619.555.0100ext.7', '619 555 0100  EXT 7'])(
  '%s is a phone number',
  (phone) => {
    expect(profileTexts.primaryPhone.safeParse(phone).success).toBe(true);
  },
);

test.each(['12', '619 555 0100 y', '619 555 0100 x', `1${' '.repeat(200_000)}23!`])(
  '%.20s is no phone number',
  (phone) => {
    expect(profileTexts.primaryPhone.safeParse(phone).success).toBe(false);
  },
  1_000,
);
