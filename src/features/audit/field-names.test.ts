import { expect, test } from 'vitest';
import { fieldName, knownName, mergeFields } from './field-names.ts';

const fields = { event: { names: { series: null, start: 'starts' } } };

test('fields of older versions are labeled by their identifiers', () => {
  expect(fieldName(fields, 'event', 'start')).toBe('starts');
  expect(fieldName(fields, 'event', 'petName')).toBe('pet name');
  expect(fieldName(fields, 'member', 'profile.pronouns')).toBe('profile pronouns');
});

test('nested fields of a hidden field are hidden, too', () => {
  expect(fieldName(fields, 'event', 'series.startDate')).toBeNull();
  expect(knownName(fields, 'event', 'petName')).toBeUndefined();
});

test('a kind that one feature keeps private stays private beside another feature’s fields', () => {
  const open = { member: { names: { passkey: 'passkey' } } };
  const closed = { member: { names: { email: 'email', role: 'role' }, shown: ['role'] } };
  const merged = { names: { passkey: 'passkey', email: 'email', role: 'role' }, shown: ['role'] };
  expect(mergeFields([open, closed])).toMatchObject({ member: merged });
  expect(mergeFields([closed, open])).toMatchObject({ member: merged });
});
