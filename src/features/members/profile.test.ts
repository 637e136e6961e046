import { describe, expect, test } from 'vitest';
import {
  changeProfile,
  hideableFields,
  openPrivacy,
  optionalFields,
  type Profile,
  type ProfileChange,
  recordOfChange,
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
  privacy: { ...openPrivacy, company: 'admins', bio: 'me' },
  locked: ['city'],
};

const herself = { isSelf: true, isAdmin: false };
const admin = { isSelf: false, isAdmin: true };
const somebody = { isSelf: false, isAdmin: false };

function outcome(change: ProfileChange, by = herself): unknown {
  const decided = changeProfile(maya, change, by);
  return decided.ok ? decided.value : [decided.refusal.code, decided.refusal.field];
}

describe('a profile', () => {
  test('is changed by its owner where nothing is locked; what is left out stays', () => {
    expect(outcome({ company: 'Pier 5', privacy: { company: 'me' } })).toEqual({
      ...maya,
      company: 'Pier 5',
      privacy: { ...maya.privacy, company: 'me' },
    });
    expect(outcome({ primaryPhone: ' ' })).toMatchObject({ primaryPhone: null });
    expect(outcome({ city: 'Austin' })).toEqual(['field_locked', 'city']);
    expect(outcome({ city: 'San Diego' })).toEqual(maya);
    // Who sees a locked field stays hers to say.
    expect(outcome({ privacy: { city: 'me' } })).toMatchObject({ privacy: { city: 'me' } });
    expect(outcome({ locked: [] })).toEqual(['locks_are_admins', 'locked']);
    expect(outcome({ locked: ['city'] })).toEqual(maya);
  });

  test('is changed by admins, but what only its owner sees, and who sees what', () => {
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

  test('is changed by nobody else', () => {
    expect(outcome({ city: 'Austin' }, somebody)).toEqual(['not_yours', undefined]);
    expect(outcome({}, somebody)).toEqual(['not_yours', undefined]);
  });

  test('tells an admin’s refusal of a hidden field whatever is in it', () => {
    for (const bio of [null, 'Sails', 'guessed']) {
      const decided = changeProfile({ ...maya, bio }, { bio: 'guessed' }, admin);
      expect(decided.ok ? 'done' : decided.refusal.code).toBe('field_hidden');
    }
  });
});

test('a record of a change holds nothing that admins do not see', () => {
  const after: Profile = {
    ...maya,
    firstName: 'May',
    bio: 'A secret',
    primaryPhone: '+1 000',
    company: 'Seen by admins',
    privacy: { ...maya.privacy, primaryPhone: 'me' },
  };
  expect(recordOfChange(maya, after)).toEqual({
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
  expect(recordOfChange(maya, maya)).toEqual({ before: {}, after: {} });
  expect(hideableFields).toEqual(expect.arrayContaining([...optionalFields]));
});
