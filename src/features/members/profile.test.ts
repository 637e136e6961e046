import { describe, expect, test } from 'vitest';
import {
  changeProfile,
  hideableFields,
  openPrivacy,
  optionalFields,
  type Profile,
  type ProfileChange,
  toAuditedChange,
} from './profile.ts';

const maya: Profile = {
  firstName: 'Maya',
  lastName: 'Chen',
  primaryPhone: '+1 619 555 0100',
  company: 'Harbor Foods',
  title: null,
  website: null,
  city: 'San Diego',
  bio: null,
  headline: null,
  asks: null,
  offers: null,
  privacy: { ...openPrivacy, company: 'admins', bio: 'me' },
  locked: ['city'],
};

const herself = { isSelf: true, isAdmin: false };
const admin = { isSelf: false, isAdmin: true };
const otherMember = { isSelf: false, isAdmin: false };

function outcome(change: ProfileChange, editor = herself): unknown {
  const decided = changeProfile(maya, change, editor);
  return decided.ok ? decided.value : [decided.refusal.code, decided.refusal.field];
}

describe('a profile', () => {
  test('can be changed by its owner except for locked fields; omitted fields stay', () => {
    expect(outcome({ company: 'Pier 5', privacy: { company: 'me' } })).toEqual({
      ...maya,
      company: 'Pier 5',
      privacy: { ...maya.privacy, company: 'me' },
    });
    expect(outcome({ primaryPhone: ' ' })).toMatchObject({ primaryPhone: null });
    expect(outcome({ city: 'Austin' })).toEqual(['field_locked', 'city']);
    expect(outcome({ city: 'San Diego' })).toEqual(maya);
    // The owner still chooses who sees a locked field.
    expect(outcome({ privacy: { city: 'me' } })).toMatchObject({ privacy: { city: 'me' } });
    expect(outcome({ locked: [] })).toEqual(['locks_are_admins', 'locked']);
    expect(outcome({ locked: ['city'] })).toEqual(maya);
  });

  test('can be changed by admins except for hidden fields and privacy', () => {
    expect(outcome({ city: 'Austin', locked: ['name', 'name'] }, admin)).toMatchObject({
      city: 'Austin',
      locked: ['name'],
    });
    for (const bio of ['guessed', '', null]) {
      expect(outcome({ bio }, admin)).toEqual(['field_hidden', 'bio']);
    }
    expect(outcome({ privacy: { bio: 'members' } }, admin)).toEqual([
      'privacy_not_yours',
      'privacy.bio',
    ]);
    expect(outcome({ privacy: { bio: 'me' } }, admin)).toEqual(maya);
  });

  test('cannot be changed by anyone else', () => {
    expect(outcome({ city: 'Austin' }, otherMember)).toEqual(['not_yours', undefined]);
    expect(outcome({}, otherMember)).toEqual(['not_yours', undefined]);
  });

  test('refuses an admin’s change of a hidden field whatever its value', () => {
    for (const bio of [null, 'Sails', 'guessed']) {
      const decided = changeProfile({ ...maya, bio }, { bio: 'guessed' }, admin);
      expect(decided.ok ? 'done' : decided.refusal.code).toBe('field_hidden');
    }
  });
});

test('an audited change contains nothing that admins may not see', () => {
  const after: Profile = {
    ...maya,
    firstName: 'May',
    bio: 'A secret',
    primaryPhone: '+1 000',
    company: 'Seen by admins',
    privacy: { ...maya.privacy, primaryPhone: 'me' },
  };
  expect(toAuditedChange(maya, after)).toEqual({
    before: {
      firstName: 'Maya',
      bio: '(only they see it)',
      primaryPhone: '(only they see it)',
      company: 'Harbor Foods',
      privacy: { primaryPhone: 'members' },
    },
    after: {
      firstName: 'May',
      bio: '(only they see it)',
      primaryPhone: '(only they see it)',
      company: 'Seen by admins',
      privacy: { primaryPhone: 'me' },
    },
  });
  expect(toAuditedChange(maya, maya)).toEqual({ before: {}, after: {} });
  expect(hideableFields).toEqual(expect.arrayContaining([...optionalFields]));
});
