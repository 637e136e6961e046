import { expect, test } from 'vitest';
import { lockableFields, openPrivacy, optionalFields } from '../../profile.ts';
import { findChanges, mergeProfile, type ProfileFormValues } from './profile-form.ts';

const before: ProfileFormValues = {
  firstName: 'Ann',
  lastName: 'Lee',
  ...(Object.fromEntries(optionalFields.map((field) => [field, ''])) as Record<
    (typeof optionalFields)[number],
    string
  >),
  privacy: { ...openPrivacy },
  locked: Object.fromEntries(lockableFields.map((field) => [field, false])) as Record<
    (typeof lockableFields)[number],
    boolean
  >,
};

test('of a profile that changed meanwhile, each text, audience and lock is a field of its own', () => {
  const newer: ProfileFormValues = {
    ...before,
    city: 'Oslo',
    privacy: { ...before.privacy, email: 'admins' },
    locked: { ...before.locked, company: true },
  };
  const typed: ProfileFormValues = {
    ...before,
    lastName: 'Lee-Ray',
    privacy: { ...before.privacy, city: 'admins' },
    locked: { ...before.locked, title: true },
  };
  const merged = mergeProfile(typed, before, newer);
  expect(merged).toMatchObject({ city: 'Oslo', lastName: 'Lee-Ray' });
  const changes = findChanges(newer, merged);
  expect(changes).toEqual({
    lastName: 'Lee-Ray',
    privacy: { city: 'admins' },
    locked: lockableFields.filter((field) => field === 'company' || field === 'title'),
  });
});
